import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.config, {
  'config.get': [
    { words: ['mode'] },
    { words: ['workflow'] },
    { words: ['workflow.research'] },
    { words: ['response_language'] },
    { words: ['nonsense'], exit: 1 },
  ],
  'config.set': [
    { words: ['workflow.research', 'true'] },
    { words: ['granularity', 'coarse'] },
    { words: ['mode', 'null'] },
    { words: ['mode', 'nonsense'], exit: 2 },
    { words: ['nonsense', '1'], exit: 2 },
  ],
  'config.list': [{ words: [] }, { words: ['workflow'] }, { words: ['--chosen'] }],
})
