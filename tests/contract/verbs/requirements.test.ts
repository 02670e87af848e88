import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(ROSTERS.requirements, {
  'requirements.list': [{ words: [] }, { words: ['--open', '--phase', '1'] }],
  'requirements.mark': [
    { words: ['CORE-01', '--by', 'Ada', '--reason', 'seen it'] },
    { words: ['CORE-02'], exit: 1 },
    { words: ['CORE-77'], exit: 1 },
    { words: ['CORE-01', '--by', 'Ada'], exit: 2 },
    { words: ['CORE-01', '--open'], exit: 2 },
    { words: ['CORE-01', '--open', '--by', 'Ada', '--reason', 'it broke'] },
  ],
})
