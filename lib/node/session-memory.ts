// Stores what hooks remember about a session, in the project's runtime folder or, outside a project, in `~/.gsd`.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { quietly } from '../std/attempt.js'
import { obstacleAt, statOf } from './disk.js'

/** Folder below a project's root, with a file per session. */
const PROJECT_FOLDER = '.planning/.runtime/hooks'
/** Folder below the user's folder. */
const USER_FOLDER = 'sessions'

/** The path of a session's file; null without a usable name, or if a link or a folder of others is in the way. */
export function memoryPath(session: string | null, root: string | null, userFolder: () => string): string | null {
  const name = session?.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100) ?? ''
  if (name === '' || (name.startsWith('.') && /^\.+$/.test(name))) return null
  if (root !== null) {
    const path = `${PROJECT_FOLDER}/${name}.json`
    return obstacleAt(root, path, 'file') === null ? join(root, path) : null
  }
  const folder = join(userFolder(), USER_FOLDER)
  return isFreeOrPrivate(folder) ? join(folder, `${name}.json`) : null
}

/** Whether the folder does not exist or is the user's alone. */
function isFreeOrPrivate(folder: string): boolean {
  const found = statOf(folder)
  if (found === null) return true
  const uid = process.getuid?.()
  return found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0))
}

/** Replaces the file atomically, because events may be concurrent. If this fails, the next event just knows less. */
export function saveMemory(path: string, text: string): void {
  const temporary = `${path}.${process.pid}`
  const write = () => writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 })
  quietly(() => {
    try {
      write()
    } catch {
      // The folder is missing, or a killed event left the temporary file.
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      rmSync(temporary, { force: true })
      write()
    }
    renameSync(temporary, path)
  })
}
