import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.template, {
  'template.show': [{ words: ['review'] }, { words: ['thread'] }, { words: ['nonsense'], exit: 2 }],
})
