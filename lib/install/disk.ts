// A read-only port to the file system: it makes a plan a pure function of what is on the disk.
import { hash } from 'node:crypto'
import { dirname, join, sep } from 'node:path'
import { attempt } from '../std/attempt.js'
import { onceOf } from '../std/once.js'
import type { Operation } from './operation.js'

/** What is at a path. */
export interface DiskEntry {
  readonly kind: 'file' | 'directory' | 'other'
  /** Permission bits. */
  readonly mode: number
  readonly isOwnedByUser: boolean
}

/** Reads the file system synchronously, by absolute paths, following links. */
export interface Disk {
  /** What is at the path, even a dangling link; null if nothing is. */
  stat(path: string): DiskEntry | null
  /** The file's bytes; null if there is no regular file. Throws if the file cannot be read. */
  read(path: string): Uint8Array | null
  /** Sorted names of a folder's entries; empty if there is no folder. */
  list(path: string): readonly string[]
  /** The physical path: resolves links in the part that exists, and appends the rest. */
  real(path: string): string
}

/** The sha256 of the bytes; cached by identity, because every client asks about the same bytes. */
export const digestOf = onceOf((bytes: Uint8Array): string => hash('sha256', bytes, 'hex'))

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** Decodes UTF-8 and keeps a BOM; null for bytes that are not UTF-8. */
export const textOf = (bytes: Uint8Array): string | null => attempt(() => decoder.decode(bytes), null)

/** Whether there are only blanks and control characters. */
export const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte <= 0x20)

export const readText = (disk: Disk, path: string): string | null => {
  const bytes = disk.read(path)
  return bytes === null ? null : textOf(bytes)
}

/** Caches the first answers of `disk`, so that the whole plan sees the same state during a concurrent installation. */
export function snapshotOf(disk: Disk): Disk {
  const once = <T>(query: (path: string) => T) => {
    const known = new Map<string, T>()
    return (path: string): T => {
      if (!known.has(path)) known.set(path, query(path))
      return known.get(path) as T
    }
  }
  return {
    stat: once((path) => disk.stat(path)),
    read: once((path) => disk.read(path)),
    list: once((path) => disk.list(path)),
    real: once((path) => disk.real(path)),
  }
}

/** Lists folders as they will be after the operations, without the subfolders that the operations empty. */
export function listAfter(disk: Disk, operations: readonly Operation[]): Disk['list'] {
  const removed = new Set(operations.filter(({ kind }) => kind === 'remove').map(({ path }) => path))
  const puts = operations.filter(({ kind }) => kind === 'put').map(({ path }) => path)
  const isIn = (folder: string, path: string) => path.startsWith(folder + sep)
  const list = (folder: string): readonly string[] => {
    const created = puts.filter((path) => isIn(folder, path)).map((path) => path.slice(folder.length + 1).split(sep)[0])
    return [
      ...new Set([...disk.list(folder).filter((name) => !isGone(join(folder, name))), ...created]),
    ].sort() as string[]
  }
  const isGone = (path: string): boolean => {
    if (removed.has(path)) return true
    return disk.list(path).length > 0 && list(path).length === 0
  }
  return list
}

/** Returns the missing folders above `path`, outermost first. */
export function missingFoldersAbove(disk: Disk, path: string): readonly string[] {
  const parent = dirname(path)
  if (parent === path || disk.stat(parent) !== null) return []
  return [...missingFoldersAbove(disk, parent), parent]
}
