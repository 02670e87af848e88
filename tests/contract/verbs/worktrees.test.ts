import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

const MANIFEST = ['--manifest', '.planning/.runtime/wave.json']
const ENTRY = [
  ...['--agent-id', 'a1', '--path', '.planning/.runtime/worktrees/a1'],
  ...['--branch', 'agent/a1', '--base', 'HEAD'],
]
const ISOLATED = { '.planning/config.json': '{"git":{"isolation":"worktree"}}' }

verbContract(withOlder(ROSTERS.worktrees, 'worktrees'), {
  'worktree.enter': [
    { words: ['01-02'], git: true, files: ISOLATED, once: true },
    { words: ['01-02'], git: true, exit: 1 },
  ],
  'worktree.merge': [{ words: ['01-02'], git: true, exit: 1 }],
  'worktree.exit': [{ words: ['01-02'], git: true, exit: 1 }],
  'worktree.create': [
    { words: [...MANIFEST, ...ENTRY], git: true, once: true },
    { words: [...MANIFEST, ...ENTRY.slice(0, -1), 'nonsense'], git: true, exit: 3 },
  ],
  'worktree.cleanup-wave': [
    { words: MANIFEST },
    { words: MANIFEST, files: { '.planning/.runtime/wave.json': '{}' }, exit: 1 },
  ],
})
