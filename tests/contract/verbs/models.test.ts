import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.models, {
  'model.explain': [
    { words: ['execute-plan', '01-01', '--attempt', '2', '--host', 'claude'] },
    { words: ['audit-milestone', 'v1'] },
    { words: ['build-plan', '01-01'], exit: 2 },
  ],
})
