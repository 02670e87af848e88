// Our own files outside transactions. Only regular files of the user are read, and files are replaced as a whole.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { attempt, quietly } from '../std/attempt.js'

/** Reads a regular file that the user owns; null for anything else. */
export const ownText = (path: string): string | null =>
  attempt(() => {
    const found = lstatSync(path)
    const isOurs = found.isFile() && (process.getuid === undefined || found.uid === process.getuid())
    return isOurs ? readFileSync(path, 'utf8') : null
  }, null)

/** A unique path next to the given one. */
export const temporaryPathFor = (path: string): string => `${path}.${process.pid}.${randomBytes(4).toString('hex')}`

/** Creates a private file. Throws if the path already exists. */
export function writePrivate(path: string, text: string): void {
  const fd = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } catch (error) {
    // A full disk must not leave an incomplete file.
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
  chmodSync(path, 0o600)
}

/** Removes a file in the user's own folder, and up to two folders above it if that empties them. */
export function removePrivate(path: string): void {
  rmSync(path, { force: true })
  quietly(() => {
    rmdirSync(dirname(path))
    rmdirSync(dirname(dirname(path)))
  })
}

/** Replaces a private file atomically, and creates its folder. A link is replaced, not followed. */
export function replacePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = temporaryPathFor(path)
  writePrivate(temporary, text)
  try {
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
