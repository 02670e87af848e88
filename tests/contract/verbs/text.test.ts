import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

verbContract(withOlder(ROSTERS.text, 'text'), {
  'generate-slug': [{ words: ['Fix the Login'] }, { words: ['—'] }, { words: [], exit: 2 }],
  'current-timestamp': [{ words: [] }, { words: ['date'] }, { words: ['filename'] }, { words: ['year'], exit: 2 }],
  websearch: [{ words: ['anything'], exit: 1 }],
  'run-with-timeout': [
    { words: ['10', 'node', 'ok.cjs'], files: { 'ok.cjs': '' } },
    { words: ['10', '--', 'node', '-e', 'process.exit(3)'], exit: 1 },
    { words: ['10'], exit: 2 },
  ],
})
