// Explanations and fixes of system errors, loaded only on a failure.
import { accessSync, constants } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { GsdError } from '../errors.js'

const may = (path: string, how: number): boolean => {
  try {
    accessSync(path, how)
    return true
  } catch {
    return false
  }
}

/** The parents of a path, from the file system's root down. */
const foldersOf = (path: string): readonly string[] =>
  dirname(path) === path ? [] : [...foldersOf(dirname(path)), dirname(path)]

/**
 * The file or folder whose permissions block a path. If its parents are another user's too, the outermost of them, so that
 * one fix covers a whole installation.
 */
function barAt(path: string): string {
  const bar = nearestBar(path)
  const folders = foldersOf(bar)
  const own = folders.findLastIndex((folder) => may(folder, constants.W_OK))
  return own < 0 ? bar : ([...folders, bar][own + 1] as string)
}

function nearestBar(path: string): string {
  const folders = foldersOf(path)
  const closed = folders.find((folder) => may(folder, constants.F_OK) && !may(folder, constants.X_OK))
  if (closed !== undefined) return closed
  const isBarred = may(path, constants.F_OK) && !may(path, constants.R_OK | constants.W_OK)
  return isBarred ? path : (folders.findLast((folder) => may(folder, constants.F_OK)) ?? path)
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const BARRED = ['EACCES', 'EPERM', 'EROFS']

/** The fix for a failure. `path` is absolute; unknown for a write. */
export function mendOf(code: string, path: string | undefined): string {
  if (FULL.includes(code)) return 'make room on the disk (df shows it), or in your quota, then call again'
  if (path === undefined) return 'fix what the message names and call again'
  if (!BARRED.includes(code)) return `check that ${path} can be read and written`
  const bar = barAt(path)
  return `let this user read, write and enter ${bar} (ls -ld ${JSON.stringify(bar)} shows whose it is), then call again`
}

const MEANINGS: Readonly<Record<string, readonly [what: string, fix: string | null]>> = {
  ENOENT: ['is not there', 'make it, or name another one'],
  EEXIST: ['is there already', 'move it away, or name another one'],
  ENOTDIR: ['has a file where a folder must be', 'move that file away, or name another folder'],
  EISDIR: ['is a folder, and a file must be there', 'move it away, or name a file'],
  EACCES: ['may not be read or written by you', null],
  EPERM: ['may not be changed by you', null],
  EROFS: ['lies on a disk that is read only', 'name a place that can be written'],
  ENOSPC: ['has no room on its disk', null],
  EDQUOT: ['has no room in your quota', null],
}

/** Describes a failure. For a program that cannot be started, `path` is its name and the system's message stays. */
export function systemError({ code = '', message, path }: NodeJS.ErrnoException, detail: string): GsdError {
  const [what, fix] = MEANINGS[code] ?? []
  return what === undefined || path === undefined || !isAbsolute(path)
    ? new GsdError({ code: 'IO', message: `${message}${detail}`, fix: 'fix what the message names and run it again' })
    : new GsdError({ code: 'IO', message: `${path} ${what} (${code})${detail}`, fix: fix ?? mendOf(code, path) })
}
