import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(ROSTERS.requirements, {
  'requirements.list': [{ words: [] }],
})
