// Verbs: work trees.
import { roster } from '../roster.js'

export const worktreesRoster = roster({
  title: 'Work trees',
  verbs: {
    'worktree.enter': async () => (await import('./lifecycle.js')).worktreeEnter,
    'worktree.merge': async () => (await import('./lifecycle.js')).worktreeMerge,
    'worktree.exit': async () => (await import('./lifecycle.js')).worktreeExit,
  },
  aliases: {},
})
