// The tasks of the plan at work: which are begun, which are done, for whoever has to be reminded.
import { feature } from '../feature.js'
import { planTasksRoster } from './roster.js'

export const planTasks = feature({ id: 'plan-tasks', roster: planTasksRoster })
