// Hears when something below a folder changes, by looking again and again: not every system tells of changes.
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LOOK_MS = 600
/** Copies that the journal keeps: each write appends to the journal too. */
const UNSEEN = 'objects'

/** @param beside what else counts, as a text that differs when it has changed
 * @returns ends it */
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
