// Verbs: small helpers.
import { roster } from '../roster.js'

export const textRoster = roster({
  title: 'Small helpers',
  verbs: {},
  aliases: {},
})
