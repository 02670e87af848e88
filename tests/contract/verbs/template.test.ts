import { templateRoster } from '../../../lib/verbs/template/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(templateRoster, {
  'template.fill': [
    { words: ['plan', '--phase', '2', '--plan', '1'], once: true },
    { words: ['verification', '--phase', '1'], once: true },
    { words: ['summary', '--phase', '1'], exit: 2 },
  ],
  'scaffold.context': [{ words: ['2'] }, { words: ['--phase', '9'], exit: 1 }],
  'scaffold.uat': [{ words: ['1'] }],
  'scaffold.verification': [{ words: ['1'] }],
  'scaffold.phase-dir': [{ words: ['2'] }],
})
