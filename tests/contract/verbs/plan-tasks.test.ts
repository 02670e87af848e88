import { planTasksRoster } from '../../../lib/features/plan-tasks/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const claimed = {
  '.planning/.runtime/claims/execute-plan--01-02.json': JSON.stringify({
    v: 1,
    token: 't1',
    dispatchId: 'execute-plan-01-02-1-aaaaaa',
    unitType: 'execute-plan',
    unitId: '01-02',
    attempt: 1,
    revision: 'r',
    milestone: 'v1.0',
    at: '2026-01-05T12:00:00.000Z',
    leaseUntil: '2026-01-05T12:20:00.000Z',
    startCommit: null,
    session: 's1',
    mode: null,
    drafts: '.planning/.runtime/drafts/execute-plan-01-02-1-aaaaaa',
    baseline: [],
  }),
}

verbContract(planTasksRoster, {
  'task.mark': [
    { words: ['1', 'started'], files: claimed },
    { words: ['1', 'started'], exit: 1 },
    { words: ['9', 'started'], files: claimed, exit: 1 },
    { words: ['1', 'done', '--claim', 't1'], files: claimed },
    { words: ['1', 'done', '--claim', 'other'], files: claimed, exit: 1 },
    { words: [], files: claimed },
    { words: ['--plan', '1-2'], files: claimed },
    { words: [], exit: 1 },
    { words: ['1'], files: claimed, exit: 2 },
  ],
  'task.remind': [
    { words: ['--bucket', '1'], files: claimed },
    { words: ['--bucket', '1', '--delivered', 's1'], files: claimed },
    { words: ['--bucket', '1'], exit: 1 },
  ],
})
