// The last look at every text before it is written: what a client would reject, silently drop or cut never leaves the plan.
import { GsdError } from '../errors.js'
import { LISTED as KINDS, type Runtime } from '../runtimes/runtime.js'
import { parsedJson } from '../std/json.js'
import { readToml } from '../std/toml.js'

/** Throws when a client that reads `path` would not take `text` as it is meant. `path` is for the message. */
export function checkListed(path: string, text: string, runtime: Runtime): void {
  const found = text.includes('\r')
    ? 'it has a carriage return'
    : (formatProblem(path, text, runtime) ?? tokenLeft(text, runtime))
  if (found !== null)
    throw new GsdError({
      code: 'INTERNAL',
      message: `${runtime.title} would not take ${path}: ${found}`,
      fix: 'this is a defect of the pack; nothing was written',
    })
}

function formatProblem(path: string, text: string, runtime: Runtime): string | null {
  if (path.endsWith('.toml')) return tomlProblem(text, runtime)
  // Some clients read Markdown with front matter under the ending of YAML; a sidecar has none.
  return path.endsWith('.md') || text.startsWith('---\n') ? markdownProblem(path, text, runtime) : null
}

/** A placeholder the client fills itself is no token. */
function tokenLeft(text: string, { words }: Runtime): string | null {
  const token = text.replaceAll(words, '').match(/\{\{[^}\n]*\}\}/)?.[0]
  return token === undefined ? null : `the token ${token} is left`
}

type Field = string | readonly string[]

/** A front matter line whose value is a word list, a quoted text or a list of such; all three are read alike by every reader of YAML. */
const PLAIN = /^([a-z-]+): ([A-Za-z][A-Za-z0-9_, -]*)$/
const QUOTED = /^([a-z-]+): (".*")$/
/** A model: one word, as the row has checked it. */
const WORD = /^(model): ([A-Za-z][\w./:@-]*)$/
const LISTED = /^([a-z-]+): (\[.*\])$/
/** A map of permissions: its key, then its lines. */
const MAP = /^([a-z-]+):$/
const ITEM = /^ {2}([A-Za-z][A-Za-z0-9_-]*): (?:allow|ask|deny)$/

function frontMatterOf(text: string): ReadonlyMap<string, Field> | null {
  const end = text.indexOf('\n---\n', 3)
  if (!text.startsWith('---\n') || end < 0) return null
  const fields = new Map<string, Field>()
  let map: string[] | null = null
  for (const line of text.slice(4, end).split('\n')) {
    const item = line.match(ITEM)
    if (item !== null && map !== null) {
      map.push(item[1] as string)
      continue
    }
    map = null
    const [, key, raw] =
      line.match(QUOTED) ?? line.match(LISTED) ?? line.match(PLAIN) ?? line.match(WORD) ?? line.match(MAP) ?? []
    if (key === undefined || fields.has(key)) return null
    // A map is no list to a client, though both are names.
    if ((raw === undefined) !== (key === 'permission')) return null
    if (raw === undefined) map = []
    const value = raw === undefined ? map : /^["[]/.test(raw) ? asJson(raw) : raw
    if (value === null) return null
    fields.set(key, value)
  }
  return fields
}

function asJson(raw: string): Field | null {
  const value = parsedJson(raw)
  const isField = typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  return isField ? (value as Field) : null
}

function markdownProblem(path: string, text: string, runtime: Runtime): string | null {
  const fields = frontMatterOf(text)
  if (fields === null) return 'its front matter is not plain `key: value` lines'
  const description = fields.get('description')
  if (typeof description !== 'string') return 'it has no description'
  const name = fields.get('name')
  if (name !== undefined && (typeof name !== 'string' || !path.split(/[/.]/).includes(name)))
    return `its name "${name}" is not the name of its file`
  return (
    keyProblem([...fields.keys()], runtime) ??
    toolProblem(fields, runtime) ??
    lengthProblem(text, runtime) ??
    limitProblem(typeof name === 'string' ? name : '', description, runtime)
  )
}

/** Entries are far below the limit of an agent, so every text is held against it. */
function lengthProblem(text: string, { limits }: Runtime): string | null {
  const length = [...text].length
  return limits.agent === null || length <= limits.agent
    ? null
    : `it has ${length} characters, more than ${limits.agent}`
}

/** No format of the row has just these keys. */
function keyProblem(keys: readonly string[], { places }: Runtime): string | null {
  const known = KINDS.flatMap((kind) => places[kind] ?? []).map(({ emit }) => emit.keys)
  if (known.some((each) => keys.every((key) => each.includes(key)))) return null
  return `its keys are ${keys.join(', ')}, and the client takes ${known.map((each) => each.join(', ')).join(' or ')}`
}

const TOOL_KEYS = ['tools', 'allowed-tools', 'permission'] as const

/** One tool the client does not know costs some clients the tool, and some the agent. */
function toolProblem(fields: ReadonlyMap<string, Field>, { tools }: Runtime): string | null {
  const known = Object.values(tools)
  for (const key of TOOL_KEYS) {
    const value = fields.get(key)
    const names = typeof value === 'string' ? value.split(', ') : (value ?? [])
    const unknown = names.find((name) => !known.includes(name))
    if (unknown !== undefined) return `its ${key} have "${unknown}", which is none of the client's`
  }
  return null
}

function tomlProblem(text: string, runtime: Runtime): string | null {
  const read = readToml(text)
  if ('problem' in read) return read.problem
  const strange = keyProblem(Object.keys(read.value), runtime)
  if (strange !== null) return strange
  const odd = Object.entries(read.value).find(([, value]) => typeof value !== 'string')
  if (odd !== undefined) return `its ${odd[0]} is not text`
  const { name = '', description } = read.value
  if (description === undefined) return 'it has no description'
  return limitProblem(String(name), String(description), runtime)
}

function limitProblem(name: string, description: string, { limits }: Runtime): string | null {
  if ([...name].length > limits.name) return `its name is longer than ${limits.name}`
  if ([...description].length > limits.description) return `its description is longer than ${limits.description}`
  if (description.includes('\n') || description === '') return 'its description is not one line of text'
  return null
}
