// The tasks of the plan at work: which are begun, which are done, for whoever has to be reminded.
import { feature } from '../feature.js'
import { checks } from './hooks.js'
import { planTasksRoster } from './roster.js'

export const planTasks = feature({ id: 'plan-tasks', hooks: () => checks, roster: planTasksRoster })
