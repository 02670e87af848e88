// Verbs: workstreams and workspaces.
import { roster } from '../roster.js'

export const workstreamsRoster = roster({
  title: 'Workstreams and workspaces',
  verbs: {},
  aliases: {},
})
