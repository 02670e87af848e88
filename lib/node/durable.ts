// File operations of a transaction, each durable when it returns. A port, so that tests can fail or kill any single one.
import {
  appendFileSync,
  chmodSync,
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** All paths are absolute. */
export interface FilePort {
  /** Bytes of a file, or null when it is absent. */
  read(path: string): Buffer | null
  list(directory: string): readonly string[]
  /** Creates or replaces a file; its bytes are on disk when this returns. */
  write(path: string, bytes: Uint8Array): void
  /** Replaces `to` in one step; keeps the mode of what it replaces and follows a link at `to`. */
  rename(from: string, to: string): void
  remove(path: string): void
  /** Cuts an unterminated last line, then appends; a short write is cut back. Answers the length before. */
  append(path: string, text: string): number
  truncate(path: string, length: number): void
  /** Removes a directory with everything in it. */
  removeTree(directory: string): void
  /** Removes a directory if nothing is in it. */
  removeEmpty(directory: string): void
}

const errno = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

const orNull = <T>(action: () => T, ...codes: readonly string[]): T | null => {
  try {
    return action()
  } catch (error) {
    if (codes.includes(errno(error))) return null
    throw error
  }
}

function syncDirectory(directory: string): void {
  // Directories cannot be opened for syncing everywhere; there the rename itself is what the system promises.
  orNull(
    () => {
      const fd = openSync(directory, 'r')
      try {
        fsyncSync(fd)
      } finally {
        closeSync(fd)
      }
    },
    'EISDIR',
    'EPERM',
    'EACCES',
    'EINVAL',
    'EBADF',
  )
}

/** Where a rename must land: the file a link points to, so that the link survives. */
function landing(path: string): string {
  const stat = orNull(() => lstatSync(path), 'ENOENT', 'ENOTDIR')
  return stat?.isSymbolicLink() ? (orNull(() => realpathSync(path), 'ENOENT') ?? path) : path
}

function writeDurably(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const fd = openSync(path, 'w')
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(fd, bytes, written)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function keepMode(from: string, to: string): void {
  const stat = orNull(() => statSync(to), 'ENOENT')
  if (stat !== null) chmodSync(from, stat.mode & 0o7777)
}

/** Length up to and including the last newline. */
function committedLength(fd: number, size: number): number {
  const block = Buffer.alloc(64 * 1024)
  let end = size
  while (end > 0) {
    const start = Math.max(0, end - block.length)
    const count = readSync(fd, block, 0, end - start, start)
    const newline = block.subarray(0, count).lastIndexOf(10)
    if (newline >= 0) return start + newline + 1
    end = start
  }
  return 0
}

function appendDurably(path: string, text: string): number {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, '')
  const fd = openSync(path, 'r+')
  try {
    const length = committedLength(fd, statSync(path).size)
    ftruncateSync(fd, length)
    const bytes = Buffer.from(text, 'utf8')
    try {
      let written = 0
      while (written < bytes.length) written += writeSync(fd, bytes, written, bytes.length - written, length + written)
      fdatasyncSync(fd)
    } catch (error) {
      ftruncateSync(fd, length)
      throw error
    }
    return length
  } finally {
    closeSync(fd)
  }
}

export const durableFiles: FilePort = {
  read: (path) => orNull(() => readFileSync(path), 'ENOENT', 'ENOTDIR'),
  list: (directory) => orNull(() => readdirSync(directory).sort(), 'ENOENT', 'ENOTDIR') ?? [],
  write: writeDurably,
  rename(from, to) {
    const target = landing(to)
    mkdirSync(dirname(target), { recursive: true })
    keepMode(from, target)
    if (orNull(() => renameSync(from, target), 'EXDEV') === null && statExists(from)) {
      const beside = join(dirname(target), `.${process.pid}.tmp`)
      writeDurably(beside, readFileSync(from))
      renameSync(beside, target)
      unlinkSync(from)
    }
    syncDirectory(dirname(target))
  },
  remove(path) {
    orNull(() => unlinkSync(path), 'ENOENT', 'ENOTDIR')
    if (statExists(dirname(path))) syncDirectory(dirname(path))
  },
  append: appendDurably,
  truncate(path, length) {
    const fd = openSync(path, 'r+')
    try {
      ftruncateSync(fd, length)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  },
  removeTree: (directory) => rmSync(directory, { recursive: true, force: true }),
  removeEmpty: (directory) => {
    orNull(() => rmdirSync(directory), 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM', 'EBUSY')
  },
}

const statExists = (path: string): boolean => orNull(() => lstatSync(path), 'ENOENT', 'ENOTDIR') !== null
