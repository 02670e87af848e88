// Verbs: milestones and archives.
import { roster } from '../roster.js'

export const milestoneRoster = roster({
  title: 'Milestones and archives',
  verbs: {},
  aliases: {},
})
