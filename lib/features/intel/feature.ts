// The code index: verbs over files that an agent fills.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Code index',
  verbs: {
    'intel.query': async () => (await import('./verbs.js')).intelQuery,
    'intel.status': async () => (await import('./verbs.js')).intelStatus,
    'intel.update': async () => (await import('./verbs.js')).intelUpdate,
    'intel.diff': async () => (await import('./verbs.js')).intelDiff,
    'intel.snapshot': async () => (await import('./verbs.js')).intelSnapshot,
    'intel.patch-meta': async () => (await import('./verbs.js')).intelPatchMeta,
    'intel.validate': async () => (await import('./verbs.js')).intelValidate,
    'intel.extract-exports': async () => (await import('./verbs.js')).intelExtractExports,
  },
})

export const intel = feature({
  id: 'intel',
  switch: 'intel.enabled',
  always: ['intel.status', 'intel.patch-meta', 'intel.extract-exports'],
  roster: verbs,
})
