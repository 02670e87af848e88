// All rows at once: each adds its flag, help and tests. `npm run gen` finds them in `clients/`.
import { RUNTIMES } from './loaded.js'
import type { RuntimeId } from './rows.js'
import type { Runtime } from './runtime.js'

export { isRuntimeId, type RuntimeId, SHARED } from './rows.js'

export const RUNTIME_IDS = Object.keys(RUNTIMES) as readonly RuntimeId[]

/** Widens the row's literal types. */
export const runtimeOf = (id: RuntimeId): Runtime => RUNTIMES[id]
