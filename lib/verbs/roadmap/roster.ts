// Verbs: ROADMAP.md.
import { roster } from '../roster.js'

export const roadmapRoster = roster({
  title: 'ROADMAP.md',
  verbs: {
    'roadmap.analyze': async () => (await import('./roadmap.js')).roadmapAnalyze,
    'roadmap.get-phase': async () => (await import('./roadmap.js')).roadmapGetPhase,
  },
  aliases: {},
})
