// Verbs: the tasks of the plan at work.
import { roster } from '../../verbs/roster.js'

export const planTasksRoster = roster({
  title: 'Tasks of the plan at work',
  verbs: {
    'task.mark': async () => (await import('./verbs.js')).taskMark,
    'task.remind': async () => (await import('./verbs.js')).taskRemind,
  },
})
