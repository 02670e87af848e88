// What is worked out of a source, once for each: several values ask for the same.
import type { Source } from '../../ports.js'

/** Answers what `make` gives; it runs once for a source. */
export function memo<T>(make: (source: Source) => T): (source: Source) => T {
  const known = new WeakMap<Source, { readonly value: T }>()
  return (source) => {
    let found = known.get(source)
    if (found === undefined) {
      found = { value: make(source) }
      known.set(source, found)
    }
    return found.value
  }
}
