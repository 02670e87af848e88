// Verbs: commits and branches.
import { roster } from '../roster.js'

export const gitRoster = roster({
  title: 'Commits and branches',
  verbs: {
    commit: async () => (await import('./commit.js')).commit,
    'check-commit': async () => (await import('./guards.js')).checkCommit,
    'commit-docs-guard': async () => (await import('./docs-guard.js')).commitDocsGuard,
    'git.base-branch': async () => (await import('./guards.js')).gitBaseBranch,
  },
  aliases: {},
})
