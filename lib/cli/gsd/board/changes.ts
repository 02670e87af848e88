// What a running view waits for: changes below a folder, and its end.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { entriesIn } from '../../../node/disk.js'
import type { GsdExit } from '../world.js'

/** Polled: not every system reports changes. */
const LOOK_MS = 600
/** The journal's copies: each write also appends to the journal. */
const UNSEEN = 'objects'

/** @param beside more state, as a text that differs after a change @returns stops the polling */
export function hearChanges(folder: string, changed: () => void, beside: () => string): () => void {
  const stamps = () => [beside(), ...stampsIn(folder)].join('\n')
  let seen = stamps()
  const looking = setInterval(() => {
    const now = stamps()
    if (now === seen) return
    seen = now
    changed()
  }, LOOK_MS)
  return () => clearInterval(looking)
}

export const stampOf = (paths: readonly string[]): string =>
  paths
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? '' : `${found.mtimeMs} ${found.size}`))
    .join(' ')

function stampsIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === UNSEEN ? [] : stampsIn(path)
    return [`${path} ${stampOf([path])}`]
  })
}

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
