// Durable file operations of a transaction. A port, so that tests can fail or kill each one.
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { sleep } from './clock.js'
import { errno } from './disk.js'

/** The system calls behind the durable operations; tests fail each one. */
type SystemCalls = Pick<
  typeof fs,
  | 'chmodSync'
  | 'closeSync'
  | 'fdatasyncSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'ftruncateSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'readSync'
  | 'realpathSync'
  | 'renameSync'
  | 'rmSync'
  | 'rmdirSync'
  | 'statSync'
  | 'unlinkSync'
  | 'writeSync'
>

/** All paths are absolute. */
export interface FilePort {
  /** Bytes of a file, or null if it is absent. */
  read(path: string): Buffer | null
  list(directory: string): readonly string[]
  /** Size in bytes, or null if there is no file. */
  size(path: string): number | null
  /** Creates or replaces a file and syncs it. */
  write(path: string, bytes: Uint8Array): void
  /** Replaces `to` atomically and follows a link there. Keeps the replaced file's mode by default. */
  rename(from: string, to: string, mode?: number): void
  remove(path: string): void
  /** Cuts an unterminated last line, then appends; a short write is undone. Returns the length before. */
  append(path: string, text: string): number
  truncate(path: string, length: number): void
  removeTree(directory: string): void
  removeEmpty(directory: string): void
  /** Syncs what `body` writes, renames and removes at the end: each folder once, files after all writes. */
  together(body: () => void): void
}

const orNull = <T>(action: () => T, ...codes: readonly string[]): T | null => {
  try {
    return action()
  } catch (error) {
    if (codes.includes(errno(error))) return null
    throw error
  }
}

/** Length up to and including the last newline. */
function committedLength(calls: SystemCalls, fd: number, size: number): number {
  const block = Buffer.alloc(64 * 1024)
  let end = size
  while (end > 0) {
    const start = Math.max(0, end - block.length)
    const count = calls.readSync(fd, block, 0, end - start, start)
    const newline = block.subarray(0, count).lastIndexOf(10)
    if (newline >= 0) return start + newline + 1
    end = start
  }
  return 0
}

/** Not every system can sync directories; there the rename has to do. */
const NO_SYNC = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF'] as const

const exists = (calls: SystemCalls, path: string): boolean =>
  orNull(() => calls.lstatSync(path), 'ENOENT', 'ENOTDIR') !== null

/** Ignores errors: the file is synced by then. */
function close(calls: SystemCalls, fd: number): void {
  try {
    calls.closeSync(fd)
  } catch {}
}

function syncDirectory(calls: SystemCalls, directory: string): void {
  orNull(
    () => {
      const fd = calls.openSync(directory, 'r')
      try {
        calls.fsyncSync(fd)
      } finally {
        close(calls, fd)
      }
    },
    ...NO_SYNC,
  )
}

/** Creates missing folders and syncs their parents. */
function makeFolder(calls: SystemCalls, folder: string, syncFolder: Syncing = syncDirectory): void {
  if (exists(calls, folder)) return
  makeFolder(calls, dirname(folder), syncFolder)
  orNull(() => calls.mkdirSync(folder), 'EEXIST')
  syncFolder(calls, dirname(folder))
}

/** The target of a rename: the file a link points to, so that the link survives. */
function landing(calls: SystemCalls, path: string): string {
  const stat = orNull(() => calls.lstatSync(path), 'ENOENT', 'ENOTDIR')
  return stat?.isSymbolicLink() ? (orNull(() => calls.realpathSync(path), 'ENOENT') ?? path) : path
}

type Syncing = (calls: SystemCalls, path: string) => void

function writeDurably(
  calls: SystemCalls,
  path: string,
  bytes: Uint8Array,
  syncFolder: Syncing = syncDirectory,
  isLater = false,
): void {
  makeFolder(calls, dirname(path), syncFolder)
  const fd = calls.openSync(path, 'w')
  try {
    let written = 0
    while (written < bytes.length) written += calls.writeSync(fd, bytes, written)
    if (!isLater) calls.fsyncSync(fd)
  } finally {
    close(calls, fd)
  }
}

function syncFile(calls: SystemCalls, path: string): void {
  const fd = calls.openSync(path, 'r+')
  try {
    calls.fsyncSync(fd)
  } finally {
    close(calls, fd)
  }
}

