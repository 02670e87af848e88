// Stops an unattended run: the first interrupt after the present session; a second one, or any other signal, at once.
import type { Session } from './drivers/driver.js'

export interface Stopping {
  asked(): boolean
  /** A session for a second signal to end, until the returned function is called. */
  watch(session: Pick<Session, 'end'>): () => void
  /** Waits until the time is over or a stop is requested. */
  pause(ms: number): Promise<void>
  off(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const LOOK_MS = 250

/** Listens until `off`. `isAsked`: a stop was requested from elsewhere; `hint` explains a first signal. */
export function stopSignals(isAsked: () => boolean, hint: () => void): Stopping {
  let signals = 0
  const sessions = new Set<Pick<Session, 'end'>>()
  const hear = (signal: NodeJS.Signals) => {
    signals += signal === 'SIGINT' ? 1 : 2
    if (signals === 1) return hint()
    for (const session of sessions) session.end()
  }
  for (const signal of SIGNALS) process.on(signal, hear)
  const asked = () => signals > 0 || isAsked()
  return {
    asked,
    watch: (session) => {
      sessions.add(session)
      if (signals > 1) session.end()
      return () => sessions.delete(session)
    },
    pause: async (ms) => {
      // Uses a monotonic clock.
      for (const until = performance.now() + ms; performance.now() < until && !asked(); )
        await new Promise((done) => setTimeout(done, Math.min(LOOK_MS, Math.max(1, until - performance.now()))))
    },
    off: () => {
      for (const signal of SIGNALS) process.off(signal, hear)
    },
  }
}
