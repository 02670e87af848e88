// A closed phase in one line: its costs, and how often its checks stopped it.
import { grouped } from '../../std/grouped.js'
import { counted } from '../../std/text.js'
import { dollars } from '../auto/budget.js'
import { type MetricRow, phaseKeyOf, readMetrics, summed, unitKeyOf } from '../captures/metrics.js'
import { finishedIn, type LedgerLine, readLedger } from '../history/ledger.js'
import { displayPhaseId, parsePhaseId } from '../ids.js'
import type { View } from '../view.js'

const keyOf = (phase: string): string => {
  const id = parsePhaseId(phase)
  return id === null ? phase : displayPhaseId(id)
}

/** Counts refused finishes, failed attempts, and verifications that found gaps. */
function stopCount(phase: string, rows: readonly MetricRow[], lines: readonly LedgerLine[]): number {
  const found = lines.filter((line) =>
    line.kind === 'vouched'
      ? keyOf(line.phase) === phase && line.verdict === 'gaps_found'
      : line.kind === 'outcome' && line.status === 'failed' && phaseKeyOf(line) === phase,
  )
  return found.length + rows.reduce((sum, { refused = 0 }) => sum + refused, 0)
}

export function phaseLine(view: View, phase: string): string {
  const key = keyOf(phase)
  const rows = readMetrics(view).filter((row) => phaseKeyOf(row) === key)
  const units = [...grouped(rows, unitKeyOf).values()]
  const [tokens, cost] = [summed(units, 'tokens'), summed(units, 'cost')]
  const isWhole = tokens.missing + cost.missing === 0
  const spent = `${tokens.known.toLocaleString('en')} tokens (${dollars(cost.known)})`
  const isUnknown = !isWhole && tokens.known + cost.known === 0
  const stops = stopCount(key, rows, readLedger(view).lines)
  return [
    `phase ${key}: ${isUnknown ? 'cost not reported' : isWhole ? spent : `at least ${spent}`}`,
    `${counted(Math.round(summed(units, 'minutes').known), 'minute')}`,
    ...(stops === 0 ? [] : [`refusals, failures and gaps: ${stops}`]),
  ].join(', ')
}

export const closedPhases = (view: View): readonly string[] => [...finishedIn(readLedger(view)).transitions.keys()]
