// Our own files outside transactions. We read only regular files of this user, and always replace the whole file.
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

/** Reads a regular file of this user's; anything else is not read. */
export const ownText = (path: string): string | null =>
  attempt(() => {
    const found = lstatSync(path)
    const isOurs = found.isFile() && (process.getuid === undefined || found.uid === process.getuid())
    return isOurs ? readFileSync(path, 'utf8') : null
  }, null)

/** A unique name beside the path. */
export const temporaryPathFor = (path: string): string => `${path}.${process.pid}.${randomBytes(4).toString('hex')}`

/** Creates a private file; throws if the name is taken. */
export function writePrivate(path: string, text: string): void {
  const fd = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } catch (error) {
    // A full disk must not leave half a file.
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
  chmodSync(path, 0o600)
}

/** Removes a file in the user's own folder, and the folders it leaves empty. */
export function dropPrivate(path: string): void {
  rmSync(path, { force: true })
  quietly(() => {
    rmdirSync(dirname(path))
    rmdirSync(dirname(dirname(path)))
  })
}

/** Replaces the file atomically and creates its folder. A link of that name is replaced, not followed. */
export function replacePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = temporaryPathFor(path)
  writePrivate(fresh, text)
  try {
    renameSync(fresh, path)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}
