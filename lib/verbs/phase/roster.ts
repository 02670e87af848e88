// Verbs: phases and plans.
import { roster } from '../roster.js'

export const phaseRoster = roster({
  title: 'Phases and plans',
  verbs: {
    'phase.find': async () => (await import('./phase.js')).phaseFind,
    'phase.add': async () => (await import('./edit.js')).phaseAdd,
    'phase.insert': async () => (await import('./edit.js')).phaseInsert,
    'phase.edit': async () => (await import('./edit.js')).phaseEdit,
    'phase.remove': async () => (await import('./remove.js')).phaseRemove,
    'phase.depth': async () => (await import('./depth.js')).phaseDepth,
    'phase.complete': async () => (await import('./transition.js')).phaseComplete,
    'phase.plan-index': async () => (await import('./phase.js')).phasePlanIndex,
    'phases.clear': async () => (await import('./archive.js')).phasesClear,
    'phases.archive': async () => (await import('./archive.js')).phasesArchive,
  },
  aliases: { 'find-phase': 'phase.find' },
})
