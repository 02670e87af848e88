// Broken windows: a list of what was left broken on the way.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Broken windows',
  verbs: { windows: async () => (await import('./verbs.js')).windows },
  aliases: {},
})

export const windows = feature({
  id: 'windows',
  switch: 'workflow.windows',
  always: [],
  hooks: null,
  roster: verbs,
})
