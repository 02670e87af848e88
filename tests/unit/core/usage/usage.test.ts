import { describe, expect, it } from 'vitest'
import type { MetricRow } from '../../../../lib/core/captures/metrics.js'
import { isAsAsked, ranText } from '../../../../lib/core/usage/ran.js'
import { usageRows, usageSum } from '../../../../lib/core/usage/usage-report.js'
import { distinct, spansOf, type Use } from '../../../../lib/core/usage/use.js'

const at = (clock: string) => Date.parse(`2026-03-01T${clock}:00Z`)
const use = (more: Partial<Use>): Use => ({
  client: 'Some client',
  id: null,
  from: at('10:00'),
  to: more.from ?? at('10:00'),
  session: 's',
  model: 'm',
  requests: 1,
  input: 1,
  cached: 10,
  output: 100,
  cost: null,
  ...more,
})
const ended = (unitType: string, unitId: string, clock: string, minutes: number | null): MetricRow => ({
  kind: 'metric',
  at: new Date(at(clock)).toISOString(),
  id: null,
  dispatchId: `${unitId}@1`,
  unitType,
  unitId,
  agent: null,
  model: null,
  tokens: null,
  cost: null,
  minutes,
})

describe('while a unit was at work', () => {
  const spans = spansOf(
    [
      ended('execute-plan', '01-01', '10:10', 10),
      ended('execute-plan', '01-02', '10:15', 10),
      // Tokens that a session reported: nobody knows how long it went.
      ended('execute-plan', '01-02', '10:20', null),
    ],
    [
      { dispatchId: '01-01@1', unitType: 'execute-plan', unitId: '01-01', at: new Date(at('10:00')).toISOString() },
      { dispatchId: '02@1', unitType: 'plan-phase', unitId: '02', at: new Date(at('10:30')).toISOString() },
    ],
    at('11:00'),
  )

  it.each([
    ['10:01', 'execute-plan 01-01'],
    ['10:07', 'together: execute-plan 01-01, execute-plan 01-02'],
    ['10:12', 'execute-plan 01-02'],
    ['10:18', 'between units'],
    ['10:45', 'plan-phase 02'],
    ['11:01', 'between units'],
  ])('what was used at %s belongs to %s', (clock, key) => {
    expect(usageRows([use({ from: at(clock) })], spans, 'unit').map((row) => row.key)).toEqual([key])
  })

  it('two plans of one phase are one phase', () => {
    expect(usageRows([use({ from: at('10:07') })], spans, 'phase').map((row) => row.key)).toEqual(['1'])
  })

  it('a session that tells only its sum belongs to all units of its time', () => {
    const rows = usageRows([use({ from: at('10:12'), to: at('10:50') })], spans, 'unit')
    expect(rows.map((row) => row.key)).toEqual(['together: execute-plan 01-02, plan-phase 02'])
  })
})

it('a request that was written down again counts once, as it was last; one of another client is another', () => {
  const uses = [
    use({ id: 'a', output: 1 }),
    use({ id: 'a', output: 5 }),
    use({ id: 'a', client: 'Another' }),
    use({}),
    use({}),
    use({ id: 'none', input: 0, cached: 0, output: 0 }),
  ]
  expect(distinct(uses).map(({ output }) => output)).toEqual([5, 100, 100, 100])
})

it('money is summed where all of it is counted, and else is not known', () => {
  expect(usageSum([use({ cost: 0.5 }), use({ cost: 1 })]).cost).toBe(1.5)
  expect([usageSum([use({ cost: 1 }), use({})]).cost, usageSum([]).cost]).toEqual([null, null])
})

it('rows say the models that answered, and those nobody told', () => {
  const rows = usageRows([use({}), use({ model: null }), use({ model: 'b' })], [], 'client')
  expect(rows).toEqual([
    {
      key: 'Some client',
      requests: 3,
      input: 3,
      cached: 30,
      output: 300,
      cost: null,
      models: ['b', 'm', 'not told'],
      ran: [],
    },
  ])
})

it.each([
  ['opus', 'claude-opus-4-5-20251101', true],
  ['opus[1m]', 'claude-opus-4-5', true],
  ['opus', 'claude-sonnet-4-5', false],
  ['provider/large-2', 'large-2-20260101', true],
  ['large-2', 'large-2-mini', false],
  ['large-2', 'larger', false],
])('who asked for %s and got %s got what they asked for: %s', (asked, ran, is) => {
  expect(isAsAsked(asked, ran)).toBe(is)
})

it.each([
  [{ asked: 'a', ran: 'b', asAsked: false }, 'asked for a, ran b'],
  [{ asked: 'a', ran: 'a', asAsked: true }, 'a, as asked'],
  [{ asked: null, ran: 'b', asAsked: null }, 'b (asked for: not told)'],
  [{ asked: 'a', ran: null, asAsked: null }, 'asked for a, ran: not told'],
  [{ asked: null, ran: null, asAsked: null }, 'not told'],
])('%j is told as %s', (ran, text) => {
  expect(ranText(ran)).toBe(text)
})
