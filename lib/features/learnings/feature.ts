// Learnings: what earlier work taught, found again by its subject.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Learnings',
  verbs: {
    'learnings.query': async () => (await import('./verbs.js')).learningsQuery,
    'learnings.copy': async () => (await import('./verbs.js')).learningsCopy,
    'learnings.prune': async () => (await import('./verbs.js')).learningsPrune,
    'learnings.delete': async () => (await import('./verbs.js')).learningsDelete,
  },
})

export const learnings = feature({ id: 'learnings', roster: verbs })
