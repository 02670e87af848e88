// What tells a file from any other, and from itself after a change, without reading it.
import { type BigIntStats, lstatSync } from 'node:fs'

/** Numbers of one stamp: device, inode, mode, size, and when contents and inode changed last, in nanoseconds. All 0: nothing is there. */
export const STAMP_WORDS = 6
const [MODE, MTIME, CTIME] = [2, 4, 5] as const

export type Stamps = BigInt64Array
export const NO_STAMPS: Stamps = new BigInt64Array(0)

/** One of many. */
export const stampAt = (stamps: Stamps, index: number): Stamps =>
  stamps.subarray(index * STAMP_WORDS, (index + 1) * STAMP_WORDS)

/** Paths, joined by NUL; `''`: none. Thousands of them are handed on as they are. */
export type Paths = string
export const joined = (paths: readonly string[]): Paths => paths.join('\0')
const split = (paths: Paths): readonly string[] => (paths === '' ? [] : paths.split('\0'))

/** Takes the stamps of many paths at once; null where it does not serve. */
export type Stamping = (folder: string, paths: Paths) => Stamps | null

/** `folder` empty: the path is absolute. */
const statOf = (folder: string, path: string): BigIntStats | undefined =>
  lstatSync(folder === '' ? path : `${folder}/${path}`, { bigint: true, throwIfNoEntry: false })

function put(out: Stamps, at: number, found: BigIntStats | undefined): void {
  if (found === undefined) return
  out[at] = BigInt.asIntN(64, found.dev)
  out[at + 1] = BigInt.asIntN(64, found.ino)
  out[at + MODE] = found.mode
  out[at + 3] = found.size
  out[at + MTIME] = found.mtimeNs
  out[at + CTIME] = found.ctimeNs
}

/**
 * Stamps of paths below a folder, each taken once: what rests on the one it had at the first look rests on no later state of the file. Absolute paths where the
 * folder is empty. Throws where the system does not say what is there.
 */
export class Stamper {
  readonly #folder: string
  readonly #many: Stamping | undefined
  readonly #taken = new Map<string, Stamps>()

  constructor(folder: string, many?: Stamping) {
    this.#folder = folder
    this.#many = many
  }

  of(path: string): Stamps {
    const known = this.#taken.get(path)
    if (known !== undefined) return known
    const stamp = new BigInt64Array(STAMP_WORDS)
    put(stamp, 0, statOf(this.#folder, path))
    this.#taken.set(path, stamp)
    return stamp
  }

  all(paths: Paths): Stamps {
    const found = this.#many?.(this.#folder, paths) ?? null
    if (found !== null) return found
    const each = split(paths)
    const out = new BigInt64Array(each.length * STAMP_WORDS)
    each.forEach((path, index) => {
      out.set(this.of(path), index * STAMP_WORDS)
    })
    return out
  }

  /** So that each is at hand, where all at once cost less than one after the other. */
  takeAhead(paths: readonly string[]): void {
    const found = this.#many?.(this.#folder, joined(paths)) ?? null
    if (found === null) return
    for (const [index, path] of paths.entries())
      if (!this.#taken.has(path)) this.#taken.set(path, stampAt(found, index))
  }

  /** Whether the paths have these stamps; the first one that has not ends the search. */
  have(paths: Paths, stamps: Stamps): boolean {
    const found = this.#many?.(this.#folder, paths) ?? null
    if (found !== null) return isSame(found, stamps)
    return split(paths).every((path, index) => isStamp(this.of(path), stamps, index))
  }
}

/** Whether it is the one at that place among many. */
export const isStamp = (stamp: Stamps, stamps: Stamps, index = 0): boolean =>
  stamp.every((word, at) => word === stamps[index * STAMP_WORDS + at])

const bytesOf = ({ buffer, byteOffset, byteLength }: Stamps) => Buffer.from(buffer, byteOffset, byteLength)

export const isSame = (a: Stamps, b: Stamps): boolean => bytesOf(a).equals(bytesOf(b))

/** Of the file, in bytes. */
export const sizeAt = (stamps: Stamps, index: number): number => Number(stamps[index * STAMP_WORDS + 3])

export type Kind = 'absent' | 'file' | 'folder' | 'other'

const TYPE = 0o170000n
const KINDS: ReadonlyMap<bigint, Kind> = new Map([
  [0o100000n, 'file'],
  [0o040000n, 'folder'],
])

export function kindAt(stamps: Stamps, index: number): Kind {
  const mode = stamps[index * STAMP_WORDS + MODE] as bigint
  return mode === 0n ? 'absent' : (KINDS.get(mode & TYPE) ?? 'other')
}

/** Of folders that were only passed through: each is the same as long as it is the same folder, whatever lies in it. */
export const withoutChanges = (stamps: Stamps): Stamps =>
  stamps.map((word, at) => (at % STAMP_WORDS > MODE ? 0n : word))

const MS = 1_000_000n
const SECOND = 1_000_000_000n
/** Clocks of file systems tick every few milliseconds; a stamp without a fraction may be of one that counts in steps of two seconds. */
const [GRAIN, COARSE_GRAIN] = [50n * MS, 2n * SECOND]

/** Whether nothing was changed since a moment (milliseconds), as far as the clock of the file system can tell. */
export function isOlder(stamps: Stamps, index: number, ms: number): boolean {
  const [modified, changed] = [stamps[index * STAMP_WORDS + MTIME], stamps[index * STAMP_WORDS + CTIME]] as [
    bigint,
    bigint,
  ]
  const isCoarse = modified % SECOND === 0n && changed % SECOND === 0n
  const latest = modified > changed ? modified : changed
  return latest < BigInt(Math.floor(ms)) * MS - (isCoarse ? COARSE_GRAIN : GRAIN)
}
