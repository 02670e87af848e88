// The calling client as plain data, from its row.
import type { Host } from '../ports.js'
import { isRuntimeId, RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { Runtime, Spelling } from '../runtimes/runtime.js'
import type { Scope } from '../runtimes/terms.js'
import { commandSpelling, installedName, toolName } from './tokens.js'

/** `entries`: the root whose entries the client lists. */
const hostOf = (runtime: Runtime, entries: 'own' | 'shared'): Host => ({
  id: runtime.id,
  abilities: runtime.abilities,
  command: (name) => commandSpelling(name, runtime.invoke[entries]),
  agent: (name) => runtime.spawn(installedName(name)),
  tool: (action) => toolName(action, runtime),
  ask: runtime.ask,
  callModels: runtime.callModels,
})

/** Finds a client by name. */
export const hostNamed = (word: string): RuntimeId | null =>
  RUNTIME_IDS.find((id) => id === word || runtimeOf(id).aliases.includes(word)) ?? null

/**
 * Spelling of names listed from a client's own package. `agent`: separator between plugin and name; null if it has no
 * agents there.
 */
export interface Packaged {
  readonly command: Spelling
  readonly agent: string | null
}

/** Where an installation put entries. `shared`: some are in the shared root. */
export interface Placed {
  readonly scope: Scope
  readonly shared: boolean
}

function entriesOf(id: RuntimeId, own: string, placed: Placed | undefined): 'own' | 'shared' {
  if (id === SHARED) return 'own'
  if (placed === undefined) return own === SHARED ? 'shared' : 'own'
  const source = runtimeOf(id).entries[placed.scope]
  return source === 'shared' || (source === 'either' && placed.shared) ? 'shared' : 'own'
}

/** Picks a client's row; `own` is the payload's runtime, for unknown clients. */
export const hostPicker =
  (own: string, packaged?: Packaged, placed?: Placed) =>
  (id: string | null): Host => {
    const known = id !== null && isRuntimeId(id) ? id : isRuntimeId(own) ? own : SHARED
    const host = hostOf(runtimeOf(known), entriesOf(known, own, placed))
    return packaged === undefined || known !== own ? host : inPackage(host, runtimeOf(known), packaged)
  }

const inPackage = (host: Host, { spawn }: Runtime, { command, agent }: Packaged): Host => ({
  ...host,
  command: (name) => commandSpelling(name, command),
  agent: agent === ':' ? (name) => spawn(installedName(name).replace('-', agent)) : host.agent,
})
