import { briefRoster } from '../../../lib/verbs/brief/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(briefRoster, {
  'unit.brief': [{ words: ['--claim', 'no-such-token'], exit: 3 }],
  'unit.delegate': [{ words: ['verify-phase', '1'] }],
  brief: [{ words: ['plan-phase', '2'] }, { words: ['nonsense'], exit: 2 }],
})
