import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

verbContract(withOlder(ROSTERS.git, 'git'), {
  commit: [
    { words: ['add notes', '--files', 'notes.md'], files: { 'notes.md': 'x\n' }, git: true, once: true },
    { words: ['nothing'], git: true },
    { words: ['no repository'] },
  ],
  'git.base-branch': [
    { words: [], git: true },
    { words: ['main', '--is-protected'], git: true, exit: 1 },
  ],
  'commit-to-subrepo': [{ words: ['x', '--files', 'README.md'], exit: 1 }],
})
