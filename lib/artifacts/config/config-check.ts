// config.json as a kind of planning file: reports invalid values and unknown keys.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { isJsonObject, type Json, type JsonObject, objectIn } from '../../std/json.js'
import { type JsonPath, locateJson, nodeAt } from '../../std/json-tree.js'
import { mismatches } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { type Finding, issueAt, type Kind, parsed } from '../codec.js'
import { type ConfigKey, canonicalKey, configKey, isSection, knownNames } from './config-keys.js'
import type { ConfigValue } from './settings.js'

const UNREADABLE: ConfigValue = { settings: {}, readable: false }

export const config: Kind<ConfigValue> = {
  id: 'config',
  about: 'Settings of the project',

  parse(source) {
    const settings = objectIn(source.text ?? '')
    return settings === null
      ? parsed(source, UNREADABLE, () => [unreadable(source.path, source.text ?? '')])
      : parsed(source, { settings, readable: true }, () => settingIssues(source, settings))
  },
}

function unreadable(path: string, text: string) {
  const found = locateJson(text, { strict: true })
  const { offset, problem } = 'problem' in found ? found : { offset: 0, problem: 'object expected' }
  // One character is enough to locate the fault; more might leak a secret key.
  const received = offset >= text.length ? 'the end of the file' : JSON.stringify(text[offset])
  const at = issueAt({ path, text }, offset, {
    code: 'CONFIG_PARSE_FAILED',
    expected: 'an object: { … }',
    received,
    message: `${path} is not valid JSON: ${problem}, found ${received}`,
    fix: '',
  })
  return { ...at, fix: `Correct line ${at.line}, column ${at.column} of ${path}.` }
}

interface Found extends Finding {
  readonly path: JsonPath
}

const settingIssues = (source: Source, settings: JsonObject): readonly Issue[] =>
  placed(source, walk(settings, [], unknown))

/** Only invalid values: to suggest a name for an unknown key takes longer than all of `next`. */
export const settingErrors = (source: Source, settings: JsonObject): readonly Issue[] =>
  placed(
    source,
    walk(settings, [], () => []),
  )

function placed(source: Source, found: readonly Found[]): readonly Issue[] {
  if (found.length === 0) return []
  const located = locateJson(source.text ?? '')
  return found.map(({ path, ...finding }) => {
    const node = 'root' in located ? nodeAt(located.root, path) : null
    return issueAt(source, node?.start ?? null, finding)
  })
}

function walk(settings: JsonObject, prefix: readonly string[], odd: typeof unknown): readonly Found[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const path = [...prefix, name]
    const key = path.join('.')
    // Only editors read it.
    if (key === '$schema') return []
    const row = rowOf(key)
    const section = isSection(key)
    if (isJsonObject(value) && section) return walk(value, path, odd)
    if (row !== null) return wrongValue(row, key, path, value)
    const fix = `Write "${name}": { … }, or remove it.`
    return section ? invalid(path, value, 'an object', 'it groups settings', fix) : odd(key, path)
  })
}

const rowOf = (key: string): ConfigKey | null => configKey(key) ?? configKey(canonicalKey(key) ?? '')

const invalid = (path: JsonPath, value: Json, expected: string, about: string, fix: string): readonly Found[] => {
  const received = JSON.stringify(value).slice(0, 40)
  const message = `${path.join('.')} cannot be ${received}: ${about}`
  return value === null ? [] : [{ code: 'CONFIG_INVALID_VALUE', path, expected, received, message, fix }]
}

function wrongValue(row: ConfigKey, key: string, path: JsonPath, value: Json): readonly Found[] {
  const meant = row.spellings.find((spelling) => spelling.key === key)?.words?.[String(value)] ?? value
  const wrong = mismatches(row.shape, meant)[0]
  if (wrong === undefined) return []
  const allowed = row.shape.anyOf === undefined ? wrong.expected : expectedOf(row)
  return invalid(path, value, allowed, row.about.toLowerCase(), `Set ${row.key} to ${allowed}.`)
}

/** The expected value in words: `boolean`, `coarse | standard | fine`, `boolean or omit`. */
export const expectedOf = (row: ConfigKey): string => {
  const one = (shape: ConfigKey['shape']): string =>
    shape.enum?.join(' | ') ?? shape.anyOf?.map(one).join(' or ') ?? shape.type ?? 'any value'
  return one(row.shape)
}

/** An example value, quoted for a shell; null if one word is enough. */
export function exampleOf(row: ConfigKey): string | null {
  if (row.key === 'verification.commands') return `'[["npm","test"],["npm","run","lint"]]'`
  return row.shape.type === 'array' ? `'["one","two"]'` : null
}

/** A name that differs in more letters is another word, not a typo. */
const SLIP = 2

/** Below a section only near misses are reported: other tools keep their own keys there. */
function unknown(key: string, path: JsonPath): readonly Found[] {
  const near = nearest(key, knownNames(), SLIP)
  if (path.length > 1 && near === null) return []
  return [
    {
      code: 'CONFIG_UNKNOWN_KEY',
      severity: 'notice',
      path,
      expected: near ?? 'a known key',
      received: JSON.stringify(key),
      message:
        near === null
          ? `not a key this pack knows: ${JSON.stringify(key)}`
          : `${key} is not a known key; did you mean ${near}?`,
      fix: `${near === null ? '' : `If ${near} is meant, rename it. `}Keep it if another tool needs it.`,
    },
  ]
}
