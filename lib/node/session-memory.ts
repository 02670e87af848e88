// The hooks' memory of a session, in the project's runtime folder or in `~/.gsd`.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { quietly } from '../std/attempt.js'
import { obstacleAt, statOf } from './disk.js'

/** Below a project's root; one file per session. */
const MEMORIES = '.planning/.runtime/hooks'
/** Below the user's folder. */
const SESSIONS = 'sessions'

/** The file of a session; null if a link or a foreign folder is in its place. */
export function memoryPath(session: string | null, root: string | null, own: () => string): string | null {
  const name = session?.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100) ?? ''
  if (name === '' || (name.startsWith('.') && /^\.+$/.test(name))) return null
  if (root !== null) {
    const path = `${MEMORIES}/${name}.json`
    return obstacleAt(root, path, 'file') === null ? join(root, path) : null
  }
  const folder = join(own(), SESSIONS)
  return isFreeOrPrivate(folder) ? join(folder, `${name}.json`) : null
}

function isFreeOrPrivate(folder: string): boolean {
  const found = statOf(folder)
  if (found === null) return true
  const uid = process.getuid?.()
  return found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0))
}

/** Replaces the file atomically, because events may be concurrent. After a failure the next event knows less. */
export function keepMemory(path: string, text: string): void {
  const fresh = `${path}.${process.pid}`
  const write = () => writeFileSync(fresh, text, { flag: 'wx', mode: 0o600 })
  quietly(() => {
    try {
      write()
    } catch {
      // A missing folder, or a leftover of a killed event.
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      rmSync(fresh, { force: true })
      write()
    }
    renameSync(fresh, path)
  })
}
