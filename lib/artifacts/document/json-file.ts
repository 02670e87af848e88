// A JSON file as data: its keys with their types. Makes the codec that reads it and reports what does not fit. The file is written once, whole;
// one that is changed key by key is edited as `settings-edit.ts` does.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { type Json, type JsonNode, type JsonObject, locateJson, nodeAt, objectIn } from '../../std/json.js'
import { same } from '../../std/same.js'
import { any, bool, type Mismatch, mapOf, mismatches, record, type Shape } from '../../std/shape.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { issueAt, notText, refusal } from '../parts/issues.js'
import { conflictIssues } from '../parts/merge-marks.js'
import type { ArtifactId } from '../paths.js'

/** A key of the file. */
interface Key<T> {
  readonly shape: Shape<T>
  /** Its value where it is absent or does not fit; such a value is written only where it replaces another one. */
  readonly empty: T
  /** Stands in every new file. */
  readonly always?: true
}

type Keys = Readonly<Record<string, Key<unknown>>>

interface JsonBase {
  /** Keys that are none of ours. */
  readonly extra: JsonObject
  /** False when the file is no JSON object: then every value is empty and means nothing. */
  readonly readable: boolean
}
type Merged<T> = { readonly [K in keyof T]: T[K] }
type JsonValue<K extends Keys> = Merged<{ readonly [N in keyof K]: K[N] extends Key<infer T> ? T : never } & JsonBase>

export interface JsonSpec<K extends Keys> {
  readonly id: ArtifactId
  readonly about: string
  readonly keys: K
  /** Keys a file that a model wrote must have. */
  readonly needs?: readonly string[]
}

export const jsonKey = <T>(shape: Shape<T>, empty: T, always?: true): Key<T> => ({
  shape,
  empty,
  ...(always === undefined ? {} : { always }),
})

type Loose = Record<string, unknown> & JsonBase
type NamedKey = readonly [string, Key<unknown>]

/** What is empty is left out; `fresh`: but for the keys that every new file has. */
function objectOf(keys: readonly NamedKey[], value: Loose, fresh: boolean): JsonObject {
  const own = keys.flatMap(([name, key]) => {
    const silent = JSON.stringify(value[name]) === JSON.stringify(key.empty)
    return silent && !(fresh && key.always === true) ? [] : [[name, value[name] as Json] as const]
  })
  return { ...Object.fromEntries(own), ...value.extra }
}

function readValue(keys: readonly NamedKey[], data: JsonObject): Loose {
  const known = new Set(keys.map(([name]) => name))
  const fits = (name: string, shape: Shape) => Object.hasOwn(data, name) && mismatches(shape, data[name]).length === 0
  return {
    ...Object.fromEntries(keys.map(([name, { shape, empty }]) => [name, fits(name, shape) ? data[name] : empty])),
    extra: Object.fromEntries(Object.entries(data).filter(([name]) => !known.has(name))),
    readable: true,
  }
}

function shapeIssues(keys: readonly NamedKey[], source: Source, data: JsonObject): readonly Issue[] {
  const located = locateJson(source.text ?? '')
  const root = 'root' in located ? located.root : null
  return keys.flatMap(([name, { shape }]) => {
    const found = Object.hasOwn(data, name) ? mismatches(shape, data[name])[0] : undefined
    return found === undefined ? [] : [shapeIssue(source, root, name, found)]
  })
}

/** Records are written whole by whoever makes them; nobody else changes one. */
function unchanged(keys: readonly NamedKey[], after: Loose, { path, text }: Source): Rendered {
  const data = objectIn(text ?? '')
  const before = data === null ? null : objectOf(keys, readValue(keys, data), false)
  const isKept = before === null ? !after.readable : same(before, objectOf(keys, after, false))
  return isKept
    ? { text: text ?? '' }
    : refusal(path, 'a record to stay as it was written', 'a change of it', `Edit ${path} by hand.`)
}

const lacksKey = (source: Source, name: string): Issue =>
  issueAt(source, 0, {
    code: 'FIELD_MISSING',
    severity: 'error',
    expected: `the key ${name}`,
    received: 'none',
    message: `${source.path} lacks ${name}`,
    fix: `Add "${name}" to ${source.path}.`,
  })

export function jsonCodec<const K extends Keys>(spec: JsonSpec<K>): Codec<JsonValue<K>> {
  const { id, about, needs = [] } = spec
  const keys: readonly NamedKey[] = Object.entries(spec.keys)
  const nothing = Object.fromEntries(keys.map(([name, key]) => [name, key.empty]))
  const unreadable: Loose = { ...nothing, extra: {}, readable: false }

  function parse(source: Source): Parsed<Loose> {
    if (source.text === null) return { value: unreadable, issues: [notText(source)] }
    const data = objectIn(source.text)
    if (data !== null) return { value: readValue(keys, data), issues: shapeIssues(keys, source, data) }
    const conflict = conflictIssues(source)
    return { value: unreadable, issues: conflict.length > 0 ? conflict : [unreadableIssue(source, source.text)] }
  }

  const codec: Codec<Loose> = {
    id,
    about,
    shape: record({
      ...Object.fromEntries(keys.map(([name, { shape }]) => [name, shape])),
      extra: mapOf(any(), 'Other keys'),
      readable: bool('The file is a JSON object'),
    }) as Shape as Shape<Loose>,
    empty: { ...nothing, extra: {}, readable: true },
    requiredKeys: needs,
    parse,
    checkDraft(source) {
      const { value, issues } = parse(source)
      const data = value.readable ? objectOf(keys, value, false) : null
      const missing = data === null ? [] : needs.filter((name) => !Object.hasOwn(data, name))
      return [
        ...issues.map((issue): Issue => ({ ...issue, severity: 'error' })),
        ...missing.map((name) => lacksKey(source, name)),
      ]
    },
    render(value, previous) {
      if (previous !== undefined) return unchanged(keys, value, previous)
      return { text: value.readable ? `${JSON.stringify(objectOf(keys, value, true), null, 2)}\n` : '' }
    },
  }
  // What the spec says of the types is all that the loose value leaves out.
  return codec as unknown as Codec<JsonValue<K>>
}

function shapeIssue(source: Source, root: JsonNode | null, name: string, { at, expected, received }: Mismatch): Issue {
  const steps = at
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  let node: JsonNode | null = root === null ? null : nodeAt(root, [name])
  for (let depth = 1; depth <= steps.length && root !== null; depth++)
    node = nodeAt(root, [name, ...steps.slice(0, depth)]) ?? node
  const where = [name, ...steps].join('.')
  return issueAt(source, node?.start ?? 0, {
    code: 'FIELD_VALUE',
    severity: 'notice',
    expected,
    received,
    message: `${where}: expected ${expected}, found ${received}`,
    fix: `Write ${where} as ${expected}.`,
  })
}

function unreadableIssue(source: Source, text: string): Issue {
  const found = locateJson(text, { strict: true })
  const problem = 'problem' in found ? found.problem : { offset: 0, expected: 'an object: { … }' }
  const received = JSON.stringify(text.slice(problem.offset, problem.offset + 20)) || 'the end of the file'
  const at = issueAt(source, problem.offset, {
    code: 'JSON_PARSE_FAILED',
    severity: 'error',
    expected: problem.expected,
    received: received === '""' ? 'the end of the file' : received,
    message: `${source.path} is not valid JSON: expected ${problem.expected}, found ${received}`,
    fix: '',
  })
  return { ...at, fix: `Correct line ${at.line}, column ${at.column} of ${source.path}.` }
}
