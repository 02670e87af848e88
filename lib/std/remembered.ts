// Caches results per text.

/** Caches `make` per text for the process: ids recur in every table and comparison of a large project. */
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
