// Verbs: captures, todos, seeds and stops.
import { roster } from '../roster.js'

export const capturesRoster = roster({
  title: 'Captures, todos, seeds and stops',
  verbs: {},
  aliases: {},
})
