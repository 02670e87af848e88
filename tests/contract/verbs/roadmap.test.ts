import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(ROSTERS.roadmap, {
  'roadmap.analyze': [{ words: [] }],
  'roadmap.get-phase': [{ words: ['2'] }, { words: ['--phase', '02'] }, { words: ['9'], exit: 1 }],
})
