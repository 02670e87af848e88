// Verbs: what comes next, and units of work.
import { roster } from '../roster.js'

export const dispatchRoster = roster({
  title: 'What comes next, and units of work',
  verbs: {
    next: async () => (await import('./next.js')).next,
    begin: async () => (await import('./begin.js')).begin,
    'project.create': async () => (await import('./create.js')).projectCreate,
    order: async () => (await import('./order.js')).order,
    'unit.claim': async () => (await import('./unit.js')).unitClaim,
    'unit.finish': async () => (await import('./unit.js')).unitFinish,
    'unit.reset': async () => (await import('./unit.js')).unitReset,
    adopt: async () => (await import('./adopt.js')).adopt,
    'state.derive': async () => (await import('./derive.js')).stateDerive,
  },
  aliases: {},
})
