// Verbs: open decisions, pending actions, replanning, and what units cost.
import { roster } from '../roster.js'

export const decisionsRoster = roster({
  title: 'Open decisions, pending actions, replanning, costs',
  verbs: {
    'decision.add': async () => (await import('./decisions.js')).decisionAdd,
    'decision.list': async () => (await import('./decisions.js')).decisionList,
    'decision.answer': async () => (await import('./decisions.js')).decisionAnswer,
    'pending.list': async () => (await import('./pending.js')).pendingList,
    'pending.accept': async () => (await import('./pending.js')).pendingAccept,
    replan: async () => (await import('./replan.js')).replan,
    'metrics.record': async () => (await import('./metrics.js')).metricsRecord,
    'metrics.report': async () => (await import('./metrics.js')).metricsReport,
  },
  aliases: {},
})
