// Describes the calling client to the core, from its row in the registry of runtimes.
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

/** How names in a client's own package are spelled. `agent` separates plugin and name; null if the package has no agents. */
export interface PackageSpelling {
  readonly command: Spelling
  readonly agent: string | null
}

/** Where an installation wrote entries; `shared` if some are in the shared root. */
export interface EntryPlace {
  readonly scope: Scope
  readonly shared: boolean
}

function entriesOf({ id, entries }: Runtime, payloadId: string, placed: EntryPlace | undefined): 'own' | 'shared' {
  if (id === SHARED) return 'own'
  if (placed === undefined) return payloadId === SHARED ? 'shared' : 'own'
  const source = entries[placed.scope]
  return source === 'shared' || (source === 'either' && placed.shared) ? 'shared' : 'own'
}

/** Returns the client with this id; if the id is unknown, the payload's client; if that is unknown too, the shared row. */
export async function openHost(id: string | null, payloadId: string, packaged?: PackageSpelling, placed?: EntryPlace) {
  const row = await loadRuntime(id !== null && isRuntimeId(id) ? id : isRuntimeId(payloadId) ? payloadId : SHARED)
  const host = hostOf(row, entriesOf(row, payloadId, placed))
  return packaged === undefined || row.id !== payloadId ? host : inPackage(host, row, packaged)
}

const inPackage = (host: Host, { spawn }: Runtime, { command, agent }: PackageSpelling): Host => ({
  ...host,
  command: (name) => commandSpelling(name, command),
  agent: agent === ':' ? (name) => spawn(installedName(name).replace('-', agent)) : host.agent,
})
