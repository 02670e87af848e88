// Verbs: small helpers.
import { roster } from '../roster.js'

export const textRoster = roster({
  title: 'Small helpers',
  verbs: {
    'run-with-timeout': async () => (await import('./text.js')).runWithTimeout,
  },
  aliases: {},
})
