import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

const SUMMARY = '.planning/phases/01-foundation/01-01-SUMMARY.md'

verbContract(withOlder(ROSTERS.reports, 'reports'), {
  progress: [{ words: [] }, { words: ['table'] }, { words: ['bar'] }, { words: ['pie'], exit: 2 }],
  stats: [{ words: [] }, { words: ['table'], git: true }, { words: ['bar'], exit: 2 }],
  'summary-extract': [
    { words: [SUMMARY] },
    { words: [SUMMARY, '--fields', 'one_liner,decisions'] },
    { words: [SUMMARY, '--fields', 'one_line'], exit: 2 },
    { words: ['.planning/phases/01-foundation/01-09-SUMMARY.md'], exit: 1 },
  ],
  'history-digest': [{ words: [] }, { words: ['--limit', '1'] }, { words: ['--limit', 'all'], exit: 2 }],
})
