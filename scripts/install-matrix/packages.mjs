// Two packages as npm would unpack them: the one of this checkout, and one whose texts all differ.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packedSources } from '../build/sources.mjs'
import { root } from '../import-library.mjs'

const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** What is published. */
const PARTS = ['package.json', ...files]
const PROMPTS = ['commands', 'workflows', 'agents', 'references', 'templates']

/** Their folders. `line` is added to every prompt of the second. */
export function twoPackages(folder, line) {
  const packages = { first: join(folder, 'package-first'), second: join(folder, 'package-second') }
  for (const path of Object.values(packages)) {
    mkdirSync(path, { recursive: true })
    for (const part of PARTS.filter((each) => existsSync(join(root, each))))
      cpSync(join(root, part), join(path, part), { recursive: true })
  }
  for (const part of PROMPTS.filter((each) => existsSync(join(root, each))))
    for (const name of readdirSync(join(packages.second, part)).filter((each) => each.endsWith('.md')))
      addLine(join(packages.second, part, name), line)
  writeFileSync(join(packages.second, 'dist/sources.json.br'), packedSources(packages.second))
  return packages
}

/** Below the front matter, so that what a user adds at the end does not meet it. */
function addLine(path, line) {
  const text = readFileSync(path, 'utf8')
  const head = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) + 5 : 0
  writeFileSync(path, `${text.slice(0, head)}${line}\n\n${text.slice(head)}`)
}
