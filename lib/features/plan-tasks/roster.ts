// Verbs: the tasks of the plan at work.
import { roster } from '../../verbs/roster.js'

export const planTasksRoster = roster({
  title: 'Tasks of the plan at work',
  verbs: {
    'task.start': async () => (await import('./verbs.js')).taskStart,
    'task.done': async () => (await import('./verbs.js')).taskDone,
    'task.remind': async () => (await import('./verbs.js')).taskRemind,
    'task.list': async () => (await import('./verbs.js')).taskList,
  },
  aliases: {},
})
