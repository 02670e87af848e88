// Estimates the tokens that an installation costs: a quarter of the UTF-8 bytes of its files, rounded up.
import { basename, dirname, join } from 'node:path'
import { WORK } from '../core/brief/catalog.js'
import { readFrontMatter } from '../markdown/frontmatter.js'
import { headingsOf } from '../markdown/reader.js'
import { scan } from '../markdown/scan.js'
import { type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { ListedKind } from '../runtimes/runtime.js'
import { readToml } from '../std/toml.js'
import { bytesOf, type Disk, readText } from './disk.js'
import { type Installed, physicalPath } from './installed.js'
import { type OwnedFile, splitKey } from './manifest.js'

/** Tokens of one command or agent. */
interface Cost {
  readonly name: string
  /** Name and description, if the client sends them with every request; otherwise 0. */
  readonly listed: number
  /** The whole file, which is read when the command or agent runs. */
  readonly text: number
  /** All parts of the brief that the text prints, although a run sees only some; 0 if the text prints none. */
  readonly brief: number
}

export interface RuntimeCost {
  readonly runtime: RuntimeId
  readonly alwaysOn: Readonly<Record<ListedKind, number>> & { readonly total: number }
  readonly onUse: Readonly<Record<ListedKind, readonly Cost[]>>
}

const tokensOf = (text: string): number => Math.ceil(bytesOf(text).length / 4)

/** Returns the costs of every client of an installation. A missing file costs nothing. */
export function costsOf(disk: Disk, installed: Installed): readonly RuntimeCost[] {
  const { manifest, roots } = installed
  return manifest.runtimes.map((runtime) => {
    const files = Object.entries(manifest.files).filter(([, { owners }]) => owners.includes(runtime))
    const costs = (listed: ListedKind, kind: OwnedFile['kind']): readonly Cost[] =>
      files
        .filter(([, file]) => file.kind === kind)
        .flatMap(([key]) => {
          const source = listed === 'agent' ? 'agent' : splitKey(key).root === SHARED ? 'shared' : 'own'
          return costOf(disk, installed, physicalPath(disk, roots, key), runtimeOf(runtime).alwaysOn[source])
        })
    const onUse = { command: costs('command', 'entry'), agent: costs('agent', 'agent') }
    const sum = (list: readonly Cost[]) => list.reduce((total, { listed }) => total + listed, 0)
    const [command, agent] = [sum(onUse.command), sum(onUse.agent)]
    return { runtime, alwaysOn: { command, agent, total: command + agent }, onUse }
  })
}

/** The cost of one file; none if it is missing or has no description. */
function costOf(disk: Disk, installed: Installed, path: string, isListed: boolean): readonly Cost[] {
  const text = readText(disk, path)
  const fields = text === null ? null : fieldsOf(path, text)
  const { description } = fields ?? {}
  // A file without a description accompanies another file, and no model reads it.
  if (text === null || typeof description !== 'string') return []
  const name = typeof fields?.['name'] === 'string' ? fields['name'] : nameOf(path)
  const unit = text.match(/\bbegin ([a-z][a-z-]*)/)?.[1]
  const workflow = unit === undefined ? text.match(/\bbrief ([a-z][a-z-]*)/)?.[1] : WORK
  const steps =
    workflow === undefined ? null : readText(disk, join(dirname(installed.path), `workflows/${workflow}.md`))
  const brief = steps === null || unit === undefined ? steps : stepOf(steps, unit)
  return [
    {
      name,
      listed: isListed ? tokensOf(`${name}${description}`) : 0,
      text: tokensOf(text),
      brief: brief === null ? 0 : tokensOf(brief),
    },
  ]
}

/** Returns the unit type's step in the text of the work workflow; the whole text if the type has no step there. */
function stepOf(text: string, unit: string): string {
  const steps = headingsOf({ text, spans: scan(text) }).filter(({ level }) => level === 2)
  const at = steps.findIndex((heading) => heading.text.startsWith(`${unit}:`))
  return at < 0 ? text : text.slice(steps[at]?.start, steps[at + 1]?.start)
}

function fieldsOf(path: string, text: string): Readonly<Record<string, unknown>> | null {
  if (!path.endsWith('.toml')) return readFrontMatter({ path, text, spans: scan(text), sha256: '' }).data
  const parsed = readToml(text)
  return 'value' in parsed ? parsed.value : null
}

/** The name of the file without extensions, or of its folder if the file is a SKILL.md or AGENT.md. */
const nameOf = (path: string): string =>
  basename(/^(SKILL|AGENT)\.md$/.test(basename(path)) ? dirname(path) : path).replace(/(\.agent)?\.[a-z]+$/, '')
