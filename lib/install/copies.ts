// Untouched copies by digest, in one file beside the record: the base of merges, and the user's original settings.
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { attempt } from '../std/attempt.js'
import { parsedJson } from '../std/json.js'
import { bytesOf, type Disk, digestOf, textOf } from './disk.js'
import type { Operation } from './operation.js'
import { putIfDifferent, removeNow } from './patches.js'

type Copies = ReadonlyMap<string, Uint8Array>

const COPIES_NAME = 'pristine.json.br'

/** `record`: its physical path. */
const placeOf = (record: string): string => join(dirname(record), COPIES_NAME)

/** None if the file is missing or damaged. */
export function copiesAt(disk: Disk, record: string): Copies {
  const bytes = disk.read(placeOf(record))
  const known = bytes === null ? NONE : (READ.get(bytes) ?? read(bytes))
  if (bytes !== null) READ.set(bytes, known)
  return known
}

const NONE: Copies = new Map()
/** Cached: a plan asks for many copies of the same bytes. */
const READ = new WeakMap<Uint8Array, Copies>()

function read(bytes: Uint8Array): Copies {
  const copies = Object.values(parsedJson(unpacked(bytes)) ?? {}).map((text) => bytesOf(String(text)))
  return new Map(copies.map((copy) => [digestOf(copy), copy]))
}

const unpacked = (bytes: Uint8Array): string => attempt(() => textOf(brotliDecompressSync(bytes)), null) ?? ''

/** Fast rather than small: the best compression takes half a second for a tenth less. */
const packed = (copies: Copies): Uint8Array =>
  brotliCompressSync(
    bytesOf(JSON.stringify([...copies.keys()].sort().map((digest) => textOf(copies.get(digest) as Uint8Array)))),
    { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } },
  )

/**
 * Operations that leave the store with exactly these copies; null bytes keep a copy already in it. Copies contain the
 * user's settings, so the store is private.
 */
export function keepCopies(
  disk: Disk,
  record: string,
  wanted: Iterable<readonly [digest: string, bytes: Uint8Array | null]>,
): readonly Operation[] {
  const before = copiesAt(disk, record)
  const copies = new Map<string, Uint8Array>()
  for (const [digest, bytes] of wanted) {
    const copy = bytes ?? before.get(digest)
    if (copy !== undefined) copies.set(digest, copy)
  }
  const isSame = copies.size === before.size && [...copies.keys()].every((digest) => before.has(digest))
  if (isSame && disk.read(placeOf(record)) !== null) return []
  return putIfDifferent(disk, placeOf(record), packed(copies), 'payload', 'record').map((put) => ({
    ...put,
    mode: 0o600,
  }))
}

export const removeCopies = (disk: Disk, record: string): readonly Operation[] => removeNow(disk, placeOf(record))
