// Environment variables that identify the calling client and conversation.
import { RUNTIME_IDS, runtimeOf } from './all.js'
import type { Runtime } from './runtime.js'

export type Caller = Pick<Runtime, 'id' | 'recognisedBy' | 'conversation'>

/** In the order of the rows: the first with a non-empty variable is the caller. */
export const CALLERS: readonly Caller[] = RUNTIME_IDS.map(runtimeOf)
  .map(({ id, recognisedBy, conversation }) => ({ id, recognisedBy, conversation }))
  .filter(({ recognisedBy, conversation }) => recognisedBy.length > 0 || conversation !== null)

/** Process names of clients. */
export const PROGRAMS: ReadonlySet<string> = new Set(RUNTIME_IDS.flatMap((id) => runtimeOf(id).programs))
