// The artifact kind of config.json: reports invalid JSON, invalid values and unknown keys.
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
  // One character is enough to find the error; more might leak a secret key.
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

interface LocatedFinding extends Finding {
  readonly path: JsonPath
}

const settingIssues = (source: Source, settings: JsonObject): readonly Issue[] =>
  withPositions(source, findingsIn(settings, [], unknown))

/** Reports only invalid values, because suggesting a name for an unknown key takes longer than all of `next`. */
export const settingErrors = (source: Source, settings: JsonObject): readonly Issue[] =>
  withPositions(
    source,
    findingsIn(settings, [], () => []),
  )

function withPositions(source: Source, found: readonly LocatedFinding[]): readonly Issue[] {
  if (found.length === 0) return []
  const located = locateJson(source.text ?? '')
  return found.map(({ path, ...finding }) => {
    const node = 'root' in located ? nodeAt(located.root, path) : null
    return issueAt(source, node?.start ?? null, finding)
  })
}

function findingsIn(
  settings: JsonObject,
  prefix: readonly string[],
  onUnknown: typeof unknown,
): readonly LocatedFinding[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const path = [...prefix, name]
    const key = path.join('.')
    // Only editors read `$schema`.
    if (key === '$schema') return []
    const row = rowOf(key)
    const section = isSection(key)
    if (isJsonObject(value) && section) return findingsIn(value, path, onUnknown)
    if (row !== null) return valueFindings(row, key, path, value)
    const fix = `Write "${name}": { … }, or remove it.`
    return section ? invalid(path, value, 'an object', 'it groups settings', fix) : onUnknown(key, path)
  })
}

const rowOf = (key: string): ConfigKey | null => configKey(key) ?? configKey(canonicalKey(key) ?? '')

const invalid = (
  path: JsonPath,
  value: Json,
  expected: string,
  about: string,
  fix: string,
): readonly LocatedFinding[] => {
  const received = JSON.stringify(value).slice(0, 40)
  const message = `${path.join('.')} cannot be ${received}: ${about}`
  return value === null ? [] : [{ code: 'CONFIG_INVALID_VALUE', path, expected, received, message, fix }]
}

function valueFindings(row: ConfigKey, key: string, path: JsonPath, value: Json): readonly LocatedFinding[] {
  const meant = row.spellings.find((spelling) => spelling.key === key)?.words?.[String(value)] ?? value
  const wrong = mismatches(row.shape, meant)[0]
  if (wrong === undefined) return []
  const allowed = row.shape.anyOf === undefined ? wrong.expected : expectedOf(row)
  return invalid(path, value, allowed, row.about.toLowerCase(), `Set ${row.key} to ${allowed}.`)
}

/** Describes the expected value: `boolean`, `coarse | standard | fine`, `boolean or omit`. */
export const expectedOf = (row: ConfigKey): string => {
  const one = (shape: ConfigKey['shape']): string =>
    shape.enum?.join(' | ') ?? shape.anyOf?.map(one).join(' or ') ?? shape.type ?? 'any value'
  return one(row.shape)
}

/** An example for a key that takes only lists, quoted for a shell; null for other keys. */
export function exampleOf(row: ConfigKey): string | null {
  if (row.key === 'verification.commands') return `'[["npm","test"],["npm","run","lint"]]'`
  return row.shape.type === 'array' ? `'["one","two"]'` : null
}

/** Maximum edits of a typo: a name that differs more is another word. */
const MAX_TYPO_EDITS = 2

/** Reports an unknown key. Below a section only typos are reported, because other tools have keys there. */
function unknown(key: string, path: JsonPath): readonly LocatedFinding[] {
  const near = nearest(key, knownNames(), MAX_TYPO_EDITS)
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
          ? `${JSON.stringify(key)} is not a known key`
          : `${key} is not a known key; did you mean ${near}?`,
      fix: `${near === null ? '' : `If ${near} is meant, rename it. `}Keep it if another tool needs it.`,
    },
  ]
}
