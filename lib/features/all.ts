// The registry of features.
import type { Feature } from './feature.js'
import { graphify } from './graphify/feature.js'
import { intel } from './intel/feature.js'

export const FEATURES = [intel, graphify] as const satisfies readonly Feature[]
