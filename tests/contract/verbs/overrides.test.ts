import { overridesRoster } from '../../../lib/verbs/overrides/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(overridesRoster, {
  'overrides.show': [{ words: [] }, { words: ['agents/planner.md'] }, { words: ['agents/nobody.md'], exit: 1 }],
})
