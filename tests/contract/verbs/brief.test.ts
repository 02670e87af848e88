import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.brief, {
  'unit.brief': [{ words: ['--claim', 'no-such-token'], exit: 3 }],
  'unit.delegate': [{ words: ['verify-phase', '1'] }],
  brief: [{ words: ['plan-phase', '2'] }, { words: ['nonsense'], exit: 2 }],
})
