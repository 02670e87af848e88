// The registry of features.
import type { Feature } from './feature.js'
import { graphify } from './graphify/feature.js'
import { intel } from './intel/feature.js'
import { learnings } from './learnings/feature.js'
import { planTasks } from './plan-tasks/feature.js'

export const FEATURES = [intel, graphify, learnings, planTasks] as const satisfies readonly Feature[]
