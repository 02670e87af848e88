// Loads single rows: a `gsd-tools` command or a hook needs only one of them, or just `CALLERS`.
import { CALLERS, LOADERS } from './registry.js'
import type { Runtime } from './runtime.js'

export { CALLERS }
export type RuntimeId = keyof typeof LOADERS

/** The row of the shared root, whose content is the same for every client that reads it. */
export const SHARED: RuntimeId = 'agents'
export const WARM_UP_CLIENT: RuntimeId = 'claude'

export const isRuntimeId = (id: string): id is RuntimeId => Object.hasOwn(LOADERS, id)

export const loadRuntime = (id: RuntimeId): Promise<Runtime> => LOADERS[id]()

/** Process names of clients. */
export const PROGRAMS: ReadonlySet<string> = new Set(Object.values(CALLERS).flatMap(({ programs }) => programs))
