// What waits for itself: the shortest way from a thing back to it.

/** From `first` on, without it at the end; null where no way leads back. */
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
