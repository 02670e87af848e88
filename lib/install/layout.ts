// Assigns roots to clients, so that each client lists each name once.
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { ListedKind } from '../runtimes/runtime.js'
import type { Scope } from '../runtimes/terms.js'

/** The rows whose roots hold the files of one client. */
interface ServingRows {
  /** Row whose root has the client's commands. */
  readonly entries: RuntimeId
  /** Row whose root has the client's agents; null if the client has none. */
  readonly agents: RuntimeId | null
}

export type Layout = ReadonlyMap<RuntimeId, ServingRows>

/** Assigns to each chosen client the rows that serve it; the keys are in registry order. */
export function layoutOf(runtimes: readonly RuntimeId[], scope: Scope): Layout {
  const chosen = RUNTIME_IDS.filter((id) => runtimes.includes(id))
  const sourceOf = (id: RuntimeId) => runtimeOf(id).entries[scope]
  const isShared = chosen.some((id) => id === SHARED || sourceOf(id) === 'shared')
  const hostsEntries = (id: RuntimeId) => sourceOf(id) === 'own' || (!isShared && sourceOf(id) !== 'shared')
  const hosts = chosen.filter((id) => hostsEntries(id) && id !== SHARED)
  return new Map(
    chosen.map((id) => {
      const entries = hostsEntries(id) ? servedBy(id, 'command', hosts, scope) : SHARED
      const agents = runtimeOf(id).places.agent === null ? null : servedBy(id, 'agent', chosen, scope)
      return [id, { entries, agents }]
    }),
  )
}

/** The row that serves a client: another row whose files the client lists anyway, or else its own. */
function servedBy(id: RuntimeId, kind: ListedKind, chosen: readonly RuntimeId[], scope: Scope): RuntimeId {
  const isFirst = (other: RuntimeId) => chosen.indexOf(other) < chosen.indexOf(id)
  // If two clients read each other's files, the first in the registry serves both.
  const serves = (other: RuntimeId) =>
    other !== id && reads(id, other, kind, scope) && (isFirst(other) || !reads(other, id, kind, scope))
  return chosen.find(serves) ?? id
}

/** Whether the reader lists files of this kind from the owner's root. */
function reads(reader: RuntimeId, owner: RuntimeId, kind: ListedKind, scope: Scope): boolean {
  const place = runtimeOf(owner).places[kind]
  if (place === null) return false
  const folder = folderIn(owner, place.folder, scope)
  return runtimeOf(reader).listings[kind].some(
    (listing) =>
      listing.scopes.includes(scope) && folderIn(listing.root as RuntimeId, listing.folder, scope) === folder,
  )
}

/** A folder as a path to compare, because two rows may share a root. */
const folderIn = (id: RuntimeId, folder: string, scope: Scope): string => `${runtimeOf(id).home[scope]}/${folder}`

/** Rows whose roots hold commands, in registry order. */
export const hostsOf = (layout: Layout): readonly RuntimeId[] =>
  RUNTIME_IDS.filter((id) => [...layout.values()].some(({ entries }) => entries === id))

/** Whose root a client reads commands from: the shared root (`shared`) or a client's (`own`); `own` for `SHARED` itself. */
export const entriesOf = (layout: Layout, id: RuntimeId): 'own' | 'shared' =>
  id !== SHARED && layout.get(id)?.entries === SHARED ? 'shared' : 'own'

/** The client to assume if no variable identifies the caller: the only one (of those without a variable, if any) or `SHARED`. */
export function assumedCaller(layout: Layout): RuntimeId {
  const all = [...layout.keys()]
  const withoutVariable = all.filter((id) => runtimeOf(id).recognisedBy.length === 0)
  const [only = SHARED, ...others] = withoutVariable.length > 0 ? withoutVariable : all
  return others.length === 0 ? only : SHARED
}

/** Clients that read a row's commands, in registry order. */
export const readersOf = (layout: Layout, host: RuntimeId): readonly RuntimeId[] =>
  [...layout].filter(([, { entries }]) => entries === host).map(([id]) => id)
