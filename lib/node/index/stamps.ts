// What tells a file from any other, and from itself after a change, without reading it.
import { type BigIntStats, lstatSync } from 'node:fs'
import { parentOf } from '../../std/paths.js'

/** Device, inode, mode, size, and when contents and inode changed last, in nanoseconds. All 0: nothing is there. */
const NUMBERS = 6
const [MODE, SIZE, MTIME, CTIME] = [2, 3, 4, 5] as const
/** Words of one stamp, two a number: numbers of 64 bits would be objects, and there are tens of thousands of stamps. */
export const STAMP_WORDS = NUMBERS * 2
const [LOW, HIGH] = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? ([0, 1] as const) : ([1, 0] as const)

export type Stamps = Uint32Array
export const NO_STAMPS: Stamps = new Uint32Array(0)

/** Paths, joined by NUL; `''`: none. Thousands of them are handed on as they are. */
export type Paths = string
export const joined = (paths: readonly string[]): Paths => paths.join('\0')
export const split = (paths: Paths): readonly string[] => (paths === '' ? [] : paths.split('\0'))

/** Takes the stamps of many paths at once; null where it does not serve. */
export type Stamping = (folder: string, paths: Paths) => Stamps | null

/** `folder` empty: the path is absolute. */
const statOf = (folder: string, path: string): BigIntStats | undefined =>
  lstatSync(folder === '' ? path : `${folder}/${path}`, { bigint: true, throwIfNoEntry: false })

/** So many are kept in one piece of memory: a piece for each costs more than asking for it. */
const IN_A_PIECE = 256

function put(numbers: BigUint64Array, at: number, found: BigIntStats | undefined): void {
  if (found === undefined) return
  const { dev, ino, mode, size, mtimeNs, ctimeNs } = found
  numbers.set([dev, ino, mode, size, mtimeNs, ctimeNs], at)
}

/** The stamp of an open file. */
export function stampIn(found: BigIntStats): Stamps {
  const numbers = new BigUint64Array(NUMBERS)
  put(numbers, 0, found)
  return new Uint32Array(numbers.buffer)
}

class Pieces {
  #numbers = new BigUint64Array(0)
  #stamps = NO_STAMPS
  #used = IN_A_PIECE

  put(found: BigIntStats | undefined): Taken {
    if (this.#used === IN_A_PIECE) {
      this.#numbers = new BigUint64Array(IN_A_PIECE * NUMBERS)
      this.#stamps = new Uint32Array(this.#numbers.buffer)
      this.#used = 0
    }
    const index = this.#used++
    put(this.#numbers, index * NUMBERS, found)
    return { stamps: this.#stamps, index }
  }
}

/** Many stamps as they were taken together, and which of them is meant. */
interface Taken {
  readonly stamps: Stamps
  readonly index: number
}

/** Paths whose stamps were taken all at once: of tens of thousands, none is kept by itself. */
export interface Block {
  readonly paths: Paths
  readonly stamps: Stamps
}

/** Folders that are known whole, with all files in them, and the folders that they lie in. */
export interface Whole extends Block {
  readonly above: Set<string>
}

/**
 * Stamps of paths below a folder, each taken once: what rests on the one it had at the first look rests on no later state of the file. Absolute paths where the
 * folder is empty. Throws where the system does not say what is there.
 */
export class Stamper {
  readonly #folder: string
  readonly #many: Stamping | undefined
  readonly #taken = new Map<string, Taken>()
  readonly #pieces = new Pieces()
  readonly #plain = new Map<string, boolean>()
  /** The last ones that were not as somebody thought. */
  #others: Block | null = null
  /** What everything rests on that was said of whole folders. */
  whole: Whole | null = null

  constructor(folder: string, many?: Stamping) {
    this.#folder = folder
    this.#many = many
  }

  of(path: string): Stamps {
    const { stamps, index } = this.#one(path)
    return stamps.subarray(index * STAMP_WORDS, (index + 1) * STAMP_WORDS)
  }

  kindOf(path: string): Kind {
    const { stamps, index } = this.#one(path)
    return kindAt(stamps, index)
  }

  /** Whether a folder is one, not a link, and lies in such folders. */
  isPlain(path: string): boolean {
    if (path === '' || path === '.') return true
    const known = this.#plain.get(path)
    if (known !== undefined) return known
    const found = this.isPlain(parentOf(path)) && this.#isFolder(path)
    this.#plain.set(path, found)
    return found
  }

  #isFolder(path: string): boolean {
    try {
      return this.kindOf(path) === 'folder'
    } catch {
      return false
    }
  }

  /** See `isOlder`. */
  isOlder(path: string, ms: number): boolean {
    const { stamps, index } = this.#one(path)
    return isOlder(stamps, index, ms)
  }

  #one(path: string): Taken {
    let taken = this.#taken.get(path)
    if (taken === undefined) {
      taken = this.#pieces.put(statOf(this.#folder, path))
      this.#taken.set(path, taken)
    }
    return taken
  }

  all(paths: readonly string[]): Stamps {
    this.takeAhead(paths)
    const out = new Uint32Array(paths.length * STAMP_WORDS)
    paths.forEach((path, index) => {
      const { stamps, index: at } = this.#one(path)
      for (let word = 0; word < STAMP_WORDS; word++)
        out[index * STAMP_WORDS + word] = stamps[at * STAMP_WORDS + word] as number
    })
    return out
  }

