// The wall clock, and waiting.
import type { Clock } from '../ports.js'

const cell = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the process. */
export const sleep = (ms: number): unknown => Atomics.wait(cell, 0, 0, ms)

const two = (n: number) => String(n).padStart(2, '0')

export const systemClock: Clock = {
  now: () => Date.now(),
  today() {
    const day = new Date()
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
  },
}
