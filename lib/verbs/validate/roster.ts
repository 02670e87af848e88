// Verbs: health of the planning tree.
import { roster } from '../roster.js'

export const validateRoster = roster({
  title: 'Health of the planning tree',
  verbs: {
    'validate.health': async () => (await import('./validate.js')).validateHealth,
  },
  aliases: {},
})
