// Verbs: plans of other tools.
import { roster } from '../roster.js'

export const importRoster = roster({
  title: 'Plans of other tools',
  verbs: { import: async () => (await import('./import.js')).importPlan },
  aliases: {},
})
