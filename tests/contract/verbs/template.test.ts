import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

verbContract(withOlder(ROSTERS.template, 'template'), {
  'template.fill': [
    { words: ['plan', '--phase', '2', '--plan', '1'], once: true },
    { words: ['verification', '--phase', '1'], once: true },
    { words: ['summary', '--phase', '1'], exit: 2 },
    { words: ['validation', '--phase', '1'], once: true },
    { words: ['security', '--phase', '99'], exit: 1 },
  ],
  'template.select': [
    { words: ['.planning/phases/01-foundation/01-02-PLAN.md'] },
    { words: ['.planning/phases/01-foundation/01-99-PLAN.md'], exit: 1 },
  ],
  'template.show': [{ words: ['review'] }, { words: ['handoff'] }, { words: ['nonsense'], exit: 2 }],
})
