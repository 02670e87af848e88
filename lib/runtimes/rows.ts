// The rows by loader: a call of `gsd-tools` or a hook needs one of them, or only how a call knows its client.
import { CALLERS, LOADERS } from './registry.js'
import type { Runtime } from './runtime.js'

export { CALLERS }
export type RuntimeId = keyof typeof LOADERS

/** The shared root, with the same content for every client that reads it. */
export const SHARED: RuntimeId = 'agents'

export const isRuntimeId = (id: string): id is RuntimeId => Object.hasOwn(LOADERS, id)

export const loadRuntime = (id: RuntimeId): Promise<Runtime> => LOADERS[id]()

/** Process names of clients. */
export const PROGRAMS: ReadonlySet<string> = new Set(Object.values(CALLERS).flatMap(({ programs }) => programs))
