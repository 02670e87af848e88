// metrics record, report: what units cost, and what the budget leaves.
import { judgeBudget, METRICS_PATH, type MetricRow, readMetrics } from '../../core/captures/metrics.js'
import { REPORT_KEYS, REPORT_ROW, reportMetrics } from '../../core/captures/metrics-report.js'
import { claimOf, isTaken, readClaims } from '../../core/dispatch/claims.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { type ErrorBody, usageError } from '../../errors.js'
import { bool, listOf, number, oneOf, orNull, record, text } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { arg, mutation, query } from '../verb.js'

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

export const metricsRecord = mutation('metrics.record', {
  about: 'Note what a unit cost, as the client reports it',
  args: {
    claim: arg.text('Token or id of the attempt; the only one under way unless given'),
    unit: arg.text('Unit as type/id, where its claim has ended'),
    agent: arg.text('Role that worked'),
    model: arg.text('Model that worked'),
    tokens: arg.int('Tokens used'),
    cost: arg.text('Cost as a number'),
    minutes: arg.text('Minutes it took'),
    event: arg.text('Id of the report: the same one is noted once'),
  },
  result: record({
    recorded: bool(),
    dispatchId: orNull(text()),
    unit: orNull(text('type/id; null: no unit is known')),
  }),
  reads: ['claim', 'other'],
  writes: ['other'],
  run({ claim: token, unit, agent, model, tokens, cost, minutes, event }, view) {
    const nothing = { recorded: false, dispatchId: null, unit: null }
    const values = { cost: numberIn('cost', cost), minutes: numberIn('minutes', minutes) }
    for (const value of Object.values(values)) if (isError(value)) return { result: nothing, error: value }
    if (tokens === undefined && values.cost === null && values.minutes === null)
      return {
        result: nothing,
        error: usageError('expected one of --tokens, --cost, --minutes', 'add --tokens 12000'),
      }
    if (tokens !== undefined && tokens < 0)
      return { result: nothing, error: usageError('--tokens is negative', 'give the tokens that were used') }
    if (unit !== undefined && !/^[a-z-]+\/./.test(unit))
      return { result: nothing, error: usageError(`"${unit}" is not a unit`, 'write it like execute-plan/01-02') }
    const about = attempt(view, token, unit)
    if (about === null)
      return {
        result: nothing,
        error: {
          code: 'NOT_FOUND',
          message: `no claim has the token "${token}"`,
          fix: 'name the unit: --unit <type>/<id>',
        },
      }
    const result = {
      recorded: true,
      dispatchId: about.dispatchId,
      unit: about.unitType === null ? null : `${about.unitType}/${about.unitId}`,
    }
    if (event !== undefined && readMetrics(view).some(({ id }) => id === event)) return { result }
    const row: MetricRow = {
      kind: 'metric',
      at: new Date(view.clock.now()).toISOString(),
      id: event ?? null,
      ...about,
      agent: agent ?? null,
      model: model ?? null,
      tokens: tokens ?? null,
      cost: values.cost as number | null,
      minutes: values.minutes as number | null,
    }
    return { result, edits: [{ kind: 'line', path: METRICS_PATH, payload: row }] }
  },
})

export const metricsReport = query('metrics.report', {
  about: 'Tokens, cost and time of units against the budget; unknown is null, never 0',
  args: { by: arg.choice(REPORT_KEYS, 'What the rows are; phase unless given') },
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
  reads: ['config', 'other'],
  run({ by }, view) {
    const settings = readSettings(view)
    const ceiling = settings.get('budget.ceiling')
    const rows = readMetrics(view)
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
    return settings.problem === null ? { result } : { result, error: settings.problem }
  },
})
