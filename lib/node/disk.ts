// Reads the disk: regular files, names, and obstacles on a path below a project's root. Most functions return null or a
// reason instead of throwing, no function that reads a file follows links unless it says so, and no pipe or device blocks.
import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { attempt } from '../std/attempt.js'

/** The error's code, such as ENOENT; empty for errors without a code. */
export const errno = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? ''

/** The action's result; null if it fails with one of these codes. Other errors are thrown. */
export function orNull<T>(action: () => T, ...codes: readonly string[]): T | null {
  try {
    return action()
  } catch (error) {
    if (codes.includes(errno(error))) return null
    throw error
  }
}

/** Without O_NONBLOCK a named pipe would block for ever. Windows has neither flag. */
const OPEN_NO_FOLLOW = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const OPEN_FOLLOW = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export interface PlainFile {
  readonly bytes: Buffer
  readonly stat: Stats
}

/** Why a file was not read: it is absent, not a regular file (`other`), too large or unreadable. */
export type ReadFailure = 'absent' | 'other' | 'size' | 'unreadable'

/** Error codes for a path that does not exist; a name that is too long cannot exist either. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

interface ReadOptions {
  /** Maximum size in bytes. */
  readonly maxBytes: number
  /** Whether to follow links; for the user's own files, which may be elsewhere. */
  readonly follow?: boolean
}

/** Reads a regular file by its absolute path. */
export function plainFile(path: string, { maxBytes, follow = false }: ReadOptions): PlainFile | ReadFailure {
  let file: number
  try {
    if (!follow && constants.O_NOFOLLOW === undefined && lstatSync(path).isSymbolicLink()) return 'other'
    file = openSync(path, follow ? OPEN_FOLLOW : OPEN_NO_FOLLOW)
  } catch (error) {
    const code = errno(error)
    if (ABSENT.has(code)) return 'absent'
    // A link, a socket or a folder.
    return code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO' || code === 'EISDIR' ? 'other' : 'unreadable'
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) return 'other'
    if (stat.size > maxBytes) return 'size'
    // The file may have grown since `fstat`.
    const bytes = readFileSync(file)
    return bytes.length > maxBytes ? 'size' : { bytes, stat }
  } catch {
    return 'unreadable'
  } finally {
    closeSync(file)
  }
}

/** The text of a regular file; null if it cannot be read. */
export function plainText(path: string, options: ReadOptions): string | null {
  const found = plainFile(path, options)
  return typeof found === 'string' ? null : found.bytes.toString('utf8')
}

/** The last bytes of a file as text, following links; null if it cannot be read. */
export const tailOf = (path: string, maxBytes: number): string | null =>
  attempt(() => {
    const file = openSync(path, OPEN_FOLLOW)
    try {
      const { size } = fstatSync(file)
      const bytes = Buffer.alloc(Math.min(size, maxBytes))
      readSync(file, bytes, 0, bytes.length, size - bytes.length)
      return bytes.toString('utf8')
    } finally {
      closeSync(file)
    }
  }, null)

/** Names in a folder; none if it cannot be read. */
export const namesIn = (folder: string): readonly string[] => attempt(() => readdirSync(folder), [])

/** Entries of a folder; none if it cannot be read. */
export const entriesIn = (folder: string): readonly Dirent[] =>
  attempt(() => readdirSync(folder, { withFileTypes: true }), [])

/** `lstat` of a path; null if nothing is there or it cannot be read. */
export const statOf = (path: string): Stats | null =>
  attempt(() => lstatSync(path, { throwIfNoEntry: false }) ?? null, null)

/** Whether the user can access a path in this mode of `accessSync`. */
export const canAccess = (path: string, mode: number): boolean =>
  attempt(() => {
    accessSync(path, mode)
    return true
  }, false)

/** What blocks a path: a link anywhere, a file where a folder must be, or the wrong kind of entry at the end. */
export interface Obstacle {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly kind: 'link' | 'special' | 'folder' | 'file'
}

export type Wanted = 'file' | 'folder'

/** Checks every part of a path below the root. Missing parts are no obstacle. */
export function obstacleAt(root: string, path: string, wanted: Wanted): Obstacle | null {
  const parts = path.split('/')
  for (let depth = 1; depth <= parts.length; depth++) {
    const part = parts.slice(0, depth).join('/')
    const found = statOf(join(root, part))
    if (found === null) return null
    if (found.isSymbolicLink()) return { path: part, kind: 'link' }
    const isEnd = depth === parts.length
    if (isEnd ? wanted === 'folder' && !found.isDirectory() : !found.isDirectory()) return { path: part, kind: 'file' }
    if (isEnd && wanted === 'file' && !found.isFile())
      return { path: part, kind: found.isDirectory() ? 'folder' : 'special' }
  }
  return null
}

/** Maximum depth of folder walks, which recurse once per level. */
export const MAX_DEPTH = 64
export const isTooDeep = (path: string): boolean => path.split('/').length > MAX_DEPTH

/** A path with all links resolved; null if it does not exist. */
export const targetOf = (path: string): string | null => attempt(() => realpathSync(path), null)

/** Maximum number of links to follow, in case they are circular. */
const MAX_LINKS = 40

/** Resolves links in the part of a path that exists, follows a dangling link to its target, and appends the rest. */
export function realOf(path: string, links = 0): string {
  const found = targetOf(path)
  if (found !== null) return found
  if (links < MAX_LINKS && statOf(path)?.isSymbolicLink() === true)
    return realOf(resolve(dirname(path), readlinkSync(path)), links + 1)
  return dirname(path) === path ? path : join(realOf(dirname(path), links), basename(path))
}

/** Whether the path is the root or below it. */
export const isAtOrBelow = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
