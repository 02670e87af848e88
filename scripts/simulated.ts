// What a simulation starts from: random numbers from a seed, a plan, and a clock.
import type { Unit } from '../lib/core/auto/decide.js'

export const MINUTE = 60_000

/** Returns a source of random numbers (mulberry32), so that every run is reproducible from its seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface PlannedUnit {
  readonly unit: Unit
  readonly minutes: number
  readonly needs: readonly number[]
  /** Whether the unit changes a file that others change too. */
  readonly shared: boolean
}

/** Returns a wide plan: most units depend on nothing, the others on at most two earlier ones. */
export function planOf(count: number, random: () => number): readonly PlannedUnit[] {
  return Array.from({ length: count }, (_, index) => ({
    unit: { unitType: 'execute-plan', unitId: `01-${String(index + 1).padStart(3, '0')}` },
    minutes: 8 + random() * 14,
    needs: Array.from({ length: random() < 0.6 ? 0 : 1 + Math.floor(random() * 2) }, () =>
      Math.floor(random() * index * 0.5),
    ).filter((need) => need < index),
    shared: random() < 0.3,
  }))
}

/** Simulated time, which advances only while no real work is running. */
export class Time {
  now = Date.parse('2026-01-05T12:00:00.000Z')
  #running = 0
  readonly #timers: { readonly at: number; fire(): void }[] = []

  at(ms: number, fire: () => void): void {
    this.#timers.push({ at: this.now + ms, fire })
  }

  async real<T>(work: () => Promise<T>): Promise<T> {
    this.#running++
    return work().finally(() => this.#running--)
  }

  /** Fires timers in order of time until `isOver`; throws if none is left before. */
  async run(isOver: () => boolean): Promise<void> {
    for (;;) {
      do await new Promise((done) => setImmediate(done))
      while (this.#running > 0)
      if (isOver()) return
      this.#timers.sort((a, b) => b.at - a.at)
      const next = this.#timers.pop()
      if (next === undefined) throw new Error('no timer is left, but the simulation is not over')
      this.now = Math.max(this.now, next.at)
      next.fire()
    }
  }
}
