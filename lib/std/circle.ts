// Finds dependency cycles.

/** The shortest cycle from `first`, without repeating it; null if none. */
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
