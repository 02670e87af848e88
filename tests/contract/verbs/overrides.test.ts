import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(ROSTERS.overrides, {
  'overrides.show': [{ words: [] }, { words: ['agents/planner.md'] }, { words: ['agents/nobody.md'], exit: 1 }],
})
