// Verbs: serving prompts.
import { roster } from '../roster.js'

export const briefRoster = roster({
  title: 'Serving prompts',
  verbs: {
    'unit.brief': async () => (await import('./unit-brief.js')).unitBrief,
    'unit.delegate': async () => (await import('./unit-delegate.js')).unitDelegate,
    brief: async () => (await import('./brief.js')).brief,
  },
  aliases: {},
})
