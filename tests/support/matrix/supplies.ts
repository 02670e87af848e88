// The pack's own texts as two versions that differ in every text, with programs small enough to be written a thousand times.
import { join } from 'node:path'
import { hookSources, loadAssets } from '../../../lib/assets/pack.js'
import { type Rendering, renderPack } from '../../../lib/assets/render.js'
import { bytesOf } from '../../../lib/install/disk.js'
import type { Supply } from '../../../lib/install/wanted.js'
import { sourcesIn } from '../../../lib/node/pack.js'

export type Version = 'first' | 'second'

/** Stands in every text of the second version and in none of the first. */
export const SECOND_TEXT = 'A line that only the second version has.'
/** What the program prints, so that a way to call it can be tried. */
export const LAUNCHED = 'launched'
const NUMBERS: Readonly<Record<Version, string>> = { first: '1.0.0', second: '1.1.0' }

const repository = process.env['GSD_REPOSITORY'] ?? join(import.meta.dirname, '../../..')
const known = new Map<string, Rendering>()
let assets: ReturnType<typeof loadAssets> | null = null

/** The other version of a rendering: a line more in each text, a command less, a file more. */
const changed = ({ commands, agents, files, ...rest }: Rendering): Rendering => ({
  ...rest,
  commands: [...commands]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, -1)
    .map((doc) => ({ ...doc, body: `${SECOND_TEXT}\n\n${doc.body}` })),
  agents: agents.map((doc) => ({ ...doc, body: `${SECOND_TEXT}\n\n${doc.body}` })),
  files: [
    ...files.map(({ path, text }) => ({ path, text: path.endsWith('.md') ? afterHead(text) : text })),
    { path: 'workflows/second-only.md', text: `${SECOND_TEXT}\n` },
  ],
})

/** The text with the line below its front matter. */
const afterHead = (text: string): string => {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) + 5 : 0
  return `${text.slice(0, end)}${SECOND_TEXT}\n\n${text.slice(end)}`
}

export const packSupply = (version: Version): Supply => ({
  version: NUMBERS[version],
  programs: [
    { path: 'gsd-tools.cjs', bytes: bytesOf(`process.stdout.write('${LAUNCHED}') // ${version}\n`) },
    { path: `chunks/one-${version}.cjs`, bytes: bytesOf(`// ${version}\n`) },
  ],
  hookSource: hookSources(sourcesIn(repository)),
  render: (runtime, launcher, profile, entries) => {
    assets ??= loadAssets(sourcesIn(repository))
    const key = JSON.stringify([version, runtime.id, launcher, profile, entries])
    const found = known.get(key)
    if (found !== undefined) return found
    const plain = renderPack(assets, runtime, launcher, profile, entries)
    const made = version === 'first' ? plain : changed(plain)
    known.set(key, made)
    return made
  },
})
