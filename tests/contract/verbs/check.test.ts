import { checkRoster } from '../../../lib/verbs/check/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(checkRoster, {
  'check.run': [{ words: ['01-02'], once: true }, { words: ['--baseline'] }, { words: ['9'], exit: 1 }],
})
