// Verbs: health of the planning tree and of what surrounds it.
import { roster } from '../roster.js'

export const validateRoster = roster({
  title: 'Health of the planning tree',
  verbs: {
    'validate.health': async () => (await import('./validate.js')).validateHealth,
    'validate.consistency': async () => (await import('./consistency.js')).validateConsistency,
    'validate.context': async () => (await import('./consistency.js')).validateContext,
    'validate.agents': async () => (await import('./settings.js')).validateAgents,
  },
  aliases: {},
})
