// Reads regular files only: no link is followed, and no pipe or device blocks.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'

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
  readonly most: number
  /** Follows links; for the user's own files, which may be kept elsewhere. */
  readonly follow?: boolean
}

/** The bytes of a regular file. Paths are absolute. */
export function plainFile(path: string, { most, follow = false }: How): PlainFile | NoFile {
  let file: number
  try {
    if (!follow && constants.O_NOFOLLOW === undefined && lstatSync(path).isSymbolicLink()) return 'other'
    file = openSync(path, follow ? FOLLOWING : UNFOLLOWED)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (ABSENT.has(code)) return 'absent'
    // A socket or a link.
    return code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO' || code === 'EISDIR' ? 'other' : 'unreadable'
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) return 'other'
    if (stat.size > most) return 'size'
    // The file may have grown since.
    const bytes = readFileSync(file)
    return bytes.length > most ? 'size' : { bytes, stat }
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
