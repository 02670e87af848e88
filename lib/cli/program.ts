// The bundle of `gsd-tools`.
export const tools = () => import('./tools.js')
export const warmUp = async (): Promise<void> => (await import('./warm-up.js')).warmUp()
