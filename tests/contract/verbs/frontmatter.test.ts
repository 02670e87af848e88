import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'

verbContract(withOlder(ROSTERS.frontmatter, 'frontmatter'), {
  'frontmatter.get': [
    { words: [PLAN] },
    { words: [PLAN, '--field', 'plan'] },
    { words: [PLAN, 'nonsense'], exit: 1 },
    { words: ['nothing.md'], exit: 1 },
  ],
  'frontmatter.set': [
    { words: [PLAN, 'requirements', '["CORE-02","CORE-01"]'] },
    { words: [PLAN, 'wave', '7'], exit: 1 },
  ],
  'frontmatter.merge': [
    { words: [PLAN, '--data', '{"requirements":["CORE-02"],"note":"x"}'] },
    { words: [PLAN, '--data', '{"wave":7,"note":"x"}'], exit: 1 },
    { words: [PLAN, '--data', 'no json'], exit: 2 },
  ],
  'frontmatter.validate': [{ words: [PLAN, '--schema', 'plan'] }, { words: ['README.md'], exit: 2 }],
})
