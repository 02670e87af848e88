// metrics: the cost of units, and the state of the budget.
import { budgetState, REPORT_KEYS, REPORT_ROW, readMetrics, reportMetrics } from '../../core/captures/metrics.js'
import { readSettings } from '../../core/project/settings.js'
import { closedPhases, phaseLine } from '../../core/usage/phase-line.js'
import { arg, verb } from '../../core/verb.js'
import { listOf, number, oneOf, orNull, record, text } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { unknownShape } from '../findings.js'

export const metrics = verb('metrics', {
  about: 'Show tokens, cost and time of units, and the rest of the budget',
  args: { by: arg.choice(REPORT_KEYS, 'What to group the rows by; default: phase') },
  result: record({
    rows: listOf(REPORT_ROW),
    budget: record({
      spent: orNull(number()),
      ceiling: orNull(number('budget.ceiling')),
      action: oneOf(['none', 'pause'], 'pause: no new units'),
      reason: text(),
    }),
    closed: listOf(
      record({ phase: text(), text: text('Cost of the phase, and how often checks stopped it') }),
      'Closed phases',
    ),
    unknown: unknownShape,
  }),
  reads: ['config', 'other'],
  run({ view }, { by }) {
    const rows = readMetrics(view)
    const settings = readSettings(view)
    const ceiling = settings.get('budget.ceiling')
    const limit = typeof ceiling === 'number' ? ceiling : null
    const enforcement = String(settings.get('budget.enforcement') ?? 'pause')
    const { missing, known, ...budget } = budgetState(rows, limit, enforcement)
    const report = reportMetrics(rows, by ?? 'phase')
    const reason = `${counted(missing, 'unit')} reported no cost; the others cost ${known} in total`
    const unreported = missing === 0 ? [] : [{ path: 'budget.spent', code: 'NOT_REPORTED', reason }]
    const closed = closedPhases(view).map((phase) => ({ phase, text: phaseLine(view, phase) }))
    const result = { ...report, budget, closed, unknown: [...report.unknown, ...unreported] }
    return settings.problem === null ? { result } : { result, error: settings.problem }
  },
})
