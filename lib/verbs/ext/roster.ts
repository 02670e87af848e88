// Verbs: extensions that a person or a project brings.
import { roster } from '../roster.js'

export const extRoster = roster({
  title: 'Extensions',
  verbs: {
    'ext.list': async () => (await import('./looking.js')).extList,
    'ext.explain': async () => (await import('./explain.js')).extExplain,
    'ext.trust': async () => (await import('./trusting.js')).extTrust,
    'ext.switch': async () => (await import('./switching.js')).extSwitch,
    'ext.new': async () => (await import('./looking.js')).extNew,
  },
  aliases: {},
})
