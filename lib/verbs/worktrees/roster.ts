// Verbs: work trees.
import { roster } from '../roster.js'

export const worktreesRoster = roster({
  title: 'Work trees',
  verbs: {},
  aliases: {},
})
