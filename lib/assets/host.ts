// The calling client as plain data, made from its row.
import type { Host } from '../ports.js'
import { isRuntimeId, RUNTIMES, runtimeOf } from '../runtimes/all.js'
import type { Runtime } from '../runtimes/runtime.js'
import { commandSpelling, installedName, toolName } from './tokens.js'

/** Id of the row that serves texts for readers that are not known. */
export const NEUTRAL = RUNTIMES.agents.id

export const hostOf = (runtime: Runtime): Host => ({
  id: runtime.id,
  abilities: runtime.abilities,
  command: (name) => commandSpelling(name, runtime),
  agent: (name) => runtime.spawn(installedName(name)),
  tool: (action) => toolName(action, runtime),
  ask: runtime.ask,
  models: runtime.models,
})

/** Picks the row of a client; `own` is the payload's runtime, for clients no row knows. */
export const hostPicker =
  (own: string) =>
  (id: string | null): Host => {
    const known = id !== null && isRuntimeId(id) ? id : isRuntimeId(own) ? own : NEUTRAL
    return hostOf(runtimeOf(known))
  }
