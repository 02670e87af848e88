// What the steps of a run do with single files and folders.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { mismatches, type Shape } from '../../std/shape.js'
import { digestOf } from '../disk.js'

export const errno = (error: unknown): string => (error as NodeJS.ErrnoException)?.code ?? ''

/** Runs `body`; an error with one of the codes is no error. */
export function allowing(codes: readonly string[], body: () => void): boolean {
  try {
    body()
    return true
  } catch (error) {
    if (codes.includes(errno(error))) return false
    throw error
  }
}

/** Digest of a file; null: nothing is there. */
export function digestNow(path: string): string | null {
  let there: Stats | undefined
  allowing(['ELOOP', 'ENOTDIR'], () => {
    there = lstatSync(path, { throwIfNoEntry: false })
  })
  return there === undefined ? null : there.isFile() ? digestOf(readFileSync(path)) : 'no file'
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

export function namesIn(folder: string): readonly string[] {
  try {
    return existsSync(folder) ? readdirSync(folder) : []
  } catch {
    return []
  }
}

export const modeAt = (path: string): number | null => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : found.mode & 0o7777
}

export function nearestFolder(path: string): string {
  let at = path
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}

/** What stands where a folder would be made: a file, or a link that leads nowhere. */
export function inTheWay(folder: string): string | null {
  const at = nearestFolder(folder)
  if (!statSync(at).isDirectory()) return at
  const below = join(at, relative(at, folder).split(sep)[0] ?? '')
  return at !== folder && lstatSync(below, { throwIfNoEntry: false }) !== undefined ? below : null
}

/** The root itself and what is missing above it, outermost first. */
export const missingFolders = (root: string): readonly string[] =>
  existsSync(root) ? [] : [...missingAbove(root), root]

function missingAbove(path: string): readonly string[] {
  const parent = dirname(path)
  return existsSync(parent) || parent === path ? [] : [...missingAbove(parent), parent]
}

export function removeIfEmpty(folder: string): void {
  allowing(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'], () => rmdirSync(folder))
}

/** What cannot be taken away now, the next run sweeps. */
export function takeAway(path: string): void {
  tolerantly(() => rmSync(path, { recursive: true, force: true }))
}

export function tolerantly(body: () => void): void {
  try {
    body()
  } catch {
    // The run has ended by now, whatever is left to tidy up.
  }
}

const BUSY = ['EPERM', 'EBUSY', 'EACCES']

/** Another program may hold a file open for a moment on some systems. */
export async function patiently(step: () => void): Promise<void> {
  for (let wait = 10; ; wait *= 2)
    try {
      step()
      return
    } catch (error) {
      if (!BUSY.includes(errno(error)) || wait > 1000) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
}

/** Keeps the very file (times, mode and all) under a second name; a copy where the file system has no links. */
export function saveImage(path: string, image: string): void {
  if (!allowing(['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK', 'EACCES'], () => linkSync(path, image)))
    copyFileSync(path, image)
}

/** Takes a file away in one step; where the journal lies on another disk, its copy is whole before the file is gone. */
export function moveAway(path: string, image: string): void {
  if (allowing(['EXDEV'], () => renameSync(path, image))) return
  copyFileSync(path, `${image}.part`)
  renameSync(`${image}.part`, image)
  unlinkSync(path)
}

export function putBack(image: string, path: string): void {
  if (allowing(['EXDEV', ...BUSY], () => renameSync(image, path))) return
  // A file that another program holds is as a rule the one that was saved: it kept the run from going on.
  if (!holdsSame(image, path)) copyFileSync(image, path)
  unlinkSync(image)
}

const holdsSame = (one: string, other: string): boolean =>
  isFile(one) && isFile(other) && readFileSync(one).equals(readFileSync(other))

export interface Staging {
  readonly path: string
  readonly bytes: Uint8Array
  readonly mode: number | null
}

/** Most files that are open at a time: some systems allow a process no more than 256, and a run that is to end is asked between two batches. */
const BATCH = 64

/**
 * Writing goes into memory and is quick; what is waited for, side by side, is the disk. Many are written before the first is waited for: a disk that is asked
 * between two new files writes down each by itself.
 */
export async function stageFiles(stagings: Iterable<Staging>): Promise<void> {
  const open: number[] = []
  const settle = async () => {
    try {
      const failed = (await Promise.allSettled(open.map((file) => synced(file)))).find(
        (result) => result.status === 'rejected',
      )
      if (failed !== undefined) throw failed.reason
    } finally {
      for (const file of open.splice(0)) closeSync(file)
    }
  }
  try {
    for (const { path, bytes, mode } of stagings) {
      const file = openSync(path, 'wx', mode ?? 0o644)
      open.push(file)
      writeFileSync(file, bytes)
      if (mode !== null) fchmodSync(file, mode)
      if (open.length === BATCH) await settle()
    }
    await settle()
  } finally {
    for (const file of open) closeSync(file)
  }
}

export function writeDurably(path: string, text: string): void {
  const fd = openSync(path, 'w')
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

const synced = promisify(fsync)

/** Makes renames in a folder durable, where the system can. */
export function syncFolder(folder: string): void {
  if (!existsSync(folder) || process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** The same, side by side with other folders. */
export async function syncFolderAside(folder: string): Promise<void> {
  if (!existsSync(folder) || process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    await synced(fd)
  } finally {
    closeSync(fd)
  }
}

/** Null where it is not there, or is of another shape. */
export function readJson<T>(path: string, shape: Shape<T>): T | null {
  try {
    // A pipe in its place would hold the run for ever.
    const value: unknown = isFile(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
    return value !== null && mismatches(shape, value).length === 0 ? (value as T) : null
  } catch {
    return null
  }
}
