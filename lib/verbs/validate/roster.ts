// Verbs: health of the planning tree and of what surrounds it.
import { roster } from '../roster.js'

export const validateRoster = roster({
  title: 'Health of the planning tree',
  verbs: {
    'validate.health': async () => (await import('./validate.js')).validateHealth,
    'validate.context': async () => (await import('./consistency.js')).validateContext,
  },
  aliases: {},
})
