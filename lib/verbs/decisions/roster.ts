// Verbs: open decisions, pending actions, replanning.
import { roster } from '../roster.js'

export const decisionsRoster = roster({
  title: 'Open decisions, pending actions, replanning',
  verbs: {},
  aliases: {},
})
