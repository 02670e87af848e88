// How well the output of a model is evaluated, as one number.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Evaluation coverage',
  verbs: { 'eval.score': async () => (await import('./verbs.js')).evalScore },
  aliases: {},
})

export const evalScore = feature({
  id: 'eval-score',
  switch: 'workflow.eval_score',
  always: [],
  hooks: null,
  roster: verbs,
})