  /** So that each is at hand, where all at once cost less than one after the other. */
  takeAhead(paths: readonly string[]): void {
    if (this.#many === undefined) return
    const rest = paths.filter((path) => !this.#taken.has(path))
    if (rest.length === 0) return
    const found = this.#many(this.#folder, joined(rest))
    if (found !== null) this.#note(rest, found)
  }

  #note(paths: readonly string[], stamps: Stamps): void {
    paths.forEach((path, index) => {
      if (!this.#taken.has(path)) this.#taken.set(path, { stamps, index })
    })
  }

  /** Whether the paths have these stamps. */
  have(paths: Paths, stamps: Stamps): boolean {
    const found = this.#many?.(this.#folder, paths) ?? null
    if (found === null) return this.#haveEach(split(paths), stamps)
    if (isSame(found, stamps)) return true
    this.#others = { paths, stamps: found }
    return false
  }

  /** So many stamps of paths; null where all at once cost no less than one after the other. */
  block(paths: Paths, count: number): Stamps | null {
    const others = this.#others
    const isTaken = others?.paths.startsWith(paths) === true && ['\0', undefined].includes(others.paths[paths.length])
    return isTaken ? others.stamps.subarray(0, count * STAMP_WORDS) : (this.#many?.(this.#folder, paths) ?? null)
  }

  /** Where all have theirs, nobody asks for a single one again: each is kept by itself only up to the first that has another. */
  #haveEach(paths: readonly string[], stamps: Stamps): boolean {
    const numbers = new BigUint64Array(paths.length * NUMBERS)
    const taken = new Uint32Array(numbers.buffer)
    const other = paths.findIndex((path, index) => {
      put(numbers, index * NUMBERS, statOf(this.#folder, path))
      for (let word = index * STAMP_WORDS; word < (index + 1) * STAMP_WORDS; word++)
        if (taken[word] !== stamps[word]) return true
      return false
    })
    if (other < 0) return true
    this.#note(paths.slice(0, other + 1), taken)
    return false
  }

  /** Whether the path has the one at that place among many. */
  has(path: string, stamps: Stamps, index: number): boolean {
    const { stamps: own, index: at } = this.#one(path)
    for (let word = 0; word < STAMP_WORDS; word++)
      if (own[at * STAMP_WORDS + word] !== stamps[index * STAMP_WORDS + word]) return false
    return true
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Stamps) => Buffer.from(buffer, byteOffset, byteLength)

export const isSame = (a: Stamps, b: Stamps): boolean => bytesOf(a).equals(bytesOf(b))

/** So many from one on. */
export const stampsIn = (stamps: Stamps, at: number, count: number): Stamps =>
  stamps.subarray(at * STAMP_WORDS, (at + count) * STAMP_WORDS)

/** Whether so many are the same from one on. */
export function isSameFrom(a: Stamps, b: Stamps, at: number, count: number): boolean {
  const [from, to] = [at, at + count].map((index) => index * STAMP_WORDS * a.BYTES_PER_ELEMENT)
  return bytesOf(a).compare(bytesOf(b), from, to, from, to) === 0
}

const numberAt = (stamps: Stamps, index: number, number: number): number => {
  const at = index * STAMP_WORDS + number * 2
  return (stamps[at + HIGH] as number) * 0x1_0000_0000 + (stamps[at + LOW] as number)
}

/** Of the file, in bytes. */
export const sizeAt = (stamps: Stamps, index: number): number => numberAt(stamps, index, SIZE)

export type Kind = 'absent' | 'file' | 'folder' | 'other'

const TYPE = 0o170000
const KINDS: ReadonlyMap<number, Kind> = new Map([
  [0o100000, 'file'],
  [0o040000, 'folder'],
])

export function kindAt(stamps: Stamps, index: number): Kind {
  const mode = numberAt(stamps, index, MODE)
  return mode === 0 ? 'absent' : (KINDS.get(mode & TYPE) ?? 'other')
}

/** Of folders that were only passed through: each is the same as long as it is the same folder, whatever lies in it. */
export const withoutChanges = (stamps: Stamps): Stamps =>
  stamps.map((word, at) => (at % STAMP_WORDS >= SIZE * 2 ? 0 : word))

const MS = 1_000_000
const SECOND = 1_000_000_000n
/** Clocks of file systems tick every few milliseconds; a stamp without a fraction may be of one that counts in steps of two seconds. */
const [GRAIN, COARSE_GRAIN] = [50 * MS, 2_000 * MS]
/** What is lost where nanoseconds are no whole numbers. */
const ROUNDING = 1_000

/** Whether nothing was changed since a moment (milliseconds), as far as the clock of the file system can tell. */
export function isOlder(stamps: Stamps, index: number, ms: number): boolean {
  const latest = Math.max(numberAt(stamps, index, MTIME), numberAt(stamps, index, CTIME)) + ROUNDING
  const before = Math.floor(ms) * MS - latest
  return before > COARSE_GRAIN || (before > GRAIN && !isCoarse(stamps, index))
}

function isCoarse(stamps: Stamps, index: number): boolean {
  const numbers = new BigUint64Array(stamps.slice(index * STAMP_WORDS, (index + 1) * STAMP_WORDS).buffer)
  return [MTIME, CTIME].every((number) => (numbers[number] as bigint) % SECOND === 0n)
}
