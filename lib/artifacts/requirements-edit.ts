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

/** The three coverage lines from the requirements in scope and the rows that name a phase. Other lines stay, and so does a line whose number is right. */
export function withCoverage(value: RequirementsValue): RequirementsValue {
  const lines = coverageLines(value)
  const missing = lines.filter(({ match }) => !value.coverage.some(({ label }) => match.test(label)))
  const { coverage } = withTrueCounts(value)
  return { ...value, coverage: [...coverage, ...missing.map(({ label, text }) => ({ label, value: text }))] }
}

/** The same for the coverage lines that are there. */
export function withTrueCounts(value: RequirementsValue): RequirementsValue {
  const lines = coverageLines(value)
  const coverage = value.coverage.map((entry) => {
    const line = lines.find(({ match }) => match.test(entry.label))
    return line === undefined || Number.parseInt(entry.value, 10) === line.count
      ? entry
      : { ...entry, value: line.text }
  })
  return { ...value, coverage }
}

interface CoverageLine {
  readonly label: string
  readonly match: RegExp
  readonly count: number
  readonly text: string
}

function coverageLines(value: RequirementsValue): readonly CoverageLine[] {
  const scope = value.requirements.filter((requirement) => requirement.scope === 'v1').map(({ id }) => id)
  const mapped = scope.filter((id) =>
    (value.traceability ?? []).some((trace) => sameId(trace.id, id) && phaseRefsIn(trace.phase).length > 0),
  ).length
  const unmapped = scope.length - mapped
  return [
    {
      label: 'v1 requirements',
      match: /^(?:v[\d.]+\s+)?requirements$/i,
      count: scope.length,
      text: `${scope.length} total`,
    },
    { label: 'Mapped to phases', match: /^mapped\b/i, count: mapped, text: String(mapped) },
    { label: 'Unmapped', match: /^unmapped\b/i, count: unmapped, text: `${unmapped} ${unmapped === 0 ? '✓' : '⚠️'}` },
  ]
}
