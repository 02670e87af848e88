// The last look at every text before it is written: what a client would reject, silently drop or cut never leaves the plan.
import { GsdError } from '../errors.js'
import type { Runtime } from '../runtimes/runtime.js'
import { readToml } from '../std/toml.js'

/** Throws when a client that reads `path` would not take `text` as it is meant. `path` is for the message. */
export function checkListed(path: string, text: string, runtime: Runtime): void {
  const problem = text.includes('\r')
    ? 'it has a carriage return'
    : path.endsWith('.md')
      ? markdownProblem(path, text, runtime)
      : path.endsWith('.toml')
        ? tomlProblem(text, runtime)
        : null
  const token = text.match(/\{\{[^}\n]*\}\}/)?.[0]
  const found = problem ?? (token === undefined ? null : `the token ${token} is left`)
  if (found !== null)
    throw new GsdError({
      code: 'INTERNAL',
      message: `${runtime.title} would not take ${path}: ${found}`,
      fix: 'this is a defect of the pack; nothing was written',
    })
}

/** A front matter line whose value is a word list, or a quoted text that is JSON as well as YAML. */
const PLAIN = /^([a-z-]+): ([A-Za-z][A-Za-z0-9_, -]*)$/
const QUOTED = /^([a-z-]+): (".*")$/

function frontMatterOf(text: string): ReadonlyMap<string, string> | null {
  const end = text.indexOf('\n---\n', 3)
  if (!text.startsWith('---\n') || end < 0) return null
  const fields = new Map<string, string>()
  for (const line of text.slice(4, end).split('\n')) {
    const quoted = line.match(QUOTED)
    const found = quoted ?? line.match(PLAIN)
    if (found === null) return null
    fields.set(found[1] as string, quoted === null ? (found[2] as string) : (JSON.parse(found[2] as string) as string))
  }
  return fields
}

function markdownProblem(path: string, text: string, runtime: Runtime): string | null {
  const fields = frontMatterOf(text)
  if (fields === null) return 'its front matter is not plain `key: value` lines'
  const description = fields.get('description')
  if (description === undefined) return 'it has no description'
  const name = fields.get('name')
  if (name !== undefined && !path.split(/[/.]/).includes(name)) return `its name "${name}" is not the name of its file`
  return limitProblem(name ?? '', description, runtime)
}

const TOML_KEYS = 'description,developer_instructions,name'

function tomlProblem(text: string, runtime: Runtime): string | null {
  const read = readToml(text)
  if ('problem' in read) return read.problem
  const keys = Object.keys(read.value).sort().join(',')
  if (keys !== TOML_KEYS) return `its keys are ${keys}, not ${TOML_KEYS}`
  const { name, description } = read.value
  return limitProblem(String(name), String(description), runtime)
}

function limitProblem(name: string, description: string, { limits }: Runtime): string | null {
  if ([...name].length > limits.name) return `its name is longer than ${limits.name}`
  if ([...description].length > limits.description) return `its description is longer than ${limits.description}`
  if (description.includes('\n') || description === '') return 'its description is not one line of text'
  return null
}
