// Verbs: commits and branches.
import { roster } from '../roster.js'

export const gitRoster = roster({
  title: 'Commits and branches',
  verbs: {
    commit: async () => (await import('./commit.js')).commit,
    'git.base-branch': async () => (await import('./guards.js')).gitBaseBranch,
  },
  aliases: {},
})
