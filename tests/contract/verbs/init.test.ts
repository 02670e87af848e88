import { initRoster } from '../../../lib/verbs/init/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const WHOLE = [{ words: [] }] as const
const PHASE = [{ words: ['1'] }, { words: ['99'] }, { words: [], exit: 2 }] as const

verbContract(initRoster, {
  'init.new-project': WHOLE,
  'init.new-milestone': WHOLE,
  'init.plan-phase': PHASE,
  'init.execute-phase': [...PHASE, { words: ['--phase', '1', '--validate', '--tdd'] }],
  'init.verify-work': PHASE,
  'init.phase-op': PHASE,
  'init.quick': [{ words: ['fix', 'the', 'login'] }, { words: [] }],
  'init.resume': WHOLE,
  'init.todos': [{ words: [] }, { words: ['ui'] }],
  'init.milestone-op': WHOLE,
  'init.map-codebase': WHOLE,
  'init.progress': WHOLE,
  'init.manager': WHOLE,
  'init.ingest-docs': WHOLE,
  'init.new-workspace': WHOLE,
  'init.list-workspaces': WHOLE,
  'init.remove-workspace': [
    { words: ['none'], exit: 1 },
    { words: ['../x'], exit: 1 },
  ],
  'init.onboard': [{ words: [] }, { words: ['--fast', '--text'] }],
  'init.review': PHASE,
})
