import { gitRoster } from '../../../lib/verbs/git/roster.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(gitRoster, {
  commit: [
    { words: ['add notes', '--files', 'notes.md'], files: { 'notes.md': 'x\n' }, git: true, once: true },
    { words: ['nothing'], git: true },
    { words: ['no repository'] },
  ],
})
