// Verbs: running checks.
import { roster } from '../roster.js'

export const checkRoster = roster({
  title: 'Running checks',
  verbs: {
    'check.run': async () => (await import('./check.js')).checkRun,
  },
  aliases: { 'verify.run': 'check.run' },
})
