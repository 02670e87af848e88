// The real disk behind the installer's read-only port.
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { GsdError } from '../errors.js'
import type { Disk, DiskEntry } from '../install/disk.js'
import { attempt } from '../std/attempt.js'
import { orNull, plainFile } from './disk.js'

/** A link to itself counts as missing. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP']

const orAbsent = <T>(ask: () => T): T | null => orNull(ask, ...ABSENT)

const kindOf = (found: { isFile(): boolean; isDirectory(): boolean }): DiskEntry['kind'] =>
  found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other'

const stat = (path: string): DiskEntry | null =>
  orAbsent(() => {
    // A dangling link still occupies its path.
    const target = orAbsent(() => statSync(path, { throwIfNoEntry: false }))
    const found = target ?? lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return null
    const isOwnedByUser = process.getuid === undefined || found.uid === process.getuid()
    // Windows has no permission bits for others.
    const bits = process.platform === 'win32' ? 0o700 : 0o7777
    return { kind: kindOf(found), mode: found.mode & bits, isOwnedByUser }
  })

/** Asked first, because most paths are absent and throwing is slow. The next call reports other failures. */
const mayBeThere = (path: string): boolean =>
  attempt(() => statSync(path, { throwIfNoEntry: false }) !== undefined, true)

function real(path: string): string {
  const found = mayBeThere(path) ? orAbsent(() => realpathSync.native(path)) : null
  if (found !== null) return found
  const parent = dirname(path)
  return parent === path ? path : join(real(parent), relative(parent, path))
}

const MAX_BYTES = 512 * 1024 * 1024

/** A pipe or device reads as missing; `see` still shows it. */
function read(path: string): Uint8Array | null {
  if (!mayBeThere(path)) return null
  const found = plainFile(path, { maxBytes: MAX_BYTES, follow: true })
  if (typeof found !== 'string') return found.bytes
  if (found === 'size')
    throw new GsdError({
      code: 'IO',
      message: `${path} is larger than ${MAX_BYTES >> 20} MB, so it is not read`,
      fix: `move ${path} away, then repeat the command`,
    })
  // Reading it again throws the system's own error.
  return found === 'unreadable' ? readFileSync(path) : null
}

export const realDisk: Disk = {
  stat,
  real,
  read,
  list: (path) => (mayBeThere(path) ? (orAbsent(() => readdirSync(path).sort()) ?? []) : []),
}
