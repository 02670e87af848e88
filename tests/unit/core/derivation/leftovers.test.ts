// Actions that plans leave behind stay open until a later plan answers them, in random histories too.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  actionRef,
  handlingOf,
  isHandledBy,
  openActions,
  type PlanLeftovers,
} from '../../../../lib/core/derivation/leftovers.js'
import { type PlanId, parsePlanId } from '../../../../lib/core/ids.js'

const id = (text: string): PlanId => parsePlanId(text) as PlanId

const leftovers = (
  plan: string,
  completedAt: string | null,
  pendingActions: readonly string[],
  tickedActions: readonly string[] = [],
): PlanLeftovers => ({ id: id(plan), completedAt, pendingActions, tickedActions })

const openIn = (plans: readonly PlanLeftovers[]): readonly string[] =>
  openActions(plans)
    .flatMap(({ plan, open }) => [...open].map((index) => actionRef(plan.id, index)))
    .sort()

describe('leftovers of plans', () => {
  it('stay until a later finished plan mentions them', () => {
    const first = leftovers('01-02', '2026-01-01T00:00:01.000Z', ['Run `migrate`.', 'tell ops'])
    expect(openIn([first])).toEqual(['01-02#1', '01-02#2'])
    const again = leftovers('01-01', '2026-01-01T00:00:02.000Z', ['run migrate'], ['01-02#2: told'])
    expect(openIn([again, first])).toEqual(['01-01#1'])
  })

  it('are not answered by an earlier finished plan, whatever the numbers', () => {
    const gap = leftovers('01-01', '2026-01-01T00:00:09.000Z', ['migrate'])
    const older = leftovers('01-09', '2026-01-01T00:00:01.000Z', [], ['migrate'])
    expect(openIn([gap, older])).toEqual(['01-01#1'])
  })

  it('are not answered by words with only the same beginning', () => {
    const first = leftovers('01-01', '2026-01-01T00:00:01.000Z', ['index the table', 'a', 'b', 'c'])
    const later = leftovers('01-02', '2026-01-01T00:00:02.000Z', ['index the tablespace'], ['01-01#11: other'])
    expect(openIn([first, later])).toEqual(['01-01#1', '01-01#2', '01-01#3', '01-01#4', '01-02#1'])
  })

  it('are open or mentioned by a later plan, in any order of input', () => {
    const words = fc.constantFrom('migrate', 'index', 'tell ops', 'write docs', 'remove the flag')
    const plan = fc.record({ actions: fc.uniqueArray(words), ticked: fc.uniqueArray(words), at: fc.nat(20) })
    fc.assert(
      fc.property(fc.array(plan, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (given, seeds) => {
        const plans = given.map(({ actions, ticked, at }, index) =>
          leftovers(
            `01-${index + 1}`,
            at === 0 ? null : `2026-01-01T00:00:${String(at).padStart(2, '0')}.000Z`,
            actions,
            ticked,
          ),
        )
        const order = [...plans].sort(
          (a, b) => (a.completedAt ?? '').localeCompare(b.completedAt ?? '') || a.id.localeCompare(b.id),
        )
        const open = new Set(openIn(plans))
        order.forEach((one, position) => {
          const later = order.slice(position + 1).flatMap((next) => [...next.pendingActions, ...next.tickedActions])
          one.pendingActions.forEach((action, index) => {
            expect(open.has(actionRef(one.id, index))).toBe(!later.includes(action))
          })
        })
        const shuffled = plans.map((one) => [seeds.next().value, one] as const).sort(([a], [b]) => a - b)
        expect(openIn(shuffled.map(([, one]) => one))).toEqual([...open].sort())
        // Every required action is still required: its last mention is open or ticked.
        for (const action of new Set(plans.flatMap(({ pendingActions }) => pendingActions))) {
          const last = order.findLastIndex(
            ({ pendingActions, tickedActions }) => pendingActions.includes(action) || tickedActions.includes(action),
          )
          const { id: owner, pendingActions: actions = [] } = order[last] ?? { id: id('01-1') }
          if (actions.includes(action)) expect(open.has(actionRef(owner, actions.indexOf(action)))).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('an entry of handles', () => {
  it.each([
    ['01-02#1', { planId: '01-02', number: 1, dropped: null }],
    ['1-2 # 3', { planId: '01-02', number: 3, dropped: null }],
    ['01-02', { planId: '01-02', number: null, dropped: null }],
    ['01-02#2 dropped: the table is gone', { planId: '01-02', number: 2, dropped: 'the table is gone' }],
  ])('%s', (entry, expected) => {
    expect(handlingOf(entry)).toEqual(expected)
  })

  it('handles only what it names: an action or a plan, and a dropped action with a reason', () => {
    for (const entry of ['01-02#1 dropped:', '01-02#1 dropped', 'the migration', '', '#1'])
      expect(isHandledBy('01-02#1', [entry]), entry).toBe(false)
    expect(isHandledBy('01-02#1', ['01-02#11', '01-02'])).toBe(true)
    expect(isHandledBy('01-02#1', ['01-02#11'])).toBe(false)
  })
})
