import { trustRoster } from '../../../lib/verbs/trust/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(trustRoster, {
  'trust.show': [{ words: [] }],
  'trust.agree': [
    { words: [] },
    { words: ['--agree', 'gsd-00000000'] },
    { words: ['--revoke'] },
    { words: ['f'.repeat(64), '--revoke'] },
    { words: ['f'.repeat(64)], exit: 2 },
  ],
})
