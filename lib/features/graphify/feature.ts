// The knowledge graph: verbs over what an agent built.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Knowledge graph',
  verbs: {
    'graphify.status': async () => (await import('./verbs.js')).graphifyStatus,
    'graphify.query': async () => (await import('./verbs.js')).graphifyQuery,
    'graphify.diff': async () => (await import('./verbs.js')).graphifyDiff,
    'graphify.build': async () => (await import('./verbs.js')).graphifyBuild,
  },
})

export const graphify = feature({
  id: 'graphify',
  switch: 'graphify.enabled',
  always: ['graphify.status'],
  roster: verbs,
})
