// What a running view waits for: changes below a folder, and the signal that ends the view.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { entriesIn } from '../../../node/disk.js'
import type { GsdExit } from '../world.js'

/** Interval of polling, which is needed because not every system reports changes. */
const POLL_MS = 600
/** Folder of the journal's copies, which need no polling because each write also appends to the journal. */
const IGNORED_FOLDER = 'objects'

/** Calls `onChange` after each change of the folder or of `extraStamp`. Returns a function that stops the polling. */
export function pollChanges(folder: string, onChange: () => void, extraStamp: () => string): () => void {
  const stamps = () => [extraStamp(), ...stampsIn(folder)].join('\n')
  let lastStamps = stamps()
  const timer = setInterval(() => {
    const now = stamps()
    if (now === lastStamps) return
    lastStamps = now
    onChange()
  }, POLL_MS)
  return () => clearInterval(timer)
}

export const stampOf = (paths: readonly string[]): string =>
  paths
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? '' : `${found.mtimeMs} ${found.size}`))
    .join(' ')

function stampsIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === IGNORED_FOLDER ? [] : stampsIn(path)
    return [`${path} ${stampOf([path])}`]
  })
}

/** Exit codes by signal: an interrupt is the normal way to end a view, not a failure. */
const EXITS = { SIGINT: 0, SIGTERM: 143, SIGHUP: 129 } as const

export const exitCodeOnSignal = (): Promise<GsdExit> =>
  new Promise((done) => {
    const onSignal = (signal: keyof typeof EXITS) => {
      for (const name of SIGNALS) process.off(name, onSignal)
      done(EXITS[signal])
    }
    for (const name of SIGNALS) process.on(name, onSignal)
  })

const SIGNALS = Object.keys(EXITS) as readonly (keyof typeof EXITS)[]
