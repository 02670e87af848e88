import { specsRoster } from '../../../lib/verbs/specs/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(specsRoster, {
  'specs.merge': [{ words: ['1'] }, { words: ['1', '--rebase'] }, { words: ['99'], exit: 1 }],
})
