import { phaseRoster } from '../../../lib/verbs/phase/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(phaseRoster, {
  'phase.find': [{ words: ['1'] }, { words: ['--phase', '01'] }, { words: ['9'], exit: 1 }],
  'phase.add': [{ words: ['Exports for people'], once: true }],
  'phase.complete': [
    { words: ['1'], exit: 1 },
    { words: ['9'], exit: 1 },
  ],
  'plan.complete': [{ words: ['01-01'] }, { words: ['01-02'], exit: 1 }],
  'phase.plan-index': [{ words: ['1'] }, { words: ['9'], exit: 1 }],
})
