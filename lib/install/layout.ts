// Which root serves which client, so that each client lists each name once.
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { Listed } from '../runtimes/runtime.js'
import type { Scope } from '../runtimes/terms.js'

/** The roots that serve one client. */
interface Sources {
  /** Row whose root has its entries. */
  readonly entries: RuntimeId
  /** Row whose root has its agents; null for none. */
  readonly agents: RuntimeId | null
}

export type Layout = ReadonlyMap<RuntimeId, Sources>

/** Clients of a scope in registry order. */
export function layoutOf(runtimes: readonly RuntimeId[], scope: Scope): Layout {
  const chosen = RUNTIME_IDS.filter((id) => runtimes.includes(id))
  const sourceOf = (id: RuntimeId) => runtimeOf(id).entries[scope]
  const isShared = chosen.some((id) => id === SHARED || sourceOf(id) === 'shared')
  const keeps = (id: RuntimeId) => sourceOf(id) === 'own' || (!isShared && sourceOf(id) !== 'shared')
  const keepers = chosen.filter((id) => keeps(id) && id !== SHARED)
  return new Map(
    chosen.map((id) => {
      const entries = keeps(id) ? servedBy(id, 'command', keepers, scope) : SHARED
      const agents = runtimeOf(id).places.agent === null ? null : servedBy(id, 'agent', chosen, scope)
      return [id, { entries, agents }]
    }),
  )
}

/** Another row whose files the client also reads (a second copy would show names twice), else the row itself. */
function servedBy(id: RuntimeId, kind: Listed, chosen: readonly RuntimeId[], scope: Scope): RuntimeId {
  const isFirst = (other: RuntimeId) => chosen.indexOf(other) < chosen.indexOf(id)
  // If two read each other, the first in the registry serves both.
  const serves = (other: RuntimeId) =>
    other !== id && reads(id, other, kind, scope) && (isFirst(other) || !reads(other, id, kind, scope))
  return chosen.find(serves) ?? id
}

function reads(reader: RuntimeId, owner: RuntimeId, kind: Listed, scope: Scope): boolean {
  const place = runtimeOf(owner).places[kind]
  if (place === null) return false
  const folder = folderIn(owner, place.folder, scope)
  return runtimeOf(reader).listings[kind].some(
    (listing) =>
      listing.scopes.includes(scope) && folderIn(listing.root as RuntimeId, listing.folder, scope) === folder,
  )
}

/** Two rows may share a root, so folders are compared, not rows. */
const folderIn = (id: RuntimeId, folder: string, scope: Scope): string => `${runtimeOf(id).home[scope]}/${folder}`

/** Rows with entries, in registry order. */
export const keepersOf = (layout: Layout): readonly RuntimeId[] =>
  RUNTIME_IDS.filter((id) => [...layout.values()].some(({ entries }) => entries === id))

/** The row whose root has a client's entries. */
export const entriesOf = (layout: Layout, id: RuntimeId): 'own' | 'shared' =>
  id !== SHARED && layout.get(id)?.entries === SHARED ? 'shared' : 'own'

/** If no variable names the client: the only one that sets none, else the only client, else the neutral row. */
export function unseenCaller(layout: Layout): RuntimeId {
  const all = [...layout.keys()]
  const silent = all.filter((id) => runtimeOf(id).recognisedBy.length === 0)
  const [only = SHARED, ...more] = silent.length > 0 ? silent : all
  return more.length === 0 ? only : SHARED
}

/** Clients that read a row's entries, in registry order. */
export const readersOf = (layout: Layout, keeper: RuntimeId): readonly RuntimeId[] =>
  [...layout].filter(([, { entries }]) => entries === keeper).map(([id]) => id)
