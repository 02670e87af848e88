// Random numbers from a seed, so that every generated case can be reproduced.
import { randomOf as numbersOf } from '../../scripts/simulated.js'

export interface Random {
  /** In [0, 1). */
  next(): number
  /** Integer in [0, below). */
  below(below: number): number
  pick<T>(values: readonly T[]): T
}

export function randomOf(seed: number): Random {
  const next = numbersOf(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (values) => values[below(values.length)] as never }
}

/** Seeds to run: those of `GSD_SEEDS` (such as `21-40`), or by default those that CI runs. */
export function seedsOf(inCI: string): readonly number[] {
  const [first = 1, last = first] = (process.env['GSD_SEEDS'] ?? inCI).split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
