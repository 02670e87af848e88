// Updates the traceability table of REQUIREMENTS.md from the roadmap, without changing boxes and statuses.
import type { After, Doc } from '../../artifacts/doc.js'
import { addTraces, type RequirementsValue, setPhases, type Trace } from '../../artifacts/requirements/requirements.js'
import { activePhases, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import type { Staging } from '../writing/staging.js'

/** Adds missing rows to an existing table. */
export function refreshTraceability(staging: Staging): void {
  const roadmap = staging.view.parse('roadmap', staging.view.at('ROADMAP.md'))?.value
  if (roadmap === undefined) return
  staging.edit('requirements', staging.view.at('REQUIREMENTS.md'), (doc, value) =>
    value.traceability === null ? undefined : addTraces(doc, missingRows(value, roadmap)),
  )
}

/** Maps each requirement id to the phases that carry it, as a table row names them. */
function carriersIn(roadmap: RoadmapValue): ReadonlyMap<string, string> {
  const carriers = new Map<string, string>()
  for (const { id, requirements } of activePhases(roadmap))
    for (const carried of new Set(requirements)) {
      const before = carriers.get(carried)
      carriers.set(carried, `${before === undefined ? '' : `${before}, `}Phase ${id}`)
    }
  return carriers
}

/** Returns rows for requirements that a phase carries but the table lacks. */
function missingRows({ requirements, traceability }: RequirementsValue, roadmap: RoadmapValue): readonly Trace[] {
  const listed = new Set((traceability ?? []).map(({ id }) => id))
  const missing = new Set(requirements.map(({ id }) => id).filter((id) => !listed.has(id)))
  // The carriers are in the bodies of all phases, so read them only if needed.
  if (missing.size === 0) return []
  const carriers = carriersIn(roadmap)
  return [...missing].flatMap((id): readonly Trace[] => {
    const phase = carriers.get(id)
    return phase === undefined ? [] : [{ id, phase, status: 'Pending' }]
  })
}

/** Returns an edit that updates the rows of these requirements from the roadmap; a row without a phase shows `-`. */
export const rowUpdates =
  (roadmap: RoadmapValue, ids: Iterable<string>) =>
  (doc: Doc): After<RequirementsValue> => {
    const carriers = carriersIn(roadmap)
    return setPhases(doc, new Map([...ids].map((id) => [id, carriers.get(id) ?? '-'] as const)))
  }

const ID = /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-?\d+[a-z]?$/i

/**
 * Returns `undefined`, ids that a phase names but REQUIREMENTS.md does not define, and `unused`, open requirements of no phase
 * or table row. A phase's free text (a range, words) may mean any requirement; then none is reported as unused.
 */
export function looseIds({ requirements, traceability }: RequirementsValue, roadmap: RoadmapValue) {
  if (requirements.length === 0) return { undefined: [], unused: [] }
  const key = (id: string): string => id.toUpperCase()
  const known = new Set(requirements.map(({ id }) => key(id)))
  const named = activePhases(roadmap).flatMap((phase) => phase.requirements)
  const traced = (traceability ?? []).filter(({ phase }) => /\d/.test(phase)).map(({ id }) => id)
  const carried = roadmap.phases.flatMap((phase) => phase.requirements)
  const used = new Set([...carried, ...traced].map(key))
  const isOpen = ({ scope, done }: RequirementsValue['requirements'][number]) => scope === 'v1' && done !== true
  return {
    undefined: [...new Set(named.filter((id) => ID.test(id) && !known.has(key(id))))],
    unused: named.every((id) => ID.test(id))
      ? requirements.filter((one) => isOpen(one) && !used.has(key(one.id))).map(({ id }) => id)
      : [],
  }
}
