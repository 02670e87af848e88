// What is asked again and again about the same texts.

/** Answers what `make` gives for a text, made once in a process: ids recur in every table and comparison of a large project. */
export function remembered<Text extends string, T>(make: (text: Text) => T): (text: Text) => T {
  const made = new Map<Text, { readonly value: T }>()
  return (text) => {
    let found = made.get(text)
    if (found === undefined) {
      found = { value: make(text) }
      made.set(text, found)
    }
    return found.value
  }
}
