import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

verbContract(withOlder(ROSTERS.roadmap, 'roadmap'), {
  'roadmap.analyze': [{ words: [] }],
  'roadmap.update-plan-progress': [{ words: ['1'] }, { words: ['2'], exit: 1 }, { words: ['9'], exit: 1 }],
  'roadmap.annotate-dependencies': [{ words: ['1'] }, { words: ['2'], exit: 1 }, { words: ['9'], exit: 1 }],
  'roadmap.get-phase': [{ words: ['2'] }, { words: ['--phase', '02'] }, { words: ['9'], exit: 1 }],
})
