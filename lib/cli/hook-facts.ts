// What the hook program must know of each client. The build puts a table in the place of this file, a function for each row: V8 then compiles the one that is
// asked for, and no row comes into the program.
import { isRuntimeId, runtimeOf } from '../runtimes/all.js'
import type { HookFacts } from '../runtimes/hooks.js'

/** Null for a client that is not known or has no hooks. */
export function hookFactsOf(id: string): HookFacts | null {
  const hooks = isRuntimeId(id) ? runtimeOf(id).hooks : null
  if (hooks === null) return null
  const { dialect, events, tools, unheard, asks, guests }: HookFacts = hooks
  return {
    dialect,
    events,
    tools,
    ...(unheard === undefined ? {} : { unheard }),
    ...(asks === undefined ? {} : { asks }),
    ...(guests === undefined ? {} : { guests }),
  }
}
