// Explains system errors and how to fix them. Loaded only after a failure.
import { constants } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { GsdError, gsdError } from '../errors.js'
import { canAccess } from './disk.js'

/** The folders above a path, from the file system's root down. */
const foldersOf = (path: string): readonly string[] =>
  dirname(path) === path ? [] : [...foldersOf(dirname(path)), dirname(path)]

/** Whether a file can be created in a folder, which need not exist yet. */
export const canWriteIn = (folder: string): boolean =>
  canAccess(
    [...foldersOf(folder), folder].findLast((part) => canAccess(part, constants.F_OK)) ?? folder,
    constants.W_OK | constants.X_OK,
  )

/** The first unwritable folder or file below the last writable folder on a path; if none is writable, the last that exists. */
function outermostUnwritable(path: string): string {
  const parts = [...foldersOf(path), path]
  const lastWritable = parts.findLastIndex((part) => canAccess(part, constants.W_OK))
  return (
    (lastWritable < 0 ? parts.findLast((part) => canAccess(part, constants.F_OK)) : parts[lastWritable + 1]) ?? path
  )
}

const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const NO_PERMISSION = ['EACCES', 'EPERM', 'EROFS']

/** How to fix a failure. `path` is absolute, or undefined if it is unknown. */
export function fixOf(code: string, path: string | undefined): string {
  if (DISK_FULL.includes(code)) return 'free disk space (see df) or quota, then repeat the command'
  if (path === undefined) return 'fix the cause that the message names, then repeat the command'
  if (!NO_PERMISSION.includes(code)) return `check that ${path} can be read and written`
  const unwritable = outermostUnwritable(path)
  return `let this user read, write and enter ${unwritable} (ls -ld ${JSON.stringify(unwritable)} shows the owner), then repeat the command`
}

const MEANINGS: Readonly<Record<string, readonly [what: string, fix: string | null]>> = {
  ENOENT: ['does not exist', 'create it, or give another path'],
  EEXIST: ['already exists', 'move it away, or give another path'],
  ENOTDIR: ['has a file in place of a folder', 'move that file away, or give another folder'],
  EISDIR: ['is a folder, but must be a file', 'move it away, or give a file'],
  EACCES: ['cannot be read or written by you', null],
  EPERM: ['cannot be changed by you', null],
  EROFS: ['is on a read-only disk', 'make that disk writable, then repeat the command'],
  ENOSPC: ['has no space left on its disk', null],
  EDQUOT: ['is over your quota', null],
}

/** Describes a failure. If the path is not absolute, such as a program's name, the system's own message stays. */
export function systemError({ code = '', message, path }: NodeJS.ErrnoException, detail: string): GsdError {
  const [what, fix] = MEANINGS[code] ?? []
  const isKnown = what !== undefined && path !== undefined && isAbsolute(path)
  return gsdError(
    'IO',
    `${isKnown ? `${path} ${what} (${code})` : message}${detail}`,
    (isKnown ? fix : null) ?? fixOf(code, isKnown ? path : undefined),
  )
}

/** Turns any thrown value into an error for the user. With GSD_DEBUG in `env`, the stack is added. */
export function errorFrom(thrown: unknown, env: Readonly<Record<string, string | undefined>>): GsdError {
  if (thrown instanceof GsdError) return thrown
  const { code, message, stack } = thrown as NodeJS.ErrnoException
  const detail = env['GSD_DEBUG'] ? `\n${stack ?? ''}` : ''
  return typeof code === 'string' && /^E[A-Z]+$/.test(code)
    ? systemError(thrown as NodeJS.ErrnoException, detail)
    : gsdError(
        'INTERNAL',
        `${message ?? String(thrown)}${detail}`,
        'this is a bug: repeat the command with GSD_DEBUG=1 and report the output',
      )
}
