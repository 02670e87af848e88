// Verbs: settings.
import { roster } from '../roster.js'

export const configRoster = roster({
  title: 'Settings',
  verbs: {
    'config.get': async () => (await import('./config.js')).configGet,
    'config.set': async () => (await import('./set.js')).configSet,
    'config.list': async () => (await import('./config.js')).configList,
  },
  aliases: {},
})
