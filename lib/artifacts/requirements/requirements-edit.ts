// Changes of a REQUIREMENTS value: boxes, traceability rows, coverage.
import { phaseRefsIn } from '../parts/phase-token.js'
import type { RequirementsValue } from './requirements.js'

/** Status words that a completed requirement moves on from; any other was written by a person and stays. */
const MOVABLE = new Set(['pending', 'in progress', 'complete', ''])

/** Ticks the box of an id and sets its row to Complete; the value itself where both say so. Null, and neither, where a person wrote another word into the row. */
export function withComplete(value: RequirementsValue, id: string): RequirementsValue | null {
  const words = (value.traceability ?? []).flatMap((row) => (row.id === id ? [row.status.trim().toLowerCase()] : []))
  if (words.some((word) => !MOVABLE.has(word))) return null
  const isTicked = value.requirements.every((item) => item.id !== id || item.done !== false)
  if (isTicked && words.every((word) => word === 'complete')) return value
  return {
    ...value,
    requirements: value.requirements.map((item) =>
      item.id === id && item.done === false ? { ...item, done: true } : item,
    ),
    traceability: value.traceability?.map((row) => (row.id === id ? { ...row, status: 'Complete' } : row)) ?? null,
  }
}

/** Takes the tick of an id back and sets its row from Complete to Pending; the value itself where neither says that it is complete. */
export function withPending(value: RequirementsValue, id: string): RequirementsValue {
  const isTicked = value.requirements.some((item) => item.id === id && item.done === true)
  const isComplete = (status: string) => status.trim().toLowerCase() === 'complete'
  const rows = value.traceability ?? []
  if (!isTicked && !rows.some((row) => row.id === id && isComplete(row.status))) return value
  return {
    ...value,
    requirements: value.requirements.map((item) =>
      item.id === id && item.done === true ? { ...item, done: false } : item,
    ),
    traceability:
      value.traceability?.map((row) =>
        row.id === id && isComplete(row.status) ? { ...row, status: 'Pending' } : row,
      ) ?? null,
  }
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
  const traced = new Set(
    (value.traceability ?? []).filter(({ phase }) => phaseRefsIn(phase).length > 0).map(({ id }) => id.toLowerCase()),
  )
  const mapped = scope.filter((id) => traced.has(id.toLowerCase())).length
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
