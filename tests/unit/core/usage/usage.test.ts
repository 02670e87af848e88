import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MetricRow } from '../../../../lib/core/captures/metrics.js'
import { USAGE_KEYS, usageRows, usageSum } from '../../../../lib/core/usage/usage-report.js'
import { distinct, type Span, spansOf, type Use, workOf } from '../../../../lib/core/usage/use.js'

const at = (clock: string) => Date.parse(`2026-03-01T${clock}:00Z`)
const use = (more: Partial<Use>): Use => ({
  client: 'Some client',
  id: null,
  from: at('10:00'),
  to: more.from ?? at('10:00'),
  session: 's',
  tree: null,
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
  model: null,
  tokens: null,
  cost: null,
  minutes,
})

describe('usage during a unit', () => {
  const spans = spansOf(
    [
      ended('execute-plan', '01-01', '10:10', 10),
      ended('execute-plan', '01-02', '10:15', 10),
      // Tokens reported by a session of unknown duration.
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
    ['10:07', 'shared: execute-plan 01-01, execute-plan 01-02'],
    ['10:12', 'execute-plan 01-02'],
    ['10:18', 'between units'],
    ['10:45', 'plan-phase 02'],
    ['11:01', 'between units'],
  ])('at %s belongs to %s', (clock, key) => {
    expect(usageRows([use({ from: at(clock) })], spans, 'unit').map((row) => row.key)).toEqual([key])
  })

  it('by two plans of a phase belongs to the phase', () => {
    expect(usageRows([use({ from: at('10:07') })], spans, 'phase').map((row) => row.key)).toEqual(['1'])
  })

  it('reported only as a sum is shared by all units of its time', () => {
    const rows = usageRows([use({ from: at('10:12'), to: at('10:50') })], spans, 'unit')
    expect(rows.map((row) => row.key)).toEqual(['shared: execute-plan 01-02, plan-phase 02'])
  })
})

describe('concurrent units', () => {
  const span = (unitId: string, more: Partial<Span> = {}): Span => ({
    ...{ unitType: 'execute-plan', unitId, from: at('10:00'), to: at('10:30'), session: null },
    ...more,
  })
  const unitsOf = (spans: readonly Span[], ...uses: readonly Use[]) => {
    const work = workOf(uses, spans)
    return uses.map((one) => work(one).map(({ unitId }) => unitId))
  }
  const A = span('01-01', { session: 'a' })
  const B = span('01-02', { session: 'b' })

  it('get the usage of their own conversation; usage of other conversations belongs to no unit', () => {
    const uses = ['a', 'b', 'c'].map((session) => use({ session }))
    expect(unitsOf([A, B], ...uses)).toEqual([['01-01'], ['01-02'], []])
  })

  it('share the usage of a conversation that had both, or whose units are unknown', () => {
    expect(unitsOf([A, { ...B, session: 'a' }], use({ session: 'a' }))).toEqual([['01-01', '01-02']])
    expect(unitsOf([span('01-01'), span('01-02')], use({}))).toEqual([['01-01', '01-02']])
    // The client's records use other conversation ids.
    expect(unitsOf([A, B], use({ session: 'c' }))).toEqual([['01-01', '01-02']])
  })

  it('get all usage in their own worktrees, at any time', () => {
    const brought = span('01-01', { from: at('11:00'), to: at('11:00') })
    const uses = [
      use({ tree: 'auto-execute-plan--01-01' }),
      use({ tree: 'auto-execute-plan--01-02' }),
      use({ tree: 'mine' }),
    ]
    expect(unitsOf([brought, span('02-01')], ...uses)).toEqual([['01-01'], ['01-02'], ['02-01']])
    expect(unitsOf([span('02-01'), { ...span('01-01'), unitType: 'quick' }], use({ tree: '01-01' }))).toEqual([
      ['01-01'],
    ])
  })
})

it('the rows always add up to the sum of the records', () => {
  const time = fc.integer({ min: 0, max: 50 })
  const word = fc.constantFrom('a', 'b', 'c')
  const spans = fc.array(fc.record({ unitId: word, from: time, length: time, session: fc.option(word) }))
  const uses = fc.array(
    fc.record({
      from: time,
      length: time,
      session: word,
      tree: fc.option(word),
      output: fc.nat(9),
      id: fc.option(word),
    }),
  )
  fc.assert(
    fc.property(spans, uses, fc.constantFrom(...USAGE_KEYS), (units, used, by) => {
      const once = distinct(used.map(({ length, ...one }) => use({ ...one, to: one.from + length })))
      const at = units.map(({ length, ...one }) => ({ ...one, unitType: 'execute-plan', to: one.from + length }))
      const rows = usageRows(once, at, by)
      for (const count of ['requests', 'input', 'cached', 'output'] as const)
        expect(rows.reduce((sum, row) => sum + row[count], 0)).toBe(usageSum(once)[count])
      // Compared with a linear search.
      const work = workOf(once, at)
      for (const one of once.filter(({ tree }) => tree === null))
        for (const span of work(one)) expect(span.from <= one.to && one.from <= span.to).toBe(true)
    }),
  )
})

it('a request that was recorded again counts once, with its last record, per client', () => {
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

it('costs are summed if all are known, otherwise unknown', () => {
  expect(usageSum([use({ cost: 0.5 }), use({ cost: 1 })]).cost).toBe(1.5)
  expect([usageSum([use({ cost: 1 }), use({})]).cost, usageSum([]).cost]).toEqual([null, null])
})

it('rows name the models, including unknown ones', () => {
  const rows = usageRows([use({}), use({ model: null }), use({ model: 'b' })], [], 'client')
  expect(rows).toEqual([
    { key: 'Some client', requests: 3, input: 3, cached: 30, output: 300, cost: null, models: ['b', 'm', 'not told'] },
  ])
})
