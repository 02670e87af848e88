// Detects changes below a folder by polling: not every system reports them.
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LOOK_MS = 600
/** The journal's copies: each write also appends to the journal. */
const UNSEEN = 'objects'

/** @param beside more state, as a text that differs after a change @returns stops the polling */
export function hearChanges(folder: string, changed: () => void, beside: () => string = () => ''): () => void {
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

function stampsIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === UNSEEN ? [] : stampsIn(path)
    const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? {}
    return [`${path} ${mtimeMs} ${size}`]
  })
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
