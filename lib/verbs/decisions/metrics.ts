// metrics: the cost of units, and the rest of the budget.
import { judgeBudget, METRICS_PATH, type MetricRow, readMetrics } from '../../core/captures/metrics.js'
import { REPORT_KEYS, REPORT_ROW, reportMetrics } from '../../core/captures/metrics-report.js'
import { claimOf, isTaken, readClaims } from '../../core/dispatch/claims.js'
import { readSettings } from '../../core/project/settings.js'
import { closedPhases, phaseLine } from '../../core/usage/phase-line.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { type ErrorBody, usageError } from '../../errors.js'
import { bool, listOf, number, oneOf, orNull, record, text } from '../../std/shape.js'
import { unknownShape } from '../findings.js'

const NUMBER = /^\d{1,12}(?:\.\d{1,9})?$/

/** The unit's attempt, or the only open one. */
function attempt(view: View, unit: string | undefined) {
  const claims = readClaims(view)
  const live = claims.filter((claim) => isTaken(view, claim))
  const [type, id] = unit === undefined ? [] : [unit.slice(0, unit.indexOf('/')), unit.slice(unit.indexOf('/') + 1)]
  const isNamed = type !== undefined && id !== undefined
  const claim = isNamed ? claimOf(claims, type, id) : live.length === 1 ? live[0] : null
  return {
    dispatchId: claim?.dispatchId ?? null,
    unitType: claim?.unitType ?? type ?? null,
    unitId: claim?.unitId ?? id ?? null,
  }
}

interface Given {
  readonly unit?: string
  readonly model?: string
  readonly tokens?: number
  readonly cost?: string
  readonly event?: string
}

/** The row of a report; null if it is already recorded. */
function rowOf(given: Given, view: View): MetricRow | null | ErrorBody {
  const { unit, model, tokens, event } = given
  const { cost } = given
  if (cost === undefined && tokens === undefined)
    return usageError(
      'a report needs the tokens or cost of the unit',
      'add --tokens or --cost, or leave out --unit, --model, --event',
    )
  if (cost !== undefined && !NUMBER.test(cost))
    return usageError(`--cost must not be negative, got "${cost}"`, 'write it like --cost 0.25')
  if (tokens !== undefined && tokens < 0)
    return usageError('--tokens must not be negative', 'give the number of tokens used')
  if (unit !== undefined && !/^[a-z-]+\/./.test(unit))
    return usageError(`"${unit}" is not a unit`, 'write it like execute-plan/01-02')
  if (event !== undefined && readMetrics(view).some(({ id }) => id === event)) return null
  return {
    kind: 'metric',
    at: new Date(view.clock.now()).toISOString(),
    id: event ?? null,
    ...attempt(view, unit),
    agent: null,
    model: model ?? null,
    tokens: tokens ?? null,
    cost: cost === undefined ? null : Number(cost),
    minutes: null,
  }
}

const isReported = (given: Given): boolean => Object.values(given).some((value) => value !== undefined)

export const metrics = verb('metrics', {
  about: 'Tokens, cost and time of units against the budget; with numbers, record the cost of a unit',
  args: {
    by: arg.choice(REPORT_KEYS, 'Group rows by; default: phase'),
    tokens: arg.int('Tokens used, to record'),
    cost: arg.text('Cost as a number, to record'),
    unit: arg.text('Unit as type/id; default: the only one in work'),
    model: arg.text('Model used'),
    event: arg.text('Id of the report; each id counts once'),
  },
  result: record({
    rows: listOf(REPORT_ROW),
    budget: record({
      enforceable: bool('False without a ceiling or with unknown costs'),
      spent: orNull(number()),
      ceiling: orNull(number('budget.ceiling')),
      level: orNull(text('Last threshold passed: 75%, 80%, 90%, 100%')),
      action: oneOf(['none', 'warn', 'pause'], 'pause: no new units'),
      reason: text(),
    }),
    closed: listOf(
      record({ phase: text(), text: text('Its cost, and how often its checks stopped it') }),
      'Closed phases',
    ),
    unknown: unknownShape,
  }),
  reads: ['config', 'claim', 'other'],
  writes: ['other'],
  onlyLooks: ({ by: _, ...given }) => !isReported(given),
  run({ view }, { by, ...given }) {
    const row = isReported(given) ? rowOf(given, view) : null
    const rows = row !== null && 'kind' in row ? [...readMetrics(view), row] : readMetrics(view)
    const settings = readSettings(view)
    const ceiling = settings.get('budget.ceiling')
    const { missing, known, ...budget } = judgeBudget(
      rows,
      typeof ceiling === 'number' ? ceiling : null,
      String(settings.get('budget.enforcement') ?? 'pause'),
    )
    const report = reportMetrics(rows, by ?? 'phase')
    const reason = `${missing} units reported no cost; the others come to ${known}`
    const result = {
      ...report,
      budget,
      closed: closedPhases(view).map((phase) => ({ phase, text: phaseLine(view, phase) })),
      unknown:
        missing === 0 ? report.unknown : [...report.unknown, { path: 'budget.spent', code: 'NOT_REPORTED', reason }],
    }
    if (row !== null && 'code' in row) return { result, error: row }
    if (row !== null) return { result, edits: [{ kind: 'line', path: METRICS_PATH, payload: row }] }
    return settings.problem === null ? { result } : { result, error: settings.problem }
  },
})
