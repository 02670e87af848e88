// The registry of features.
import type { Feature } from './feature.js'
import { graphify } from './graphify/feature.js'
import { intel } from './intel/feature.js'
import { research } from './research/feature.js'

export const FEATURES = [intel, graphify, research] as const satisfies readonly Feature[]
