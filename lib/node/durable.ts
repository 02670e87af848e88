// Durable file operations of a transaction. A port, so that tests can fail an operation or kill the process there.
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { quietly } from '../std/attempt.js'
import { sleep } from './clock.js'
import { errno, orNull } from './disk.js'

/** All paths are absolute. */
export interface FilePort {
  read(path: string): Buffer | null
  list(directory: string): readonly string[]
  size(path: string): number | null
  /** Creates or replaces a file and syncs it. */
  write(path: string, bytes: Uint8Array): void
  /** Replaces `to` atomically and follows a link there. Keeps the replaced file's mode by default. */
  rename(from: string, to: string, mode?: number): void
  remove(path: string): void
  /** Removes an incomplete last line, then appends; undoes a short write. Returns the length before the new text. */
  append(path: string, text: string): number
  truncate(path: string, length: number): void
  removeTree(directory: string): void
  removeEmpty(directory: string): void
  /** Delays the syncs of `body` to its end: files after all writes, each folder once. */
  together(body: () => void): void
}

/** Length up to and including the last newline. */
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

/** Not every system can sync directories; there, the rename must be enough. */
const NO_SYNC = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF'] as const

const exists = (path: string): boolean => orNull(() => fs.lstatSync(path), 'ENOENT', 'ENOTDIR') !== null

function withFile<T>(path: string, flags: 'r' | 'r+' | 'w' | 'w+', use: (fd: number) => T): T {
  const fd = fs.openSync(path, flags)
  try {
    return use(fd)
  } finally {
    // The file is synced by then.
    quietly(() => fs.closeSync(fd))
  }
}

const sync = (path: string, flags: 'r' | 'r+'): void => withFile(path, flags, fs.fsyncSync)

/** Paths that `together` syncs at its end; null outside of it. */
let waiting: { readonly files: Set<string>; readonly folders: Set<string> } | null = null

function syncFolder(path: string): void {
  if (waiting === null) orNull(() => sync(path, 'r'), ...NO_SYNC)
  else waiting.folders.add(path)
}

/** Creates missing folders and syncs their parents. */
function makeFolder(folder: string): void {
  if (exists(folder)) return
  makeFolder(dirname(folder))
  orNull(() => fs.mkdirSync(folder), 'EEXIST')
  syncFolder(dirname(folder))
}

/** The target of a rename: the file a link points to, so that the link survives. */
function landing(path: string): string {
  const stat = orNull(() => fs.lstatSync(path), 'ENOENT', 'ENOTDIR')
  return stat?.isSymbolicLink() ? (orNull(() => fs.realpathSync(path), 'ENOENT') ?? path) : path
}

function writeDurably(path: string, bytes: Uint8Array, isLater: boolean): void {
  makeFolder(dirname(path))
  withFile(path, 'w', (fd) => {
    let written = 0
    while (written < bytes.length) written += fs.writeSync(fd, bytes, written)
    if (!isLater) fs.fsyncSync(fd)
  })
}

function setMode(from: string, to: string, mode: number | undefined): void {
  const wanted = mode ?? orNull(() => fs.statSync(to), 'ENOENT', 'ENOTDIR')?.mode
  if (wanted !== undefined) fs.chmodSync(from, wanted & 0o7777)
}

const BUSY = ['EPERM', 'EBUSY', 'EACCES']

/** Retries: on some systems another program may hold a file open for a moment. */
function patiently<T>(call: () => T): T {
  for (let wait = 10; ; wait *= 2)
    try {
      return call()
    } catch (error) {
      if (!BUSY.includes(errno(error)) || wait > 1000) throw error
      sleep(wait)
    }
}

/** Renames a file; across file systems, copies it beside the target first. */
function replace(from: string, target: string): void {
  try {
    patiently(() => fs.renameSync(from, target))
  } catch (error) {
    if (errno(error) !== 'EXDEV') throw error
    const beside = join(dirname(target), `.${process.pid}.tmp`)
    writeDurably(beside, fs.readFileSync(from), false)
    fs.chmodSync(beside, fs.statSync(from).mode & 0o7777)
    fs.renameSync(beside, target)
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
    writeDurably(path, bytes, waiting !== null)
    waiting?.files.add(path)
  },
  rename(from, to, mode) {
    // The file must be complete before it gets its name.
    if (waiting?.files.delete(from) === true) sync(from, 'r+')
    const target = landing(to)
    makeFolder(dirname(target))
    setMode(from, target, mode)
    replace(from, target)
    syncFolder(dirname(target))
  },
  remove(path) {
    patiently(() => orNull(() => fs.unlinkSync(path), 'ENOENT', 'ENOTDIR'))
    waiting?.files.delete(path)
    if (exists(dirname(path))) syncFolder(dirname(path))
  },
  together(body) {
    // Nested: the outer call syncs.
    if (waiting !== null) return body()
    const { files, folders } = (waiting = { files: new Set<string>(), folders: new Set<string>() })
    try {
      body()
    } finally {
      waiting = null
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
