// Who is at work on a plan, as the board names them: by the conversation where the client names it, else by its process.
import { expect, it } from 'vitest'
import { workersOn } from '../../../../lib/core/board/workers.js'
import type { View } from '../../../../lib/core/view.js'

const claimed = (session: string | null): View => {
  const claim = {
    ...{ v: 1, token: 't1', dispatchId: 'd1', unitType: 'execute-plan', unitId: '01-02', attempt: 1, revision: 'r' },
    ...{ at: '2026-01-05T11:59:00.000Z', leaseUntil: '2026-01-05T12:29:00.000Z', startCommit: null, baseline: [] },
    ...{
      drafts: '.planning/.runtime/drafts/d1',
      holder: { pid: 42, host: 'here', namespace: '', start: '1', session },
    },
  }
  return {
    base: '.planning',
    list: () => [{ kind: 'file', name: 'execute-plan--01-02.json' }],
    source: () => ({ text: JSON.stringify(claim) }),
    presence: { standingOf: () => 'elsewhere', elsewhere: () => [] },
  } as unknown as View
}

it.each([
  ['conversation-7', 'conversation-7'],
  [null, 'process 42 on here'],
])('of a claim that was taken in %s says %s', (session, who) => {
  const workers = workersOn(claimed(session))
  expect([workers.onPlan('01-02')?.who, workers.onPlan('01-01')]).toEqual([who, null])
})
