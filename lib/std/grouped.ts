export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** Returns the first item of each key. */
export const firstOfEach = <T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] =>
  [...grouped(all, keyOf).values()].flatMap(([first]) => first ?? [])

/** Returns the items whose key an earlier item has. */
export function repeatsIn<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const seen = new Set<string>()
  return all.filter((one) => seen.size === seen.add(keyOf(one)).size)
}
