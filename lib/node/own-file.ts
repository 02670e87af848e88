// Files of our own outside of any transaction: read only when they are plainly ours, and replaced whole.
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

/** A file of our own: regular, this user's, or it is not read. */
export function ownText(path: string): string | null {
  try {
    const found = lstatSync(path)
    const isOurs = found.isFile() && (process.getuid === undefined || found.uid === process.getuid())
    return isOurs ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}

/** A name beside the path that nobody else uses. */
export const besides = (path: string): string => `${path}.${process.pid}.${randomBytes(4).toString('hex')}`

/** A new file for this user alone; throws where something has the name. */
export function writePrivate(path: string, text: string): void {
  const fd = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } catch (error) {
    // A disk that is full takes no half of it.
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
  chmodSync(path, 0o600)
}

/** Takes a file in a folder of the person's own away, and the folders it leaves empty. */
export function dropPrivate(path: string): void {
  rmSync(path, { force: true })
  try {
    rmdirSync(dirname(path))
    rmdirSync(dirname(dirname(path)))
  } catch {
    // Something else lies there.
  }
}

/** Replaces the file in one step, with its folder where that is missing. What has the name is replaced, never written through. */
export function replacePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = besides(path)
  writePrivate(fresh, text)
  try {
    renameSync(fresh, path)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}
