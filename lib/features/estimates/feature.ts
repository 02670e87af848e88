// Estimates of plans against what they took.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Estimates',
  verbs: {
    'estimate-check': async () => (await import('./verbs.js')).estimateCheck,
    'estimate-calibrate': async () => (await import('./verbs.js')).estimateCalibrate,
  },
  aliases: { 'estimate-calibration': 'estimate-calibrate' },
})

export const estimates = feature({
  id: 'estimates',
  switch: 'workflow.estimates',
  always: [],
  hooks: null,
  roster: verbs,
})
