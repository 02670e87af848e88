// All rows at once; flags, help and tests are derived from them. `npm run gen` finds the rows in `clients/`.
import { RUNTIMES } from './loaded.js'
import type { RuntimeId } from './rows.js'
import type { Runtime } from './runtime.js'

export { isRuntimeId, type RuntimeId, SHARED } from './rows.js'

export const RUNTIME_IDS = Object.keys(RUNTIMES) as readonly RuntimeId[]

/** Returns a row without its literal types. */
export const runtimeOf = (id: RuntimeId): Runtime => RUNTIMES[id]
