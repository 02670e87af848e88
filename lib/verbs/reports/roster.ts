// Verbs: progress, statistics, history.
import { roster } from '../roster.js'

export const reportsRoster = roster({
  title: 'Progress, statistics, history',
  verbs: {},
  aliases: {},
})
