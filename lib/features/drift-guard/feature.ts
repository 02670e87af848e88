// How far the review of a plan may be followed: who decides, and how grave what it found is.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Drift guard',
  verbs: { 'drift-guard': async () => (await import('./verbs.js')).driftGuard },
  aliases: {},
})

export const driftGuard = feature({
  id: 'drift-guard',
  switch: 'workflow.drift_guard',
  always: [],
  hooks: null,
  roster: verbs,
})
