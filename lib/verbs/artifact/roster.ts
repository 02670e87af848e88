// Verbs: files that models write.
import { roster } from '../roster.js'

export const artifactRoster = roster({
  title: 'Files that models write',
  verbs: {
    lint: async () => (await import('./lint.js')).lint,
  },
  aliases: {},
})
