// Whether a closed phase has no recorded learnings.
import { readFrontMatter } from '../markdown/frontmatter.js'
import type { Ledger } from './history/ledger.js'
import { parsePhaseId, samePhase } from './ids.js'
import { LEARNINGS } from './learnings.js'
import type { View } from './view.js'

/** No learning has the phase as its source; false if it is no phase. */
export function isUntaught(view: View, phase: string): boolean {
  const id = parsePhaseId(phase)
  if (id === null) return false
  const sources = view.list(LEARNINGS).flatMap(({ name }) => {
    const file = view.source(`${LEARNINGS}/${name}`)
    return file === null ? [] : String(readFrontMatter(file).data['source'] ?? '').split(/[^\w.-]+/)
  })
  return !sources.map(parsePhaseId).some((named) => named !== null && samePhase(named, id))
}

/** The phase was marked as without learnings since it was last closed. */
export function isSaidUntaught({ lines }: Ledger, phase: string): boolean {
  const closed = lines.findLast(
    (line) => line.kind === 'outcome' && line.unitType === 'transition' && line.unitId === phase,
  )
  return lines.some((line) => line.kind === 'untaught' && line.phase === phase && line.at >= (closed?.at ?? ''))
}
