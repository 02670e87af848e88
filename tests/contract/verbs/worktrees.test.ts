import { worktreesRoster } from '../../../lib/verbs/worktrees/roster.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

const MANIFEST = ['--manifest', '.planning/.runtime/wave.json']
const ISOLATED = { '.planning/config.json': '{"git":{"isolation":"worktree"}}' }

verbContract(withOlder(worktreesRoster, 'worktrees'), {
  'worktree.enter': [
    { words: ['01-02'], git: true, files: ISOLATED, once: true },
    { words: ['01-02'], git: true, exit: 1 },
  ],
  'worktree.merge': [{ words: ['01-02'], git: true, exit: 1 }],
  'worktree.exit': [{ words: ['01-02'], git: true, exit: 1 }],
  'worktree.cleanup-wave': [
    { words: MANIFEST },
    { words: MANIFEST, files: { '.planning/.runtime/wave.json': '{}' }, exit: 1 },
  ],
})
