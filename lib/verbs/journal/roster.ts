// Verbs: time machine.
import { roster } from '../roster.js'

export const journalRoster = roster({
  title: 'Time machine',
  verbs: {},
  aliases: {},
})
