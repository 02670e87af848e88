// The real disk behind the installer's read-only port.
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Disk, Seen } from '../install/disk.js'
import { errno, plainFile } from './disk.js'

/** A link to itself counts as missing. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP']

/** `body`, or `fallback` if the path does not exist. */
function orAbsent<T>(fallback: T, body: () => T, codes: readonly string[] = ABSENT): T {
  try {
    return body()
  } catch (error) {
    if (codes.includes(errno(error))) return fallback
    throw error
  }
}

const kindOf = (found: { isFile(): boolean; isDirectory(): boolean }): Seen['kind'] =>
  found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other'

function see(path: string): Seen | null {
  return orAbsent(null, () => {
    // A dangling link still occupies its path.
    const target = orAbsent(undefined, () => statSync(path, { throwIfNoEntry: false }))
    const found = target ?? lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return null
    const own = process.getuid === undefined || found.uid === process.getuid()
    // Windows has no permission bits for others.
    const bits = process.platform === 'win32' ? 0o700 : 0o7777
    return { kind: kindOf(found), mode: found.mode & bits, own }
  })
}

/** Checked first, because most paths are absent and throwing is slower. The next call reports other failures. */
function mayBeThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

function real(path: string): string {
  const found = mayBeThere(path) ? orAbsent(null, () => realpathSync.native(path)) : null
  if (found !== null) return found
  const parent = dirname(path)
  return parent === path ? path : join(real(parent), relative(parent, path))
}

const MOST_BYTES = 512 * 1024 * 1024

/** A pipe or device reads as missing; `see` still shows it. */
function read(path: string): Uint8Array | null {
  if (!mayBeThere(path)) return null
  const found = plainFile(path, { most: MOST_BYTES, follow: true })
  if (typeof found !== 'string') return found.bytes
  // The system's message says why.
  return found === 'unreadable' || found === 'size' ? readFileSync(path) : null
}

export const realDisk: Disk = {
  see,
  real,
  read,
  list: (path) => (mayBeThere(path) ? orAbsent([], () => readdirSync(path).sort()) : []),
}
