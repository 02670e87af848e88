// Describes the calling client as plain data, from its row.
import type { Host } from '../ports.js'
import { isRuntimeId, loadRuntime, SHARED } from '../runtimes/rows.js'
import type { Runtime, Spelling } from '../runtimes/runtime.js'
import type { Scope } from '../runtimes/terms.js'
import { commandSpelling, installedName, toolName } from './tokens.js'

/** `entries` is the root whose entries the client lists. */
const hostOf = (runtime: Runtime, entries: 'own' | 'shared'): Host => ({
  id: runtime.id,
  abilities: runtime.abilities,
  command: (name) => commandSpelling(name, runtime.invoke[entries]),
  agent: (name) => runtime.spawn(installedName(name)),
  tool: (action) => toolName(action, runtime),
  askTool: runtime.abilities.questions ? runtime.tools.ask : null,
  callModels: runtime.callModels,
})

/** How names from a client's own package are spelled. `agent` separates plugin and name; null: it has no agents. */
export interface Packaged {
  readonly command: Spelling
  readonly agent: string | null
}

/** Where an installation wrote entries; `shared` if some are in the shared root. */
export interface Placed {
  readonly scope: Scope
  readonly shared: boolean
}

function entriesOf({ id, entries }: Runtime, own: string, placed: Placed | undefined): 'own' | 'shared' {
  if (id === SHARED) return 'own'
  if (placed === undefined) return own === SHARED ? 'shared' : 'own'
  const source = entries[placed.scope]
  return source === 'shared' || (source === 'either' && placed.shared) ? 'shared' : 'own'
}

/** Returns the client with this id. If the id is unknown, returns the one for which the payload was made (`own`). */
export async function openHost(id: string | null, own: string, packaged?: Packaged, placed?: Placed): Promise<Host> {
  const row = await loadRuntime(id !== null && isRuntimeId(id) ? id : isRuntimeId(own) ? own : SHARED)
  const host = hostOf(row, entriesOf(row, own, placed))
  return packaged === undefined || row.id !== own ? host : inPackage(host, row, packaged)
}

const inPackage = (host: Host, { spawn }: Runtime, { command, agent }: Packaged): Host => ({
  ...host,
  command: (name) => commandSpelling(name, command),
  agent: agent === ':' ? (name) => spawn(installedName(name).replace('-', agent)) : host.agent,
})
