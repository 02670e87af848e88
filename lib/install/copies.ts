// Pristine copies by digest, in one file next to the manifest: the bases of merges, and the user's original settings.
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { attempt } from '../std/attempt.js'
import { parsedJson } from '../std/json.js'
import { bytesOf, type Disk, digestOf, textOf } from './disk.js'
import type { Operation } from './operation.js'
import { putIfDifferent, removalOf } from './patches.js'

type Copies = ReadonlyMap<string, Uint8Array>

const COPIES_NAME = 'pristine.json.br'

/** `manifest`: its physical path. */
const copiesPath = (manifest: string): string => join(dirname(manifest), COPIES_NAME)

/** Reads all copies; none if the file is missing or damaged. */
export function copiesAt(disk: Disk, manifest: string): Copies {
  const bytes = disk.read(copiesPath(manifest))
  const copies = bytes === null ? NONE : (CACHE.get(bytes) ?? parsedCopies(bytes))
  if (bytes !== null) CACHE.set(bytes, copies)
  return copies
}

const NONE: Copies = new Map()
/** Parsed copies by the file's bytes, because a plan reads them many times. */
const CACHE = new WeakMap<Uint8Array, Copies>()

function parsedCopies(bytes: Uint8Array): Copies {
  const copies = Object.values(parsedJson(unpacked(bytes)) ?? {}).map((text) => bytesOf(String(text)))
  return new Map(copies.map((copy) => [digestOf(copy), copy]))
}

const unpacked = (bytes: Uint8Array): string => attempt(() => textOf(brotliDecompressSync(bytes)), null) ?? ''

/** Compresses at medium quality: the best takes half a second longer and saves a tenth. */
const packed = (copies: Copies): Uint8Array =>
  brotliCompressSync(
    bytesOf(JSON.stringify([...copies.keys()].sort().map((digest) => textOf(copies.get(digest) as Uint8Array)))),
    { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } },
  )

/**
 * Operations after which exactly these copies are stored; null bytes keep a copy that is already stored. The file is
 * private, because copies contain the user's settings.
 */
export function copiesUpdate(
  disk: Disk,
  manifest: string,
  wanted: Iterable<readonly [digest: string, bytes: Uint8Array | null]>,
): readonly Operation[] {
  const before = copiesAt(disk, manifest)
  const copies = new Map<string, Uint8Array>()
  for (const [digest, bytes] of wanted) {
    const copy = bytes ?? before.get(digest)
    if (copy !== undefined) copies.set(digest, copy)
  }
  const isSame = copies.size === before.size && [...copies.keys()].every((digest) => before.has(digest))
  if (isSame && disk.read(copiesPath(manifest)) !== null) return []
  return putIfDifferent(disk, copiesPath(manifest), packed(copies), 'payload', 'record').map((put) => ({
    ...put,
    mode: 0o600,
  }))
}

export const copiesRemoval = (disk: Disk, manifest: string): readonly Operation[] =>
  removalOf(disk, copiesPath(manifest))
