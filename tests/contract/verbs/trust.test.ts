import { trustRoster } from '../../../lib/verbs/trust/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(trustRoster, {
  'trust.show': [{ words: [] }],
  'trust.agree': [{ words: [] }, { words: ['--agree', 'gsd-00000000'] }],
  'trust.revoke': [{ words: [] }, { words: ['f'.repeat(64)] }],
})
