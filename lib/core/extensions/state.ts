// Extension state in front matter, as one text of JSON (`extensions.<name>`). Pure.
import { frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import { setFrontMatter } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import { applySplices } from '../../std/edit.js'
import { isJsonObject, type JsonObject, objectIn } from '../../std/json.js'
import { mismatches, type Shape } from '../../std/shape.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../derivation/facts.js'
import type { StatePlace } from './port.js'

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

const keptAt = (source: Source | null, key: string): unknown =>
  source?.text?.includes('\nextensions') === true ? frontValueAt(readFrontMatter(source).data, key) : undefined

const stateIn = (kept: unknown): JsonObject | null => (typeof kept === 'string' ? objectIn(kept) : null)

/** State as stored: by extension, then `milestone`, `phase <id>` or `plan <id>`. */
export function keptIn(facts: ProjectFacts, active: PhaseFacts | null): Readonly<Record<string, JsonObject>> {
  const kept: Record<string, Record<string, JsonObject | null>> = {}
  for (const { scope, id, path } of placesOf(facts, active === null ? [] : [active])) {
    const all = keptAt(facts.view.source(path), 'extensions')
    if (!isJsonObject(all)) continue
    for (const [name, value] of Object.entries(all))
      (kept[name] ??= {})[scope === 'milestone' ? scope : `${scope} ${id}`] = stateIn(value)
  }
  return kept
}

/** The state of an extension; null if there is none. Throws if it does not match the schema. */
export function parseState(source: Source | null, name: string, schema: Shape): JsonObject | null {
  const value = stateIn(keptAt(source, `extensions.${name}`))
  const problem = value === null ? null : stateProblem(schema, value)
  if (problem !== null) throw new Error(`its state in ${source?.path} does not match its schema: ${problem}`)
  return value
}

/** Why a value cannot be stored, or null. */
export function stateProblem(schema: Shape | null, value: unknown): string | null {
  if (value === null) return null
  if (schema === null) return 'its manifest declares no state'
  const [wrong] = mismatches(schema, value)
  return wrong === undefined ? null : `${wrong.at || '/'}: expected ${wrong.expected}, received ${wrong.received}`
}

/** The text with an extension's state; every other byte stays. Null: the front matter cannot be edited safely. */
export function withState(source: Source, name: string, value: JsonObject | null): string | null {
  const edited = setFrontMatter(source, { [`extensions.${name}`]: value === null ? null : JSON.stringify(value) })
  return 'refused' in edited ? null : applySplices(source.text ?? '', edited.splices)
}
