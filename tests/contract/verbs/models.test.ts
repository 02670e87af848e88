import { modelsRoster } from '../../../lib/verbs/models/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(modelsRoster, {
  'resolve-model': [{ words: ['planner'] }, { words: ['gsd-executor'] }, { words: ['nobody'], exit: 1 }],
})
