// Read-only port to the file system, so that a plan is a pure function of what is on disk.
import { hash } from 'node:crypto'
import { dirname, join, sep } from 'node:path'
import { attempt } from '../std/attempt.js'
import { onceOf } from '../std/once.js'
import type { Operation } from './operation.js'

export interface Seen {
  readonly kind: 'file' | 'directory' | 'other'
  /** Permission bits. */
  readonly mode: number
  /** Owned by the current user. */
  readonly own: boolean
}

/** Synchronous. Links are followed. Paths are absolute. */
export interface Disk {
  see(path: string): Seen | null
  /** `null` when there is no readable file. */
  read(path: string): Uint8Array | null
  /** Names directly below a directory, sorted; `[]` when it is absent. */
  list(path: string): readonly string[]
  /** The physical path: links resolved as far as it exists, the rest appended. */
  real(path: string): string
}

/** Cached by identity: the same bytes are asked about for each client. */
export const digestOf = onceOf((bytes: Uint8Array): string => hash('sha256', bytes, 'hex'))

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** Lossless; `null` for bytes that are not UTF-8. A BOM stays in the text. */
export const textOf = (bytes: Uint8Array): string | null => attempt(() => decoder.decode(bytes), null)

/** Only blanks and control characters. */
export const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte <= 0x20)

export const readText = (disk: Disk, path: string): string | null => {
  const bytes = disk.read(path)
  return bytes === null ? null : textOf(bytes)
}

/** Remembers the first answers of `disk`, so that a concurrent installation is seen by the whole plan or not at all. */
export function snapshotOf(disk: Disk): Disk {
  const once = <T>(ask: (path: string) => T) => {
    const known = new Map<string, T>()
    return (path: string): T => {
      if (!known.has(path)) known.set(path, ask(path))
      return known.get(path) as T
    }
  }
  return {
    see: once((path) => disk.see(path)),
    read: once((path) => disk.read(path)),
    list: once((path) => disk.list(path)),
    real: once((path) => disk.real(path)),
  }
}

/** Names below folders after the operations. Folders that they empty are gone. */
export function afterwards(disk: Disk, operations: readonly Operation[]): Disk['list'] {
  const removed = new Set(operations.filter(({ kind }) => kind === 'remove').map(({ path }) => path))
  const puts = operations.filter(({ kind }) => kind === 'put').map(({ path }) => path)
  const isIn = (folder: string, path: string) => path.startsWith(folder + sep)
  const list = (folder: string): readonly string[] => {
    const made = puts.filter((path) => isIn(folder, path)).map((path) => path.slice(folder.length + 1).split(sep)[0])
    return [
      ...new Set([...disk.list(folder).filter((name) => !isGone(join(folder, name))), ...made]),
    ].sort() as string[]
  }
  const isGone = (path: string): boolean => {
    if (removed.has(path)) return true
    return disk.list(path).length > 0 && list(path).length === 0
  }
  return list
}

/** Missing directories above `path`, outermost first. */
export function absentAbove(disk: Disk, path: string): readonly string[] {
  const parent = dirname(path)
  if (parent === path || disk.see(parent) !== null) return []
  return [...absentAbove(disk, parent), parent]
}
