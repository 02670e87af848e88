// Dependency graphs: the level of each node, the heaviest chain, and cycles.

export interface GraphNode {
  readonly id: string
  /** Remaining work. */
  readonly weight: number
  /** Ids on which the node depends; unknown ids count as done. */
  readonly after: readonly string[]
}

interface Reached {
  readonly level: number
  readonly weight: number
  readonly before: string | null
}

/** Returns the level of each node: 1, or one more than its highest dependency. A node on or behind a cycle has none. */
export const levelsOf = (nodes: readonly GraphNode[]): ReadonlyMap<string, number> =>
  new Map([...reach(nodes)].flatMap(([id, found]) => (found === null ? [] : [[id, found.level] as const])))

/** Returns the ids of the heaviest chain, first to last. */
export function heaviestChain(nodes: readonly GraphNode[]): readonly string[] {
  const reached = reach(nodes)
  let end: string | null = null
  for (const { id } of nodes) {
    const weight = reached.get(id)?.weight ?? 0
    if (weight > (end === null ? 0 : (reached.get(end)?.weight ?? 0))) end = id
  }
  const chain: string[] = []
  for (let at = end; at !== null; at = reached.get(at)?.before ?? null) chain.unshift(at)
  return chain
}

/** Visits nodes in topological order, to avoid deep recursion. Null for nodes on or behind a cycle. */
function reach(nodes: readonly GraphNode[]): ReadonlyMap<string, Reached | null> {
  const known = new Map(nodes.map((node) => [node.id, node]))
  const waits = new Map<string, number>()
  const followers = new Map<string, string[]>()
  for (const { id, after } of known.values()) {
    const own = after.filter((other) => known.has(other))
    waits.set(id, own.length)
    for (const other of own) followers.set(other, [...(followers.get(other) ?? []), id])
  }
  const found = new Map<string, Reached | null>([...known.keys()].map((id) => [id, null]))
  const ready = [...known.keys()].filter((id) => waits.get(id) === 0)
  for (const id of ready) {
    const { weight, after } = known.get(id) as GraphNode
    found.set(id, reachedBy(weight, after, found))
    for (const next of followers.get(id) ?? []) {
      const left = (waits.get(next) as number) - 1
      waits.set(next, left)
      if (left === 0) ready.push(next)
    }
  }
  return found
}

function reachedBy(weight: number, after: readonly string[], found: ReadonlyMap<string, Reached | null>): Reached {
  let [level, most, before]: [number, number, string | null] = [0, 0, null]
  for (const other of after) {
    const one = found.get(other)
    if (one == null) continue
    level = Math.max(level, one.level)
    if (one.weight > most) [most, before] = [one.weight, other]
  }
  return { level: level + 1, weight: weight + most, before }
}

/** Returns the shortest cycle through `first`, which begins with `first` and does not end with it; null if none. */
export function cycleThrough<T>(first: T, waits: (at: T) => readonly T[]): readonly T[] | null {
  const seen = new Set<T>()
  const ways: (readonly T[])[] = [[first]]
  for (let way = ways.shift(); way !== undefined; way = ways.shift())
    for (const next of waits(way.at(-1) as T)) {
      if (next === first) return way
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  return null
}
