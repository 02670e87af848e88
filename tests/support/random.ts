// A small seeded generator of random numbers (mulberry32), so that every generated case can be made again from its seed.

export interface Random {
  /** In [0, 1). */
  next(): number
  /** Integer in [0, below). */
  below(below: number): number
  pick<T>(values: readonly T[]): T
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (values) => values[below(values.length)] as never }
}
