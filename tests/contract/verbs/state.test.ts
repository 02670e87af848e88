import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.state, {
  'state.rebuild': [{ words: [] }],
  'state.record-session': [{ words: ['--stopped-at', 'Task 2', '--resume-file', 'a.md'] }],
})
