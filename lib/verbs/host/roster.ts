// Verbs: the calling runtime and what it can do.
import { roster } from '../roster.js'

export const hostRoster = roster({
  title: 'The calling runtime and what it can do',
  verbs: {
    discover: async () => (await import('./surroundings.js')).discover,
  },
  aliases: {},
})