function setMode(calls: SystemCalls, from: string, to: string, mode: number | undefined): void {
  const wanted = mode ?? orNull(() => calls.statSync(to), 'ENOENT', 'ENOTDIR')?.mode
  if (wanted !== undefined) calls.chmodSync(from, wanted & 0o7777)
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

/** Across file systems: a copy beside the target, then a rename. */
function replace(calls: SystemCalls, from: string, target: string): void {
  try {
    patiently(() => calls.renameSync(from, target))
  } catch (error) {
    if (errno(error) !== 'EXDEV') throw error
    const beside = join(dirname(target), `.${process.pid}.tmp`)
    writeDurably(calls, beside, calls.readFileSync(from))
    calls.chmodSync(beside, calls.statSync(from).mode & 0o7777)
    calls.renameSync(beside, target)
    calls.unlinkSync(from)
  }
}

function appendDurably(calls: SystemCalls, path: string, text: string): number {
  makeFolder(calls, dirname(path))
  const isNew = !exists(calls, path)
  const fd = calls.openSync(path, isNew ? 'w+' : 'r+')
  try {
    const length = committedLength(calls, fd, calls.fstatSync(fd).size)
    calls.ftruncateSync(fd, length)
    const bytes = Buffer.from(text, 'utf8')
    try {
      let written = 0
      while (written < bytes.length)
        written += calls.writeSync(fd, bytes, written, bytes.length - written, length + written)
      calls.fdatasyncSync(fd)
      if (isNew) syncDirectory(calls, dirname(path))
    } catch (error) {
      calls.ftruncateSync(fd, length)
      throw error
    }
    return length
  } finally {
    close(calls, fd)
  }
}

/** Written or renamed paths that are not synced yet. */
interface Waiting {
  readonly files: Set<string>
  readonly folders: Set<string>
}

/** The file operations on top of the system calls. */
export function durableOver(calls: SystemCalls): FilePort {
  let waiting: Waiting | null = null
  const syncFolder: Syncing = (_, path) => {
    if (waiting === null) syncDirectory(calls, path)
    else waiting.folders.add(path)
  }
  return {
    read: (path) => orNull(() => calls.readFileSync(path), 'ENOENT', 'ENOTDIR'),
    list: (directory) => orNull(() => calls.readdirSync(directory).sort(), 'ENOENT', 'ENOTDIR') ?? [],
    size: (path) => orNull(() => calls.statSync(path).size, 'ENOENT', 'ENOTDIR'),
    write(path, bytes) {
      writeDurably(calls, path, bytes, syncFolder, waiting !== null)
      waiting?.files.add(path)
    },
    rename(from, to, mode) {
      // The file must be complete before it gets its name.
      if (waiting?.files.delete(from) === true) syncFile(calls, from)
      const target = landing(calls, to)
      makeFolder(calls, dirname(target), syncFolder)
      setMode(calls, from, target, mode)
      replace(calls, from, target)
      syncFolder(calls, dirname(target))
    },
    remove(path) {
      patiently(() => orNull(() => calls.unlinkSync(path), 'ENOENT', 'ENOTDIR'))
      waiting?.files.delete(path)
      if (exists(calls, dirname(path))) syncFolder(calls, dirname(path))
    },
    together(body) {
      // Nested: the outer call syncs.
      if (waiting !== null) return body()
      const [files, folders] = [new Set<string>(), new Set<string>()]
      waiting = { files, folders }
      try {
        body()
      } finally {
        waiting = null
      }
      for (const path of files) syncFile(calls, path)
      for (const path of folders) if (exists(calls, path)) syncDirectory(calls, path)
    },
    append: (path, text) => appendDurably(calls, path, text),
    truncate(path, length) {
      const fd = calls.openSync(path, 'r+')
      try {
        calls.ftruncateSync(fd, length)
        calls.fsyncSync(fd)
      } finally {
        close(calls, fd)
      }
    },
    removeTree: (directory) => calls.rmSync(directory, { recursive: true, force: true }),
    removeEmpty(directory) {
      orNull(() => calls.rmdirSync(directory), 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ELOOP', 'EPERM', 'EBUSY')
    },
  }
}

export const durableFiles: FilePort = durableOver(fs)
