// When a reminder of open tasks is due.

/** Results of tools without a task verb after which a reminder is due, and between two of them. */
const THRESHOLD = 24
const COOLDOWN = 24

/** Counted in results of tools. `cooldown` null: no reminder was kept yet, so the first waits for no other. */
export interface Ticks {
  readonly inactivity: number
  readonly cooldown: number | null
}
export const FRESH: Ticks = { inactivity: 0, cooldown: null }

export const ticked = ({ inactivity, cooldown }: Ticks): Ticks => ({
  inactivity: inactivity + 1,
  cooldown: cooldown === null ? null : cooldown + 1,
})
/** A task verb succeeded: the reminder waits anew, its cooldown is untouched. */
export const heard = ({ cooldown }: Ticks): Ticks => ({ inactivity: 0, cooldown })
/** A reminder was kept. */
export const reminded = ({ inactivity }: Ticks): Ticks => ({ inactivity, cooldown: 0 })
export const isDue = ({ inactivity, cooldown }: Ticks): boolean =>
  inactivity >= THRESHOLD && (cooldown === null || cooldown >= COOLDOWN)
