// Waits for a person to end what goes on until then.
import type { GsdExit } from '../world.js'

/** An interrupt is how a person ends it, and no failure. */
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
