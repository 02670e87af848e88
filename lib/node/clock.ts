// The wall clock.
import type { Clock } from '../ports.js'

const two = (n: number) => String(n).padStart(2, '0')

export const systemClock: Clock = {
  now: () => Date.now(),
  today() {
    const day = new Date()
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
  },
}
