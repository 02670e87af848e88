// The installer's read-only port to the real disk.
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gsdError } from '../errors.js'
import type { Disk, DiskEntry } from '../install/disk.js'
import { attempt } from '../std/attempt.js'
import { orNull, plainFile } from './disk.js'

/** Error codes that mean that nothing is at a path. A circular link (ELOOP) has no target. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP']

const orNullIfAbsent = <T>(ask: () => T): T | null => orNull(ask, ...ABSENT)

const kindOf = (found: { isFile(): boolean; isDirectory(): boolean }): DiskEntry['kind'] =>
  found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other'

const stat = (path: string): DiskEntry | null =>
  orNullIfAbsent(() => {
    // A dangling link still occupies its path.
    const target = orNullIfAbsent(() => statSync(path, { throwIfNoEntry: false }))
    const found = target ?? lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return null
    const isOwnedByUser = process.getuid === undefined || found.uid === process.getuid()
    // On Windows only the owner's permission bits mean anything.
    const bits = process.platform === 'win32' ? 0o700 : 0o7777
    return { kind: kindOf(found), mode: found.mode & bits, isOwnedByUser }
  })

/** A cheap check before calls that throw, since most paths are absent. True also if it fails: the next call throws the reason. */
const mayExist = (path: string): boolean => attempt(() => statSync(path, { throwIfNoEntry: false }) !== undefined, true)

function real(path: string): string {
  const found = mayExist(path) ? orNullIfAbsent(() => realpathSync.native(path)) : null
  if (found !== null) return found
  const parent = dirname(path)
  return parent === path ? path : join(real(parent), basename(path))
}

const MAX_BYTES = 512 * 1024 * 1024

/** Reads a file. Anything else counts as missing, although `stat` shows it. */
function read(path: string): Uint8Array | null {
  if (!mayExist(path)) return null
  const found = plainFile(path, { maxBytes: MAX_BYTES, follow: true })
  if (typeof found !== 'string') return found.bytes
  if (found === 'size')
    throw gsdError(
      'IO',
      `${path} is larger than ${MAX_BYTES >> 20} MB, so it is not read`,
      `move ${path} away, then repeat the command`,
    )
  // A second read throws the system's own error.
  return found === 'unreadable' ? readFileSync(path) : null
}

export const realDisk: Disk = {
  stat,
  real,
  read,
  list: (path) => (mayExist(path) ? (orNullIfAbsent(() => readdirSync(path).sort()) ?? []) : []),
}
