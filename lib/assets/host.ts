// The calling client as plain data, made from its row.
import type { Host, HostFolders, Pack } from '../ports.js'
import { isRuntimeId, RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { Runtime, Spelling } from '../runtimes/runtime.js'
import type { Scope } from '../runtimes/terms.js'
import { commandSpelling, installedName, toolName } from './tokens.js'

/** `entries`: whose root holds what the client lists. */
const hostOf = (runtime: Runtime, entries: 'own' | 'shared'): Host => ({
  id: runtime.id,
  abilities: runtime.abilities,
  command: (name) => commandSpelling(name, runtime.invoke[entries]),
  agent: (name) => runtime.spawn(installedName(name)),
  tool: (action) => toolName(action, runtime),
  ask: runtime.ask,
  models: runtime.models,
  dispatch: {
    named: runtime.abilities.subagents && runtime.places.agent !== null,
    depth: runtime.agents.depth,
    background: runtime.agents.background,
    worktrees: runtime.abilities.worktrees,
    tool: runtime.tools.spawn,
  },
  instructions: runtime.instructions,
  folders: {
    ...placeOf(runtime),
    agents: runtime.places.agent?.folder ?? null,
    skills: skillsOf(runtime),
    servers: serversOf(runtime),
  },
})

const placeOf = ({ home }: Runtime) => ({ global: home.global, local: home.local, variables: home.variables })

function serversOf({ servers }: Runtime): HostFolders['servers'] {
  if (servers === null) return null
  const { global, local, committed } = servers.files
  const paths = (files: typeof global) => files.map(({ path }) => path)
  return { global: paths(global), local: [...new Set([...paths(local), ...paths(committed)])], path: servers.path }
}

/** The listing that holds skills, that of the row the entries come from first. */
function skillsOf({ id, listings, entries }: Runtime): HostFolders['skills'] {
  const first = entries.global === 'shared' ? SHARED : id
  const found = listings.command.filter(({ folder }) => folder === 'skills')
  const listing = found.find(({ root }) => root === first) ?? found[0]
  if (listing === undefined || !isRuntimeId(listing.root)) return null
  return { ...placeOf(runtimeOf(listing.root)), folder: listing.folder }
}

/** Which words name a client. */
export const hostNames: Pick<Pack, 'hosts' | 'hostNamed'> = {
  hosts: RUNTIME_IDS,
  hostNamed: (word): RuntimeId | null =>
    RUNTIME_IDS.find((id) => id === word || runtimeOf(id).aliases.includes(word)) ?? null,
}

/** How a client spells what it lists from a package of its own kind. `agent`: what stands between the pack and a name; null: it has no agents from there. */
export interface Packaged {
  readonly command: Spelling
  readonly agent: string | null
}

/** Where an installation put entries. `shared`: some lie in the shared root. */
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

/** Picks the row of a client; `own` is the payload's runtime, for clients no row knows. */
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
  dispatch: { ...host.dispatch, named: host.dispatch.named && agent !== null },
})
