// Looks at the disk without throwing: regular files, names, and obstacles on a path below a project's root. No link is
// followed unasked, and no pipe or device blocks.
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

/** The error's code, such as ENOENT; empty for other errors. */
export const errno = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? ''

/** The action's result, or null if it fails with one of these codes. */
export function orNull<T>(action: () => T, ...codes: readonly string[]): T | null {
  try {
    return action()
  } catch (error) {
    if (codes.includes(errno(error))) return null
    throw error
  }
}

/** Without O_NONBLOCK a named pipe would block for ever. Windows has neither flag. */
const UNFOLLOWED = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const FOLLOWING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export interface PlainFile {
  readonly bytes: Buffer
  readonly stat: Stats
}

/** Why a path has no readable regular file of at most `most` bytes. */
export type NoFile = 'absent' | 'other' | 'size' | 'unreadable'

/** A name that is too long cannot exist. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

interface How {
  /** Maximum size in bytes. */
  readonly maxBytes: number
  /** Follows links; for the user's own files, which may be kept elsewhere. */
  readonly follow?: boolean
}

/** The bytes of a regular file. Paths are absolute. */
export function plainFile(path: string, { maxBytes, follow = false }: How): PlainFile | NoFile {
  let file: number
  try {
    if (!follow && constants.O_NOFOLLOW === undefined && lstatSync(path).isSymbolicLink()) return 'other'
    file = openSync(path, follow ? FOLLOWING : UNFOLLOWED)
  } catch (error) {
    const code = errno(error)
    if (ABSENT.has(code)) return 'absent'
    // A socket or a link.
    return code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO' || code === 'EISDIR' ? 'other' : 'unreadable'
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) return 'other'
    if (stat.size > maxBytes) return 'size'
    // The file may have grown since.
    const bytes = readFileSync(file)
    return bytes.length > maxBytes ? 'size' : { bytes, stat }
  } catch {
    return 'unreadable'
  } finally {
    closeSync(file)
  }
}

export function plainText(path: string, how: How): string | null {
  const found = plainFile(path, how)
  return typeof found === 'string' ? null : found.bytes.toString('utf8')
}

/** The last bytes of a regular file as text; null if it cannot be read. */
export const tailOf = (path: string, most: number): string | null =>
  attempt(() => {
    const file = openSync(path, FOLLOWING)
    try {
      const { size } = fstatSync(file)
      const bytes = Buffer.alloc(Math.min(size, most))
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

/** `lstat` of a path; null if nothing is there or a parent is not a folder. */
export const statOf = (path: string): Stats | null =>
  attempt(() => lstatSync(path, { throwIfNoEntry: false }) ?? null, null)

/** Whether the user can access a path; `how`: the mode for `accessSync`. */
export const may = (path: string, how: number): boolean =>
  attempt(() => {
    accessSync(path, how)
    return true
  }, false)

/** An obstacle on a path: a link in it, or something other than a file or folder at its end. */
export interface Obstacle {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly kind: 'link' | 'special' | 'folder' | 'file'
}

export type Wanted = 'file' | 'folder'

/** Checks every part of a path below the root; missing parts are no obstacle. */
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

/** Limit for folder walks, which recurse once per level. */
export const MAX_DEPTH = 64
export const isDeep = (path: string): boolean => path.split('/').length > MAX_DEPTH

/** A path with all links resolved; null if it does not exist. */
export const targetOf = (path: string): string | null => attempt(() => realpathSync(path), null)

/** Limit for circular links. */
const MAX_LINKS = 40

/** The real path of the part that exists, with the rest appended; a dangling link is followed to its target. */
export function realOf(path: string, links = 0): string {
  const found = targetOf(path)
  if (found !== null) return found
  if (links < MAX_LINKS && statOf(path)?.isSymbolicLink() === true)
    return realOf(resolve(dirname(path), readlinkSync(path)), links + 1)
  return dirname(path) === path ? path : join(realOf(dirname(path), links), basename(path))
}

export const isBelow = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
