// Verbs: what a workflow starts from.
import { roster } from '../roster.js'

export const initRoster = roster({
  title: 'What a workflow starts from',
  verbs: {
    init: async () => (await import('./init.js')).init,
    'init.remove-workspace': async () => (await import('./workspace.js')).initRemoveWorkspace,
  },
  aliases: {},
})
