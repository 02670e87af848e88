import { roadmapRoster } from '../../../lib/verbs/roadmap/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(roadmapRoster, {
  'roadmap.analyze': [{ words: [] }],
  'roadmap.validate': [
    { words: [] },
    { words: [], files: { '.planning/phases/02-one/x.md': 'x', '.planning/phases/02-two/x.md': 'x' }, exit: 1 },
  ],
  'roadmap.update-plan-progress': [{ words: ['1'] }, { words: ['2'], exit: 1 }, { words: ['9'], exit: 1 }],
  'roadmap.annotate-dependencies': [{ words: ['1'] }, { words: ['2'], exit: 1 }, { words: ['9'], exit: 1 }],
  'roadmap.get-phase': [{ words: ['2'] }, { words: ['--phase', '02'] }, { words: ['9'], exit: 1 }],
})
