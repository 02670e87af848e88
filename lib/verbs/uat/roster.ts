// Verbs: human tests and audits.
import { roster } from '../roster.js'

export const uatRoster = roster({
  title: 'Human tests and audits',
  verbs: {},
  aliases: {},
})
