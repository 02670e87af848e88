// Verbs: artifacts from templates.
import { roster } from '../roster.js'

export const templateRoster = roster({
  title: 'Artifacts from templates',
  verbs: {
    'template.show': async () => (await import('./select.js')).templateShow,
  },
  aliases: {},
})
