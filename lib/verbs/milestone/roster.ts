// Verbs: milestones and their order.
import { roster } from '../roster.js'

export const milestoneRoster = roster({
  title: 'Milestones',
  verbs: {
    'milestone.audit': async () => (await import('./milestone.js')).milestoneAudit,
    'milestone.complete': async () => (await import('./milestone.js')).milestoneComplete,
  },
  aliases: {},
})
