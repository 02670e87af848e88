// The entry of the bundle of `gsd-tools`; the build adds `hooks`, which the hook program loads.
export const tools = () => import('./tools.js')
export const warmUp = async (): Promise<void> => (await import('./warm-up.js')).warmUp()
