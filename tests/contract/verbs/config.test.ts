import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

verbContract(withOlder(ROSTERS.config, 'config'), {
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
  'config.path': [{ words: [] }],
  'config.ensure-section': [{ words: [] }, { words: ['workflow'] }],
  'config.new-project': [
    { words: ['{"mode":"yolo"}'] },
    { words: [] },
    { words: ['{'], exit: 2 },
    { words: ['{"moed":"yolo"}'], exit: 2 },
  ],
  'config.set-model-profile': [{ words: ['budget'] }, { words: ['cheap'], exit: 2 }],
})
