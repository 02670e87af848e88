// Waits for the user to end a running action.
import type { GsdExit } from '../world.js'

/** An interrupt is the normal way to end it, not a failure. */
const EXITS = { SIGINT: 0, SIGTERM: 143, SIGHUP: 129 } as const

export const ended = (): Promise<GsdExit> =>
  new Promise((done) => {
    const hear = (signal: keyof typeof EXITS) => {
      for (const name of SIGNALS) process.off(name, hear)
      done(EXITS[signal])
    }
    for (const name of SIGNALS) process.on(name, hear)
  })

const SIGNALS = Object.keys(EXITS) as readonly (keyof typeof EXITS)[]
