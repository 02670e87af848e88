// Stops an unattended run: after its current sessions (on request, or at one interrupt), or at once (at any further or other signal).
import type { Session } from './drivers/driver.js'

export interface Stopping {
  isRequested(): boolean
  /** Registers a session to end if the run stops at once; the returned function unregisters the session. */
  watch(session: Pick<Session, 'end'>): () => void
  /** Waits until the time is over or a stop is requested. */
  pause(ms: number): Promise<void>
  off(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const POLL_MS = 250

/** Listens for signals until `off`. `isAsked`: whether another process requested a stop; `hint` explains the first signal. */
export function stopSignals(isAsked: () => boolean, hint: () => void): Stopping {
  let signals = 0
  const sessions = new Set<Pick<Session, 'end'>>()
  const onSignal = (signal: NodeJS.Signals) => {
    signals += signal === 'SIGINT' ? 1 : 2
    if (signals === 1) return hint()
    for (const session of sessions) session.end()
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  const isRequested = () => signals > 0 || isAsked()
  return {
    isRequested,
    watch: (session) => {
      sessions.add(session)
      if (signals > 1) session.end()
      return () => sessions.delete(session)
    },
    pause: async (ms) => {
      for (const until = performance.now() + ms; performance.now() < until && !isRequested(); )
        await new Promise((done) => setTimeout(done, Math.min(POLL_MS, Math.max(1, until - performance.now()))))
    },
    off: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal)
    },
  }
}
