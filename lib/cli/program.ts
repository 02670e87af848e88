// The bundle of `gsd-tools`.
export const tools = () => import('./tools.js')
/** What hooks need at few moments, at once. */
export const hooks = () => require('./hook-parts.js') as typeof import('./hook-parts.js')
export const warmUp = async (): Promise<void> => (await import('./warm-up.js')).warmUp()
