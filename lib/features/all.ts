// The registry of features.
import type { Feature } from './feature.js'

export const FEATURES = [] as const satisfies readonly Feature[]
