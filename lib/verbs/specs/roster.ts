// Verbs: what the system does now, as specs.
import { roster } from '../roster.js'

export const specsRoster = roster({
  title: 'Specs',
  verbs: { 'specs.merge': async () => (await import('./merge.js')).specsMerge },
  aliases: {},
})
