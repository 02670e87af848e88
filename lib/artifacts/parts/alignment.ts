// Which entries of a list stayed, went and came, when entries are known by a key.

export interface Alignment {
  /** Pairs of old and new index, both ascending. */
  readonly kept: readonly (readonly [number, number])[]
  readonly removed: readonly number[]
  /** New index and the old index it stands behind, -1 at the front. */
  readonly added: readonly { readonly at: number; readonly after: number }[]
}

/** Null when entries that stayed changed their order. Entries with one key are told apart by their order. */
export function align(before: readonly string[], after: readonly string[]): Alignment | null {
  const kept: (readonly [number, number])[] = []
  const added: { at: number; after: number }[] = []
  // Most changes leave all that stands before them.
  let begin = 0
  for (; begin < before.length && before[begin] === after[begin]; begin++) kept.push([begin, begin])
  const old = new Map(numbered(before.slice(begin)).map((key, index) => [key, begin + index] as const))
  let last = begin - 1
  for (const [at, key] of numbered(after.slice(begin)).entries()) {
    const index = begin + at
    const was = old.get(key)
    if (was === undefined) added.push({ at: index, after: last })
    else if (was < last) return null
    else {
      kept.push([was, index])
      last = was
    }
  }
  const stayed = new Set(kept.map((pair) => pair[0]))
  return { kept, added, removed: before.map((_, index) => index).filter((index) => !stayed.has(index)) }
}

function numbered(keys: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return keys.map((key) => {
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return `${key}\u0000${count}`
  })
}
