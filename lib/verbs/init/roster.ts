// Verbs: what a workflow starts from.
import { roster } from '../roster.js'

export const initRoster = roster({
  title: 'What a workflow starts from',
  verbs: {},
  aliases: {},
})
