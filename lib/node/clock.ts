// The wall clock, and waiting.
import type { Clock } from '../ports.js'

const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the thread for `ms` milliseconds. */
export const sleep = (ms: number): unknown => Atomics.wait(neverNotified, 0, 0, ms)

const twoDigits = (n: number) => String(n).padStart(2, '0')

export const systemClock: Clock = {
  now: () => Date.now(),
  today() {
    const day = new Date()
    return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
  },
}
