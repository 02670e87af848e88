import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(ROSTERS.requirements, {
  'requirements.list': [{ words: [] }, { words: ['--open', '--phase', '1'] }],
  'requirements.mark-complete': [
    { words: ['CORE-01', '--overrule', '--by', 'Ada', '--reason', 'seen it'] },
    { words: ['CORE-02'], exit: 1 },
    { words: ['CORE-77'], exit: 1 },
    { words: ['CORE-01', '--overrule'], exit: 2 },
  ],
  'requirements.revert-phase': [
    { words: ['CORE-01', 'AUTH-01'] },
    { words: ['CORE-01', '--overrule', '--by', 'Ada', '--reason', 'it broke'] },
    { words: ['CORE-77'], exit: 1 },
  ],
})
