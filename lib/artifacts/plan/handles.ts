// Pending actions a plan settles: `01-02#1` does it, `01-02#1 dropped: why` gives it up.

export interface Handle {
  readonly ref: string
  /** Reason for giving it up, '' if none is given; null if the plan does it. */
  readonly why: string | null
}

const DROPPED = /\s+dropped:\s*/i

export function handleIn(entry: string): Handle {
  const text = entry.trim()
  const found = DROPPED.exec(`${text} `)
  return found === null
    ? { ref: text, why: null }
    : { ref: text.slice(0, found.index), why: text.slice(found.index + found[0].length).trim() }
}
