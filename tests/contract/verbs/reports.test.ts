import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(ROSTERS.reports, {
  progress: [{ words: [] }, { words: ['table'] }, { words: ['bar'] }, { words: ['pie'], exit: 2 }],
  stats: [{ words: [] }, { words: ['table'], git: true }, { words: ['bar'], exit: 2 }],
  'history-digest': [{ words: [] }, { words: ['--limit', '1'] }, { words: ['--limit', 'all'], exit: 2 }],
})
