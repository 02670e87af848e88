// Verbs: work trees.
import { roster } from '../roster.js'

export const worktreesRoster = roster({
  title: 'Work trees',
  verbs: {
    'worktree.enter': async () => (await import('./lifecycle.js')).worktreeEnter,
    'worktree.merge': async () => (await import('./lifecycle.js')).worktreeMerge,
    'worktree.exit': async () => (await import('./lifecycle.js')).worktreeExit,
    'worktree.create': async () => (await import('./wave.js')).worktreeCreate,
    'worktree.cleanup-wave': async () => (await import('./wave.js')).worktreeCleanupWave,
  },
  aliases: {},
})
