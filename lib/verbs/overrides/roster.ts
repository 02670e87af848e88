// Verbs: what a project and a person change of the texts of the pack.
import { roster } from '../roster.js'

export const overridesRoster = roster({
  title: 'Texts of the pack in your words',
  verbs: { 'overrides.show': async () => (await import('./show.js')).overridesShow },
  aliases: {},
})
