// Values that are made when somebody first asks for them. Patterns with properties of Unicode (`\p{L}`) are such values: V8 gathers the sets when it meets the
// pattern, not when it is first tried, and three of them at the top of a file cost a small verb more than all its reading.

/** Answers what `make` gives; `make` runs once, and not before the first question. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The same for each object that is asked about. */
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

/** A record of which some fields are made when they are asked for. */
export function withLater<Now extends object, Later extends object>(
  now: Now,
  later: { readonly [Key in keyof Later]: () => Later[Key] },
): Now & Later {
  for (const [name, make] of Object.entries<() => unknown>(later))
    Object.defineProperty(now, name, { get: once(make), enumerable: true })
  return now as Now & Later
}
