import { validateRoster } from '../../../lib/verbs/validate/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(validateRoster, {
  'validate.health': [{ words: [] }],
})
