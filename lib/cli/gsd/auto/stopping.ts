// How an unattended run is stopped: one interrupt ends it after the present session, a second one, or any other signal, at once.
import type { Session } from './session.js'

export interface Stopping {
  asked(): boolean
  /** The session that a second signal ends. */
  watch(session: Session | null): void
  /** Waits, or until somebody asks to stop. */
  pause(ms: number): Promise<void>
  off(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const LOOK_MS = 250

/** Listens until `off`. `isAsked`: somebody asks from elsewhere; `hint` says what a first signal does. */
export function stopSignals(isAsked: () => boolean, hint: () => void): Stopping {
  let signals = 0
  let session: Session | null = null
  const hear = (signal: NodeJS.Signals) => {
    signals += signal === 'SIGINT' ? 1 : 2
    if (signals > 1) session?.end()
    else hint()
  }
  for (const signal of SIGNALS) process.on(signal, hear)
  const asked = () => signals > 0 || isAsked()
  return {
    asked,
    watch: (one) => {
      session = one
      if (signals > 1) one?.end()
    },
    pause: async (ms) => {
      for (const until = Date.now() + ms; Date.now() < until && !asked(); )
        await new Promise((done) => setTimeout(done, Math.min(LOOK_MS, Math.max(1, until - Date.now()))))
    },
    off: () => {
      for (const signal of SIGNALS) process.off(signal, hear)
    },
  }
}
