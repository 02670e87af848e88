import { planTasksRoster } from '../../../lib/features/plan-tasks/roster.js'
import { CLAIM_PATH, CLAIM_RECORD } from '../../support/claim-record.js'
import { verbContract } from '../../support/verb-contract.js'

const lasting = { at: '2026-01-05T12:00:00.000Z', leaseUntil: '2026-01-05T12:20:00.000Z' }
const claimed = { [CLAIM_PATH]: JSON.stringify({ ...CLAIM_RECORD, ...lasting, token: 't1', session: 's1' }) }

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
