import { verifyRoster } from '../../../lib/verbs/verify/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'

verbContract(verifyRoster, {
  'verify.plan-structure': [{ words: [PLAN] }, { words: ['nothing.md'], exit: 1 }],
  'verify.phase-completeness': [
    { words: ['1'], exit: 1 },
    { words: ['9'], exit: 1 },
  ],
  'verify.references': [{ words: [PLAN] }, { words: ['README.md'] }],
})
