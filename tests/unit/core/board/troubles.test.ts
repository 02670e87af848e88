// Problems on the board: what the user should fix, and nothing that is in order.
import { describe, expect, it } from 'vitest'
import { troublesIn } from '../../../../lib/core/board/board.js'
import type { BoardPhase, BoardPlan, Proof } from '../../../../lib/core/board/shown.js'

const check = {
  name: 'tests',
  command: 'npm test',
  exit: 1,
  passed: null,
  failed: null,
  skipped: null,
  ms: 1,
  reason: null,
}
const proof = (verdict: string, weak: string | null = null): Proof => ({
  ...{ path: '01-01-VERIFY.json', at: '', verdict, weak, tree: null, commit: null },
  checks: [{ ...check, outcome: verdict }],
})
const plan = (more: Partial<BoardPlan>): BoardPlan => ({
  ...{ id: '01-01', objective: null, outcome: null, tasks: [], commits: [], after: [], status: 'done' },
  ...{ halted: false, done: true, requirements: [], proof: proof('pass') },
  ...more,
})
const phase = (more: Partial<BoardPhase>): BoardPhase =>
  ({ number: '1', done: false, closed: false, wave: 1, verification: null, work: [], ...more }) as BoardPhase
const texts = (more: Partial<BoardPhase>) => troublesIn([phase(more)]).map(({ text }) => text)

describe('the board', () => {
  it.each<[string, Partial<BoardPhase>, RegExp]>([
    ['a failed check', { work: [plan({ proof: proof('fail') })] }, /01-01: 1 check failed \(npm test\)/],
    ['a plan that stopped', { work: [plan({ halted: true, done: false })] }, /01-01 was halted/],
    ['a receipt that proves nothing', { work: [plan({ proof: proof('pass', 'no test ran') })] }, /no test ran/],
    [
      'an outdated verification',
      { verification: { word: 'outdated', says: '', reason: 'the work has changed' } },
      /Phase 1: the work has changed/,
    ],
  ])('names %s, unless the phase is closed', (_, more, text) => {
    expect(texts(more)).toEqual([expect.stringMatching(text)])
    expect(texts({ ...more, closed: true })).toEqual([])
  })

  it('does not report work that is in order or not done yet', () => {
    const open = plan({ done: false, status: 'planned', proof: null })
    expect(texts({ work: [plan({}), open], verification: { word: 'missing', says: '', reason: '' } })).toEqual([])
  })
})
