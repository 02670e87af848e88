import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'

verbContract(ROSTERS.frontmatter, {
  'frontmatter.set': [
    { words: [PLAN, 'requirements', '["CORE-02","CORE-01"]'] },
    { words: [PLAN, 'wave', '7'], exit: 1 },
  ],
})
