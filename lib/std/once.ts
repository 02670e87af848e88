// Lazy and cached values. Patterns with Unicode properties (`\p{L}`) are lazy: V8 builds their sets on creation,
// and three of them at the top of a file cost a small verb more than all its reading.

/** Returns a function that runs `make` on the first call only. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Returns a function that runs `make` once for each object. */
export function onceOf<About extends object, T>(make: (about: About) => T): (about: About) => T {
  const made = new WeakMap<About, { readonly value: T }>()
  return (about) => {
    let found = made.get(about)
    if (found === undefined) {
      found = { value: make(about) }
      made.set(about, found)
    }
    return found.value
  }
}

/** Adds lazy fields to a record. */
export function withLater<Now extends object, Later extends object>(
  now: Now,
  later: { readonly [Key in keyof Later]: () => Later[Key] },
): Now & Later {
  for (const [name, make] of Object.entries<() => unknown>(later))
    Object.defineProperty(now, name, { get: once(make), enumerable: true })
  return now as Now & Later
}

/** Returns a record of lazy fields, for callers that need only one or two of them. */
export const lazily = <Fields extends object>(fields: { readonly [Key in keyof Fields]: () => Fields[Key] }): Fields =>
  withLater({}, fields)

/** Caches the result of `make` for each text, for the life of the process: a large project repeats its ids often. */
export function remembered<Text extends string, T>(make: (text: Text) => T): (text: Text) => T {
  const made = new Map<Text, T>()
  return (text) => {
    const found = made.get(text)
    if (found !== undefined || made.has(text)) return found as T
    const value = make(text)
    made.set(text, value)
    return value
  }
}
