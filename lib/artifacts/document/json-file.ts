// A JSON file as data: its keys with their types. Makes the kind that reads it and reports what does not fit. The file is written once, whole;
// one that is changed key by key is edited as `settings-edit.ts` does.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { type JsonNode, type JsonObject, locateJson, nodeAt, objectIn } from '../../std/json.js'
import { any, bool, type Mismatch, mapOf, mismatches, record, type Shape } from '../../std/shape.js'
import type { Kind, Parsed } from '../codec.js'
import { issueAt, notText } from '../parts/issues.js'
import { conflictIssues } from '../parts/merge-marks.js'
import type { ArtifactId } from '../paths.js'

/** A key of the file. */
interface Key<T> {
  readonly shape: Shape<T>
  /** Its value where it is absent or does not fit. */
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

const lacksKey = (source: Source, name: string): Issue =>
  issueAt(source, 0, {
    code: 'FIELD_MISSING',
    severity: 'error',
    expected: `the key ${name}`,
    received: 'none',
    message: `${source.path} lacks ${name}`,
    fix: `Add "${name}" to ${source.path}.`,
  })

export function jsonKind<const K extends Keys>(spec: JsonSpec<K>): Kind<JsonValue<K>> {
  const { id, about, needs = [] } = spec
  const keys: readonly NamedKey[] = Object.entries(spec.keys)
  const nothing = Object.fromEntries(keys.map(([name, key]) => [name, key.empty]))
  const always = keys.flatMap(([name, key]) => (key.always === true ? [[name, key.empty]] : []))
  const unreadable: Loose = { ...nothing, extra: {}, readable: false }

  function parse(source: Source): Parsed<Loose> {
    if (source.text === null) return { value: unreadable, issues: [notText(source)] }
    const data = objectIn(source.text)
    if (data !== null) return { value: readValue(keys, data), issues: shapeIssues(keys, source, data) }
    const conflict = conflictIssues(source)
    return { value: unreadable, issues: conflict.length > 0 ? conflict : [unreadableIssue(source, source.text)] }
  }

  const kind: Kind<Loose> = {
    id,
    about,
    shape: record({
      ...Object.fromEntries(keys.map(([name, { shape }]) => [name, shape])),
      extra: mapOf(any(), 'Other keys'),
      readable: bool('The file is a JSON object'),
    }) as Shape as Shape<Loose>,
    template: `${JSON.stringify(Object.fromEntries(always), null, 2)}\n`,
    parse,
    checkDraft(source) {
      const { issues } = parse(source)
      const data = objectIn(source.text ?? '')
      const missing = data === null ? [] : needs.filter((name) => !Object.hasOwn(data, name))
      return [
        ...issues.map((issue): Issue => ({ ...issue, severity: 'error' })),
        ...missing.map((name) => lacksKey(source, name)),
      ]
    },
  }
  // What the spec says of the types is all that the loose value leaves out.
  return kind as unknown as Kind<JsonValue<K>>
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
