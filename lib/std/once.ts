// Values that are made when somebody first asks for them.

/** Answers what `make` gives; `make` runs once, and not before the first question. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
