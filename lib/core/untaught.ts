// Whether a phase that was closed left no word of what it taught.
import { readFrontMatter } from '../markdown/frontmatter.js'
import type { Ledger } from './history/ledger.js'
import { parsePhaseId, samePhase } from './ids.js'
import { LEARNINGS } from './learnings.js'
import type { View } from './view.js'

/** No lesson names the phase as its source; false for what is no phase. */
export function isUntaught(view: View, phase: string): boolean {
  const id = parsePhaseId(phase)
  if (id === null) return false
  const sources = view.list(LEARNINGS).flatMap(({ name }) => {
    const file = view.source(`${LEARNINGS}/${name}`)
    return file === null ? [] : String(readFrontMatter(file).data['source'] ?? '').split(/[^\w.-]+/)
  })
  return !sources.map(parsePhaseId).some((named) => named !== null && samePhase(named, id))
}

/** Somebody said, since the phase was last closed, that it taught nothing. */
export function isSaidUntaught({ lines }: Ledger, phase: string): boolean {
  const closed = lines.findLast(
    (line) => line.kind === 'outcome' && line.unitType === 'transition' && line.unitId === phase,
  )
  return lines.some((line) => line.kind === 'untaught' && line.phase === phase && line.at >= (closed?.at ?? ''))
}
