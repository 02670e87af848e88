// The durable file operations of a transaction. They are a port, so that tests can let one fail or kill the process.
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { quietly } from '../std/attempt.js'
import { sleep } from './clock.js'
import { errno, orNull } from './disk.js'

/** File operations by absolute path. Reading an absent file gives null, an absent folder no names. */
export interface FilePort {
  read(path: string): Buffer | null
  list(directory: string): readonly string[]
  size(path: string): number | null
  /** Creates or replaces a file and syncs it. */
  write(path: string, bytes: Uint8Array): void
  /** Replaces `to` or, if that is a link, its target with `from`, atomically. Default mode: the replaced file's. */
  rename(from: string, to: string, mode?: number): void
  remove(path: string): void
  /** Removes an incomplete last line, then appends; undoes a failed write. Returns the length before the new text. */
  append(path: string, text: string): number
  truncate(path: string, length: number): void
  removeTree(directory: string): void
  /** Removes a folder if it is empty. */
  removeEmpty(directory: string): void
  /** Delays the syncs of `body` to its end, and syncs each folder once. A file is still synced before its rename. */
  together(body: () => void): void
}

/** The length up to and including the last newline. */
function committedLength(fd: number, size: number): number {
  const block = Buffer.alloc(64 * 1024)
  let end = size
  while (end > 0) {
    const start = Math.max(0, end - block.length)
    const count = fs.readSync(fd, block, 0, end - start, start)
    const newline = block.subarray(0, count).lastIndexOf(10)
    if (newline >= 0) return start + newline + 1
    end = start
  }
  return 0
}

/** Errors of systems that cannot sync folders. There, the rename must be enough. */
const NO_SYNC = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF'] as const

const exists = (path: string): boolean => orNull(() => fs.lstatSync(path), 'ENOENT', 'ENOTDIR') !== null

function withFile<T>(path: string, flags: 'r' | 'r+' | 'w' | 'w+', use: (fd: number) => T): T {
  const fd = fs.openSync(path, flags)
  try {
    return use(fd)
  } finally {
    // Syncs report lost bytes, so a failure to close does not matter.
    quietly(() => fs.closeSync(fd))
  }
}

const sync = (path: string, flags: 'r' | 'r+'): void => withFile(path, flags, fs.fsyncSync)

/** Paths that `together` will sync; null outside of `together`. */
let delayed: { readonly files: Set<string>; readonly folders: Set<string> } | null = null

function syncFolder(path: string): void {
  if (delayed === null) orNull(() => sync(path, 'r'), ...NO_SYNC)
  else delayed.folders.add(path)
}

/** Creates missing folders and syncs their parents. */
function makeFolder(folder: string): void {
  if (exists(folder)) return
  makeFolder(dirname(folder))
  orNull(() => fs.mkdirSync(folder), 'EEXIST')
  syncFolder(dirname(folder))
}

/** The target of a rename: the file that a link points to, so that the link survives. */
function renameTarget(path: string): string {
  const stat = orNull(() => fs.lstatSync(path), 'ENOENT', 'ENOTDIR')
  return stat?.isSymbolicLink() ? (orNull(() => fs.realpathSync(path), 'ENOENT') ?? path) : path
}

function writeDurably(path: string, bytes: Uint8Array, isSyncDelayed: boolean): void {
  makeFolder(dirname(path))
  withFile(path, 'w', (fd) => {
    let written = 0
    while (written < bytes.length) written += fs.writeSync(fd, bytes, written)
    if (!isSyncDelayed) fs.fsyncSync(fd)
  })
}

function setMode(from: string, to: string, mode: number | undefined): void {
  const wanted = mode ?? orNull(() => fs.statSync(to), 'ENOENT', 'ENOTDIR')?.mode
  if (wanted !== undefined) fs.chmodSync(from, wanted & 0o7777)
}

const BUSY_CODES = ['EPERM', 'EBUSY', 'EACCES']

/** Retries a call for a little more than a second, because other programs may hold a file open for a moment. */
function withRetries<T>(call: () => T): T {
  for (let wait = 10; ; wait *= 2)
    try {
      return call()
    } catch (error) {
      if (!BUSY_CODES.includes(errno(error)) || wait > 1000) throw error
      sleep(wait)
    }
}

/** Renames a file. Across file systems, copies it next to the target first. */
function replace(from: string, target: string): void {
  try {
    withRetries(() => fs.renameSync(from, target))
  } catch (error) {
    if (errno(error) !== 'EXDEV') throw error
    const temporary = join(dirname(target), `.${process.pid}.tmp`)
    writeDurably(temporary, fs.readFileSync(from), false)
    fs.chmodSync(temporary, fs.statSync(from).mode & 0o7777)
    fs.renameSync(temporary, target)
    fs.unlinkSync(from)
  }
}

function appendDurably(path: string, text: string): number {
  makeFolder(dirname(path))
  const isNew = !exists(path)
  return withFile(path, isNew ? 'w+' : 'r+', (fd) => {
    const length = committedLength(fd, fs.fstatSync(fd).size)
    fs.ftruncateSync(fd, length)
    const bytes = Buffer.from(text, 'utf8')
    try {
      let written = 0
      while (written < bytes.length)
        written += fs.writeSync(fd, bytes, written, bytes.length - written, length + written)
      fs.fdatasyncSync(fd)
      if (isNew) syncFolder(dirname(path))
    } catch (error) {
      fs.ftruncateSync(fd, length)
      throw error
    }
    return length
  })
}

export const durableFiles: FilePort = {
  read: (path) => orNull(() => fs.readFileSync(path), 'ENOENT', 'ENOTDIR'),
  list: (directory) => orNull(() => fs.readdirSync(directory).sort(), 'ENOENT', 'ENOTDIR') ?? [],
  size: (path) => orNull(() => fs.statSync(path).size, 'ENOENT', 'ENOTDIR'),
  write(path, bytes) {
    writeDurably(path, bytes, delayed !== null)
    delayed?.files.add(path)
  },
  rename(from, to, mode) {
    // The file must be synced before it gets its name.
    if (delayed?.files.delete(from) === true) sync(from, 'r+')
    const target = renameTarget(to)
    makeFolder(dirname(target))
    setMode(from, target, mode)
    replace(from, target)
    syncFolder(dirname(target))
  },
  remove(path) {
    withRetries(() => orNull(() => fs.unlinkSync(path), 'ENOENT', 'ENOTDIR'))
    delayed?.files.delete(path)
    if (exists(dirname(path))) syncFolder(dirname(path))
  },
  together(body) {
    // In a nested call, the outer one syncs.
    if (delayed !== null) return body()
    const { files, folders } = (delayed = { files: new Set<string>(), folders: new Set<string>() })
    try {
      body()
    } finally {
      delayed = null
    }
    for (const path of files) sync(path, 'r+')
    for (const path of folders) if (exists(path)) syncFolder(path)
  },
  append: appendDurably,
  truncate: (path, length) =>
    withFile(path, 'r+', (fd) => {
      fs.ftruncateSync(fd, length)
      fs.fsyncSync(fd)
    }),
  removeTree: (directory) => fs.rmSync(directory, { recursive: true, force: true }),
  removeEmpty(directory) {
    orNull(() => fs.rmdirSync(directory), 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ELOOP', 'EPERM', 'EBUSY')
  },
}
