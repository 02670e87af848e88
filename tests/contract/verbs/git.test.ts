import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.git, {
  commit: [
    { words: ['add notes', '--files', 'notes.md'], files: { 'notes.md': 'x\n' }, git: true, once: true },
    { words: ['nothing'], git: true },
    { words: ['no repository'] },
  ],
})
