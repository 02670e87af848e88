import { roadmapRoster } from '../../../lib/verbs/roadmap/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(roadmapRoster, {
  'roadmap.analyze': [{ words: [] }],
  'roadmap.get-phase': [{ words: ['2'] }, { words: ['--phase', '02'] }, { words: ['9'], exit: 1 }],
})
