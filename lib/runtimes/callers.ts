// Which variables say that a client is calling, and in which conversation.
import { RUNTIME_IDS, runtimeOf } from './all.js'
import type { Runtime } from './runtime.js'

export type Caller = Pick<Runtime, 'id' | 'recognisedBy' | 'conversation'>

/** Clients that set one, in the order of the rows: the first of which a variable is set and not empty is the caller. */
export const CALLERS: readonly Caller[] = RUNTIME_IDS.map(runtimeOf)
  .map(({ id, recognisedBy, conversation }) => ({ id, recognisedBy, conversation }))
  .filter(({ recognisedBy, conversation }) => recognisedBy.length > 0 || conversation !== null)

/** By which the process of a client is known. */
export const PROGRAMS: ReadonlySet<string> = new Set(RUNTIME_IDS.flatMap((id) => runtimeOf(id).programs))
