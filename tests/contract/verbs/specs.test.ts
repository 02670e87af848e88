import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.specs, {
  'specs.merge': [{ words: ['1'] }, { words: ['1', '--rebase'] }, { words: ['99'], exit: 1 }],
})
