// Changes of a REQUIREMENTS value: boxes, traceability rows, coverage.
import { oneLine } from './draft.js'
import { phaseRefsIn } from './phase-token.js'
import type { RequirementsValue, Trace } from './requirements.js'

const sameId = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Ticks or unticks the boxes of these ids; lines without a box stay as they are. */
export const withDone = (value: RequirementsValue, ids: Iterable<string>, done: boolean): RequirementsValue => {
  const wanted = [...ids]
  return {
    ...value,
    requirements: value.requirements.map((requirement) =>
      requirement.done !== null && wanted.some((id) => sameId(id, requirement.id))
        ? { ...requirement, done }
        : requirement,
    ),
  }
}

/** Changes the rows of an id; adds one at the end where there is none, and the table where that is missing. */
export function withTrace(value: RequirementsValue, id: string, change: Partial<Omit<Trace, 'id'>>): RequirementsValue {
  const cells = Object.fromEntries(Object.entries(change).map(([name, text]) => [name, oneLine(text)]))
  const rows = value.traceability ?? []
  if (rows.some((trace) => sameId(trace.id, id)))
    return { ...value, traceability: rows.map((trace) => (sameId(trace.id, id) ? { ...trace, ...cells } : trace)) }
  return { ...value, traceability: [...rows, { id, phase: 'TBD', status: 'Pending', ...cells }] }
}

/** The three coverage lines from the requirements in scope and the rows that name a phase; other lines stay. */
export function withCoverage(value: RequirementsValue): RequirementsValue {
  const scope = value.requirements.filter((requirement) => requirement.scope === 'v1').map(({ id }) => id)
  const mapped = scope.filter((id) =>
    (value.traceability ?? []).some((trace) => sameId(trace.id, id) && phaseRefsIn(trace.phase).length > 0),
  )
  const unmapped = scope.length - mapped.length
  const lines = [
    { label: 'v1 requirements', value: `${scope.length} total`, match: /^(?:v[\d.]+\s+)?requirements$/i },
    { label: 'Mapped to phases', value: String(mapped.length), match: /^mapped\b/i },
    { label: 'Unmapped', value: `${unmapped} ${unmapped === 0 ? '✓' : '⚠️'}`, match: /^unmapped\b/i },
  ]
  const old = value.coverage.map((entry) => {
    const line = lines.find(({ match }) => match.test(entry.label))
    return line === undefined ? entry : { ...entry, value: line.value }
  })
  const missing = lines.filter(({ match }) => !value.coverage.some(({ label }) => match.test(label)))
  return { ...value, coverage: [...old, ...missing.map(({ label, value: text }) => ({ label, value: text }))] }
}
