// Verbs: extensions that a person or a project brings.
import { roster } from '../roster.js'

export const extRoster = roster({
  title: 'Extensions',
  verbs: {
    'ext.list': async () => (await import('./looking.js')).extList,
    'ext.explain': async () => (await import('./explain.js')).extExplain,
    'ext.trust': async () => (await import('./trusting.js')).extTrust,
    'ext.revoke': async () => (await import('./trusting.js')).extRevoke,
    'ext.enable': async () => (await import('./switching.js')).extEnable,
    'ext.disable': async () => (await import('./switching.js')).extDisable,
    'ext.new': async () => (await import('./looking.js')).extNew,
  },
  aliases: {},
})
