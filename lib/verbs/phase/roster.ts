// Verbs: phases and plans.
import { roster } from '../roster.js'

export const phaseRoster = roster({
  title: 'Phases and plans',
  verbs: {
    'phase.find': async () => (await import('./phase.js')).phaseFind,
    'phase.add': async () => (await import('./phase.js')).phaseAdd,
    'phase.complete': async () => (await import('./transition.js')).phaseComplete,
    'plan.complete': async () => (await import('./plan.js')).planComplete,
    'phase.plan-index': async () => (await import('./phase.js')).phasePlanIndex,
  },
  aliases: { 'find-phase': 'phase.find' },
})
