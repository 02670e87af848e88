// Extension state in front matter (`extensions.<name>`): read by schema, written key by key. Pure.
import { frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import { setFrontMatter } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import { applySplices } from '../../std/edit.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import { mismatches, type Shape } from '../../std/shape.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../derivation/facts.js'
import type { StatePlace } from './port.js'

const MOST_STATE = 16 << 10

/** The milestone, and these phases with their plans. */
export function placesOf(facts: ProjectFacts, phases: readonly PhaseFacts[]): readonly StatePlace[] {
  return [
    { scope: 'milestone', id: facts.milestone?.id ?? '', path: facts.view.at('STATE.md') },
    ...phases.flatMap((phase): readonly StatePlace[] => [
      { scope: 'phase', id: phase.id, path: `${phaseDirectoryPath(facts, phase)}/${phase.id}-EXTENSIONS.md` },
      ...phase.plans.map(({ id, file }): StatePlace => ({ scope: 'plan', id, path: file.path })),
    ]),
  ]
}

const keptAt = (source: Source | null, key: string): Json | undefined =>
  source?.text?.includes('\nextensions') === true
    ? (frontValueAt(readFrontMatter(source).data, key) as Json | undefined)
    : undefined

/** State as stored: by extension, then `milestone`, `phase <id>` or `plan <id>`. */
export function keptIn(facts: ProjectFacts, active: PhaseFacts | null): Readonly<Record<string, JsonObject>> {
  const kept: Record<string, Record<string, Json>> = {}
  const schemas = new Map(
    facts.view.extensions?.found.map(({ name, manifest }) => [name, manifest?.state ?? undefined]),
  )
  for (const { scope, id, path } of placesOf(facts, active === null ? [] : [active])) {
    const all = keptAt(facts.view.source(path), 'extensions')
    if (!isJsonObject(all)) continue
    for (const [name, value] of Object.entries(all))
      (kept[name] ??= {})[scope === 'milestone' ? scope : `${scope} ${id}`] = typed(schemas.get(name), value as Json)
  }
  return kept
}

/** The state of an extension; null if there is none. Throws if it does not match the schema. */
export function parseState(source: Source | null, name: string, schema: Shape): JsonObject | null {
  const raw = keptAt(source, `extensions.${name}`)
  if (raw === undefined || raw === '') return null
  const value = typed(schema, raw)
  const problem = stateProblem(schema, value)
  if (problem !== null) throw new Error(`its state in ${source?.path} does not match its schema: ${problem}`)
  return value as JsonObject
}

/** Front matter contains only texts; the schema tells which are numbers. */
function typed(schema: Shape | undefined, raw: Json): Json {
  if (schema?.anyOf !== undefined) {
    const tries = schema.anyOf.map((option) => ({ option, value: typed(option, raw) }))
    return tries.find(({ option, value }) => mismatches(option, value).length === 0)?.value ?? raw
  }
  if (typeof raw === 'string') {
    if ((schema?.type === 'integer' || schema?.type === 'number') && raw.trim() !== '' && Number.isFinite(Number(raw)))
      return Number(raw)
    if (schema?.type === 'boolean' && (raw === 'true' || raw === 'false')) return raw === 'true'
    if (schema?.type === 'null' && (raw === 'null' || raw === '' || raw === '~')) return null
    if (schema?.type === 'array' && raw.trim() === '[]') return []
    if (schema?.type === 'object' && raw.trim() === '{}') return {}
    return raw
  }
  if (Array.isArray(raw)) return raw.map((item) => typed(schema?.items, item as Json))
  if (!isJsonObject(raw)) return raw
  const other = typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => {
      const field = Object.hasOwn(schema?.properties ?? {}, key) ? schema?.properties?.[key] : other
      return [key, typed(field, value as Json)]
    }),
  )
}

/** A dot in a key would address a nested value. */
const KEY = /^(?!__proto__$)[A-Za-z0-9_-][A-Za-z0-9_ -]{0,79}$/
const badKey = (value: Json): string | undefined => {
  if (Array.isArray(value)) return value.map((item) => badKey(item as Json)).find((key) => key !== undefined)
  if (!isJsonObject(value)) return undefined
  return Object.entries(value)
    .map(([key, item]) => (KEY.test(key) ? badKey(item as Json) : key))
    .find((key) => key !== undefined)
}

/** Why a value cannot be stored, or null. */
export function stateProblem(schema: Shape | null, value: Json): string | null {
  if (value === null) return null
  if (schema === null) return 'its manifest declares no state'
  const [wrong] = mismatches(schema, value)
  if (wrong !== undefined) return `${wrong.at || '/'}: expected ${wrong.expected}, received ${wrong.received}`
  if (JSON.stringify(value).length > MOST_STATE) return `it is longer than ${MOST_STATE} characters`
  const key = badKey(value)
  return key === undefined ? null : `the key ${JSON.stringify(key)} takes letters, digits, dash and underscore`
}

/** The text with an extension's state; every other byte stays. Null: the front matter cannot be edited safely. */
export function withState(source: Source, name: string, value: JsonObject | null): string | null {
  const edited = setFrontMatter(source, { [`extensions.${name}`]: value as never })
  return 'refused' in edited ? null : applySplices(source.text ?? '', edited.splices)
}
