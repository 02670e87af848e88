import { docsRoster } from '../../../lib/verbs/docs/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(docsRoster, {
  'docs-init': [{ words: [] }],
})
