// Pending actions that a plan takes up: `01-02#1` is done by it, `01-02#1 dropped: why` is given up.

export interface Handle {
  /** The action as it is named there. */
  readonly ref: string
  /** Why it is given up, empty where no reason stands there; null: the plan does it. */
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
