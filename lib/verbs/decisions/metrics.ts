// metrics: what units cost, and what the budget leaves.
import { judgeBudget, METRICS_PATH, type MetricRow, readMetrics } from '../../core/captures/metrics.js'
import { REPORT_KEYS, REPORT_ROW, reportMetrics } from '../../core/captures/metrics-report.js'
import { claimOf, isTaken, readClaims } from '../../core/dispatch/claims.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { type ErrorBody, usageError } from '../../errors.js'
import { bool, listOf, number, oneOf, orNull, record, text } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { arg, mutation } from '../verb.js'

const NUMBER = /^\d{1,12}(?:\.\d{1,9})?$/

/** A number that is not negative; null where it is not given. */
function numberIn(name: string, given: string | undefined): number | null | ErrorBody {
  if (given === undefined) return null
  return NUMBER.test(given)
    ? Number(given)
    : usageError(`--${name} takes a number that is not negative, got "${given}"`, `write it like --${name} 0.25`)
}

const isError = (value: number | null | ErrorBody): value is ErrorBody => typeof value === 'object' && value !== null

/** The attempt that is meant: of a token, of a unit, or the only one under way. */
function attempt(view: View, token: string | undefined, unit: string | undefined) {
  const claims = readClaims(view)
  const live = claims.filter((claim) => isTaken(view, claim))
  const [type, id] = unit === undefined ? [] : [unit.slice(0, unit.indexOf('/')), unit.slice(unit.indexOf('/') + 1)]
  const claim =
    token !== undefined
      ? claims.find((one) => one.token === token || one.dispatchId === token)
      : type !== undefined && id !== undefined
        ? claimOf(claims, type, id)
        : live.length === 1
          ? live[0]
          : undefined
  if (claim !== undefined && claim !== null)
    return { dispatchId: claim.dispatchId, unitType: claim.unitType as string, unitId: claim.unitId }
  if (type !== undefined && id !== undefined) return { dispatchId: null, unitType: type, unitId: id }
  return token === undefined ? { dispatchId: null, unitType: null, unitId: null } : null
}

interface Given {
  readonly claim?: string
  readonly unit?: string
  readonly agent?: string
  readonly model?: string
  readonly tokens?: number
  readonly cost?: string
  readonly minutes?: string
  readonly event?: string
}

/** The row of a report; null: it was noted before. */
function rowOf(given: Given, view: View): MetricRow | null | ErrorBody {
  const { claim: token, unit, agent, model, tokens, event } = given
  const cost = numberIn('cost', given.cost)
  const minutes = numberIn('minutes', given.minutes)
  if (isError(cost)) return cost
  if (isError(minutes)) return minutes
  if (tokens !== undefined && tokens < 0) return usageError('--tokens is negative', 'give the tokens that were used')
  if (unit !== undefined && !/^[a-z-]+\/./.test(unit))
    return usageError(`"${unit}" is not a unit`, 'write it like execute-plan/01-02')
  const about = attempt(view, token, unit)
  if (about === null)
    return {
      code: 'NOT_FOUND',
      message: `no claim has the token "${token}"`,
      fix: 'name the unit: --unit <type>/<id>',
    }
  if (event !== undefined && readMetrics(view).some(({ id }) => id === event)) return null
  return {
    kind: 'metric',
    at: new Date(view.clock.now()).toISOString(),
    id: event ?? null,
    ...about,
    agent: agent ?? null,
    model: model ?? null,
    tokens: tokens ?? null,
    cost,
    minutes,
  }
}

const isReported = ({ tokens, cost, minutes }: Given): boolean =>
  tokens !== undefined || cost !== undefined || minutes !== undefined

export const metrics = mutation('metrics', {
  about: 'Tokens, cost and time of units against the budget; with numbers, note what a unit cost',
  args: {
    by: arg.choice(REPORT_KEYS, 'What the rows are; phase unless given'),
    tokens: arg.int('Tokens used: notes them'),
    cost: arg.text('Cost as a number: notes it'),
    minutes: arg.text('Minutes it took: notes them'),
    claim: arg.text('Token or id of the attempt; the only one under way unless given'),
    unit: arg.text('Unit as type/id, where its claim has ended'),
    agent: arg.text('Role that worked'),
    model: arg.text('Model that worked'),
    event: arg.text('Id of the report: the same one is noted once'),
  },
  result: record({
    rows: listOf(REPORT_ROW),
    budget: record({
      enforceable: bool('False without a ceiling, or while costs are unknown'),
      spent: orNull(number()),
      ceiling: orNull(number('budget.ceiling')),
      level: orNull(text('The last step that was passed: 75%, 80%, 90%, 100%')),
      action: oneOf(['none', 'warn', 'pause'], 'pause: no unit begins'),
      reason: text(),
    }),
    unknown: unknownShape,
  }),
  reads: ['config', 'claim', 'other'],
  writes: ['other'],
  onlyLooks: (given) => !isReported(given),
  run({ by, ...given }, view) {
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
      unknown:
        missing === 0 ? report.unknown : [...report.unknown, { path: 'budget.spent', code: 'NOT_REPORTED', reason }],
    }
    if (row !== null && 'code' in row) return { result, error: row }
    if (row !== null) return { result, edits: [{ kind: 'line', path: METRICS_PATH, payload: row }] }
    return settings.problem === null ? { result } : { result, error: settings.problem }
  },
})
