// The registry of features.
import { driftGuard } from './drift-guard/feature.js'
import { estimates } from './estimates/feature.js'
import { evalScore } from './eval-score/feature.js'
import type { Feature } from './feature.js'
import { graphify } from './graphify/feature.js'
import { intel } from './intel/feature.js'
import { learnings } from './learnings/feature.js'
import { packageLegitimacy } from './package-legitimacy/feature.js'
import { planTasks } from './plan-tasks/feature.js'
import { research } from './research/feature.js'
import { windows } from './windows/feature.js'

export const FEATURES = [
  intel,
  graphify,
  learnings,
  research,
  planTasks,
  windows,
  estimates,
  driftGuard,
  evalScore,
  packageLegitimacy,
] as const satisfies readonly Feature[]
