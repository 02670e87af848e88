// Workers on the board: named by conversation if known, otherwise by process; and workers of other machines.
import { expect, it } from 'vitest'
import { workersIn } from '../../../../lib/core/board/board.js'
import type { StoredClaim } from '../../../../lib/core/dispatch/claim-store.js'
import type { View } from '../../../../lib/core/view.js'

const NOW = Date.parse('2026-01-05T12:00:00.000Z')
const claimed = (session: string | null, leaseUntil = '2026-01-05T12:29:00.000Z') => ({
  ...{ v: 1, token: 't1', dispatchId: 'd1', unitType: 'execute-plan', unitId: '01-02', attempt: 1, revision: 'r' },
  ...{ at: '2026-01-05T11:59:00.000Z', leaseUntil, startCommit: null, baseline: [], machine: 'other' },
  drafts: '.planning/.runtime/drafts/d1',
  holder: { pid: 42, host: 'here', namespace: '', start: '1', session },
})
const viewOf = (claim: object | null): View =>
  ({
    base: '.planning',
    list: () => (claim === null ? [] : [{ kind: 'file', name: 'execute-plan--01-02.json' }]),
    source: () => ({ text: JSON.stringify(claim) }),
    presence: { stateOf: () => 'elsewhere', recordsElsewhere: () => [] },
    caller: { mark: 'mine' },
    clock: { now: () => NOW },
  }) as unknown as View
const remote = (claim: object) => [claim as unknown as StoredClaim]

it.each([
  ['conversation-7', 'conversation-7'],
  [null, 'process 42 on here'],
])('shows a claim of the conversation %s as %s', (session, who) => {
  expect(workersIn(viewOf(claimed(session)))).toMatchObject([
    { unit: 'execute-plan/01-02', phase: '1', who, machine: null },
  ])
})

it('shows a claim of another machine during its lease, unless the claim is ours or the unit is claimed here', () => {
  expect(workersIn(viewOf(null), remote(claimed(null)))).toMatchObject([{ phase: '1', machine: 'here' }])
  expect(workersIn(viewOf(null), remote(claimed(null, '2026-01-05T11:59:59.000Z')))).toEqual([])
  expect(workersIn(viewOf(null), remote({ ...claimed(null), machine: 'mine' }))).toEqual([])
  expect(workersIn(viewOf(claimed(null)), remote(claimed(null)))).toHaveLength(1)
})
