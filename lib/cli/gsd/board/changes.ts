// Watches a folder: by events of the system, and by polling what each write of ours touches.
import { type FSWatcher, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../../../node/names-in.js'

/** Writes come in groups; a reader wants one word about a group. */
const QUIET_MS = 50
const LOOK_MS = 600

/** Folders whose entries are looked at: each write of ours changes a log or one of the documents on top. */
const LOOKED_AT = ['.', 'journal', 'phases', 'todos/pending', 'decisions/pending', '.runtime/claims'] as const

/** @param beside what else counts, as a text that differs when it has changed
 * @returns ends it */
export function hearChanges(folder: string, changed: () => void, beside: () => string = () => ''): () => void {
  const stamps = () => `${beside()}\n${stampsOf(folder)}`
  let waiting: NodeJS.Timeout | null = null
  const tell = () => {
    waiting ??= setTimeout(() => {
      waiting = null
      changed()
      seen = stamps()
    }, QUIET_MS)
  }
  let seen = stamps()
  const look = setInterval(() => {
    const now = stamps()
    if (now !== seen) tell()
  }, LOOK_MS)
  const watcher = watcherOf(folder, tell)
  return () => {
    clearInterval(look)
    if (waiting !== null) clearTimeout(waiting)
    watcher?.close()
  }
}

/** Null where the system has no more watches to give, or none of this kind. */
function watcherOf(folder: string, tell: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { recursive: true, persistent: false }, tell)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}

const stampsOf = (folder: string): string =>
  LOOKED_AT.flatMap((name) => {
    const at = join(folder, name)
    return [stampOf(at), ...namesIn(at).map((entry) => stampOf(join(at, entry)))]
  }).join('\n')

function stampOf(path: string): string {
  try {
    const { mtimeMs, size } = statSync(path)
    return `${path} ${mtimeMs} ${size}`
  } catch {
    return path
  }
}
