// Dependency graphs: the wave in which each item can begin, the longest chain, and cycles.

export interface Knot {
  readonly id: string
  /** Remaining work. */
  readonly weight: number
  /** Ids on which the item depends; unknown ids count as done. */
  readonly after: readonly string[]
}

interface Reached {
  readonly level: number
  readonly weight: number
  readonly before: string | null
}

/** Returns the level of each item, from 1; an item on or behind a cycle has none. */
export const levelsOf = (knots: readonly Knot[]): ReadonlyMap<string, number> =>
  new Map([...reach(knots)].flatMap(([id, found]) => (found === null ? [] : [[id, found.level] as const])))

/** Returns the ids of the heaviest chain, first to last. */
export function longestOf(knots: readonly Knot[]): readonly string[] {
  const reached = reach(knots)
  let end: string | null = null
  for (const { id } of knots) {
    const weight = reached.get(id)?.weight ?? 0
    if (weight > (end === null ? 0 : (reached.get(end)?.weight ?? 0))) end = id
  }
  const chain: string[] = []
  for (let at = end; at !== null; at = reached.get(at)?.before ?? null) chain.unshift(at)
  return chain
}

/** Visits items in topological order, to avoid deep recursion. Null for items on or behind a cycle. */
function reach(knots: readonly Knot[]): ReadonlyMap<string, Reached | null> {
  const known = new Map(knots.map((knot) => [knot.id, knot]))
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
    const { weight, after } = known.get(id) as Knot
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

/** Returns the shortest cycle from `first`, named once; null if there is none. */
export function circleThrough<T>(first: T, waits: (at: T) => readonly T[]): readonly T[] | null {
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
