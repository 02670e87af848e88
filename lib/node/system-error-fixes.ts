// Explanations and fixes of system errors, loaded only on a failure.
import { constants } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { GsdError } from '../errors.js'
import { may } from './disk.js'

/** The parents of a path, from the file system's root down. */
const foldersOf = (path: string): readonly string[] =>
  dirname(path) === path ? [] : [...foldersOf(dirname(path)), dirname(path)]

/** Whether a file can be created in a folder, even if the folder does not exist yet. */
export const mayWriteIn = (folder: string): boolean =>
  may(
    [...foldersOf(folder), folder].findLast((part) => may(part, constants.F_OK)) ?? folder,
    constants.W_OK | constants.X_OK,
  )

/** The outermost part of a path that the user cannot write to, so that one fix covers a whole installation. */
function barAt(path: string): string {
  const parts = [...foldersOf(path), path]
  const own = parts.findLastIndex((part) => may(part, constants.W_OK))
  return (own < 0 ? parts.findLast((part) => may(part, constants.F_OK)) : parts[own + 1]) ?? path
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const BARRED = ['EACCES', 'EPERM', 'EROFS']

/** The fix for a failure. `path` is absolute; undefined if a write failed. */
export function fixOf(code: string, path: string | undefined): string {
  if (FULL.includes(code)) return 'free disk space (see df) or quota, then repeat the call'
  if (path === undefined) return 'fix the cause in the message and repeat the call'
  if (!BARRED.includes(code)) return `check that ${path} can be read and written`
  const bar = barAt(path)
  return `let this user read, write and enter ${bar} (ls -ld ${JSON.stringify(bar)} shows the owner), then repeat the call`
}

const MEANINGS: Readonly<Record<string, readonly [what: string, fix: string | null]>> = {
  ENOENT: ['does not exist', 'create it, or give another path'],
  EEXIST: ['already exists', 'move it away, or give another path'],
  ENOTDIR: ['has a file in place of a folder', 'move that file away, or give another folder'],
  EISDIR: ['is a folder, but must be a file', 'move it away, or give a file'],
  EACCES: ['cannot be read or written by you', null],
  EPERM: ['cannot be changed by you', null],
  EROFS: ['is on a read-only disk', 'make that disk writable, then repeat the call'],
  ENOSPC: ['has no space left on its disk', null],
  EDQUOT: ['is over your quota', null],
}

/** Describes a failure. For a program that cannot be started, `path` is its name and the system's message stays. */
export function systemError({ code = '', message, path }: NodeJS.ErrnoException, detail: string): GsdError {
  const [what, fix] = MEANINGS[code] ?? []
  const isKnown = what !== undefined && path !== undefined && isAbsolute(path)
  return new GsdError({
    code: 'IO',
    message: `${isKnown ? `${path} ${what} (${code})` : message}${detail}`,
    fix: (isKnown ? fix : null) ?? fixOf(code, isKnown ? path : undefined),
  })
}

/** Any thrown value as an error for the user. `env`: GSD_DEBUG adds the stack. */
export function errorFrom(thrown: unknown, env: Readonly<Record<string, string | undefined>>): GsdError {
  if (thrown instanceof GsdError) return thrown
  const { code, message, stack } = thrown as NodeJS.ErrnoException
  const detail = env['GSD_DEBUG'] ? `\n${stack ?? ''}` : ''
  return typeof code === 'string' && /^E[A-Z]+$/.test(code)
    ? systemError(thrown as NodeJS.ErrnoException, detail)
    : new GsdError({
        code: 'INTERNAL',
        message: `${message ?? String(thrown)}${detail}`,
        fix: 'this is a bug: repeat the command with GSD_DEBUG=1 and report the output',
      })
}
