import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const PLAN = { 'PLAN.md': '# Clock\n\n## Hands\n\n- [ ] An hour hand\n' }

verbContract(ROSTERS.import, {
  import: [
    { words: ['plan', 'PLAN.md'], files: PLAN },
    { words: ['plan', 'PLAN.md', '--claim', 'nobody'], files: PLAN, exit: 1 },
    { words: ['gsd2', 'nowhere'], exit: 1 },
    { words: ['nonsense', 'PLAN.md'], exit: 2 },
  ],
})
