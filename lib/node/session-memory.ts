// What hooks remember of a session: below the project's runtime folder, or in the person's own one where there is no project.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isJsonObject, type JsonObject, objectIn } from '../std/json.js'
import { obstacleAt, statOf } from './obstacle.js'
import { ownText } from './own-file.js'

/** Below a project's root: a file for each session. */
const MEMORIES = '.planning/.runtime/hooks'
/** Below the person's folder. */
const SESSIONS = 'sessions'

/** The file of a session. `root`: of the project. Null where a link, or a folder that is not this person's alone, is in its place. */
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

/** Written beside its place and renamed: two events at once leave one of the two whole. A refusal is said also where nothing can be kept. */
export function keepMemory(path: string, text: string): void {
  try {
    const fresh = `${path}.${process.pid}`
    const write = () => writeFileSync(fresh, text, { flag: 'wx', mode: 0o600 })
    try {
      write()
    } catch {
      // The folder is not there yet, or what an event left that was ended while it wrote.
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      rmSync(fresh, { force: true })
      write()
    }
    renameSync(fresh, path)
  } catch {
    // The next event knows less.
  }
}

/** Nobody goes on after that time with a session that was silent. */
const SESSION_MS = 24 * 3_600_000

interface Memory {
  readonly path: string
  readonly told: JsonObject
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** What sessions of a project that may go on remember. */
export function memoriesIn(root: string | null): readonly Memory[] {
  if (root === null || obstacleAt(root, MEMORIES, 'folder') !== null) return []
  const folder = join(root, MEMORIES)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.flatMap((name): readonly Memory[] => {
    const path = join(folder, name)
    const told = name.endsWith('.json') ? objectIn(ownText(path) ?? '') : null
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return told === null || Date.now() - at > SESSION_MS ? [] : [{ path, told, at }]
  })
}

/** Lets them forget what they remember of `name` below that key. */
export function askAgain(root: string | null, key: string, name: string): void {
  for (const { path, told } of memoriesIn(root)) {
    const kept = told[key]
    if (!isJsonObject(kept) || !Object.hasOwn(kept, name)) continue
    const { [name]: _, ...others } = kept
    keepMemory(path, JSON.stringify({ ...told, [key]: others }))
  }
}
