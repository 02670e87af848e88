// Verbs: progress, statistics, history.
import { roster } from '../roster.js'

export const reportsRoster = roster({
  title: 'Progress, statistics, history',
  verbs: {
    progress: async () => (await import('./progress.js')).progress,
    stats: async () => (await import('./progress.js')).stats,
    'history-digest': async () => (await import('./summaries.js')).historyDigest,
  },
  aliases: { 'history.digest': 'history-digest' },
})
