// Reading without being led or held: no link is followed, and nothing but a regular file is opened for long.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'

/** Without O_NONBLOCK a named pipe would hold the process for ever. Windows has neither flag. */
const UNFOLLOWED = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const FOLLOWING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export interface PlainFile {
  readonly bytes: Buffer
  readonly stat: Stats
}

/** What is at a path that holds no regular file of at most `most` bytes which can be read. */
export type NoFile = 'absent' | 'other' | 'size' | 'unreadable'

/** A name that is too long for the file system names nothing. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

interface How {
  /** More bytes are not read. */
  readonly most: number
  /** Also what a link leads to; for files of the person, who may keep them elsewhere. */
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
    // A socket cannot be opened, a link is not followed.
    return code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO' || code === 'EISDIR' ? 'other' : 'unreadable'
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) return 'other'
    if (stat.size > most) return 'size'
    const bytes = allOf(file, stat.size, most)
    return bytes === null ? 'size' : { bytes, stat }
  } catch {
    return 'unreadable'
  } finally {
    closeSync(file)
  }
}

/** The size is only what it was: files of the kernel say 0, and others grow. Null: more than `most`. */
function allOf(file: number, size: number, most: number): Buffer | null {
  let bytes = Buffer.allocUnsafe(Math.min(size, most) + 1)
  let length = 0
  for (;;) {
    const got = readSync(file, bytes, length, bytes.length - length, null)
    length += got
    // Asking once more whether that was all costs a sixth of reading a small file.
    if (got === 0 || (length === size && size > 0)) return bytes.subarray(0, length)
    if (length > most) return null
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(length * 2, most + 1))
  }
}

/** Its text; null where there is none. */
export function plainText(path: string, how: How): string | null {
  const found = plainFile(path, how)
  return typeof found === 'string' ? null : found.bytes.toString('utf8')
}
