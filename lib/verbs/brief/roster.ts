// Verbs: serving prompts.
import { roster } from '../roster.js'

export const briefRoster = roster({
  title: 'Serving prompts',
  verbs: {
    brief: async () => (await import('./brief.js')).brief,
  },
  aliases: {},
})
