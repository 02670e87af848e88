// One entry of the index as bytes: a call, the stamps of everything its answer rests on, and the answer.
import type { Paths, Stamps } from './stamps.js'

/** What an answer rests on. Paths are relative to the project root. */
export interface Grounds {
  /** Files that were read and folders that were listed, then paths where nothing was. Every stamp counts whole. */
  readonly paths: Paths
  readonly stamps: Stamps
  /** Folders on the way to them: only which ones they are counts. */
  readonly folders: Paths
  readonly folderStamps: Stamps
  /** Files of the person and of the program. */
  readonly outside: Paths
  readonly outsideStamps: Stamps
}

export interface Kept {
  /** Everything else the answer depends on. */
  readonly call: string
  /** Name of the machine. */
  readonly host: string
  /** The caller's clock, milliseconds. */
  readonly at: number
  /** The day that was asked for; null: none was. */
  readonly day: string | null
  readonly grounds: Grounds
  /** JSON. */
  readonly answer: string
}

/** The same to be written: an answer of twenty million bytes is never in one piece in memory. */
export interface Keeping extends Omit<Kept, 'answer'> {
  readonly answer: Iterable<string> & object
}

/** Where an entry is written to. */
export interface Sink {
  write(bytes: Uint8Array): void
  /** Writes over what was written at that place. */
  patch(bytes: Uint8Array, at: number): void
}

const MAGIC = 'gsd-index 3\n'
/** The same bytes mean another number where the order is another one. */
const ORDER = 0x01020304
/** Magic, order, checksum, length of the head, length of the stamps, and nothing up to a multiple of 8. */
const HEAD_AT = 32
const CHECKSUM_AT = 16
/** The sum is taken of whole words, from behind it on. */
const SUMMED_AT = CHECKSUM_AT + 4

interface Head {
  readonly call: string
  readonly host: string
  readonly at: number
  readonly day: string | null
  /** Words of the stamps of each. */
  readonly paths: number
  readonly folders: number
  readonly outside: number
  /** Bytes of all paths. */
  readonly names: number
}

const eighths = (length: number): number => (length + 7) & ~7

/** Not against anybody: whoever can write the folder can write anything of this user's. */
const FACTOR = 31

function checksumOf(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  let sum = bytes.length | 0
  for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, FACTOR) + (words[at] as number)) | 0
  return sum
}

const PIECE = 1 << 16

/** Bytes on their way to the file, summed up as they go. */
class Pieces {
  readonly #sink: Sink
  readonly #piece = Buffer.alloc(PIECE)
  /** Bytes of the piece; those of the pieces before it. */
  #used = 0
  #length = 0
  /** As `checksumOf`, but for the length, which is known at the end; and what the length is multiplied with there. */
  #sum = 0
  #power = 1

  constructor(sink: Sink) {
    this.#sink = sink
  }

  text(text: string): void {
    // The most that text takes.
    if (text.length * 3 > PIECE - this.#used) this.bytes(Buffer.from(text))
    else this.#used += this.#piece.write(text, this.#used)
  }

  bytes(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#used === PIECE) this.#flush()
      const some = bytes.subarray(at, at + PIECE - this.#used)
      this.#piece.set(some, this.#used)
      this.#used += some.length
      at += some.length
    }
  }

  /** Nothing, up to a multiple of 8. */
  fill(): void {
    this.bytes(Buffer.alloc(eighths(this.#used) - this.#used, ' '))
  }

  end(): void {
    this.fill()
    this.#flush()
    const sum = (Math.imul(this.#length - SUMMED_AT, this.#power) + this.#sum) | 0
    this.#sink.patch(Buffer.from(Int32Array.of(sum).buffer), CHECKSUM_AT)
  }

  #flush(): void {
    const bytes = this.#piece.subarray(0, this.#used)
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
    for (let at = this.#length === 0 ? SUMMED_AT >> 2 : 0; at < words.length; at++) {
      this.#sum = (Math.imul(this.#sum, FACTOR) + (words[at] as number)) | 0
      this.#power = Math.imul(this.#power, FACTOR)
    }
    this.#sink.write(bytes)
    this.#length += bytes.length
    this.#used = 0
  }
}

export function encode({ call, host, at, day, grounds, answer }: Keeping, sink: Sink): void {
  const names = [grounds.paths, grounds.folders, grounds.outside]
  const head: Head = {
    call,
    host,
    at,
    day,
    paths: grounds.stamps.length,
    folders: grounds.folderStamps.length,
    outside: grounds.outsideStamps.length,
    names: names.reduce((sum, one) => sum + Buffer.byteLength(one), names.length - 1),
  }
  const headBytes = Buffer.from(JSON.stringify(head))
  const begin = Buffer.alloc(HEAD_AT)
  begin.write(MAGIC, 'latin1')
  begin.set(new Uint8Array(Int32Array.of(ORDER, 0, headBytes.length).buffer), 3 * 4)
  const out = new Pieces(sink)
  out.bytes(begin)
  out.bytes(headBytes)
  out.fill()
  for (const { buffer, byteOffset, byteLength } of [grounds.stamps, grounds.folderStamps, grounds.outsideStamps])
    out.bytes(new Uint8Array(buffer, byteOffset, byteLength))
  names.forEach((one, index) => {
    out.text(index === 0 ? one : `\n${one}`)
  })
  for (const piece of answer) out.text(piece)
  out.end()
}

/** Null where the bytes are no whole entry of this version and this kind of machine. */
export function decode(bytes: Buffer): Kept | null {
  // Numbers are read in place, which needs them where a multiple of 8 is.
  const whole = bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
  if (whole.length < HEAD_AT || whole.length % 8 !== 0 || whole.toString('latin1', 0, MAGIC.length) !== MAGIC)
    return null
  const numbers = new Int32Array(whole.buffer, whole.byteOffset, HEAD_AT >> 2)
  if (numbers[3] !== ORDER || numbers[CHECKSUM_AT >> 2] !== checksumOf(whole.subarray(SUMMED_AT))) return null
  try {
    return parts(whole, numbers[5] as number)
  } catch {
    return null
  }
}

function parts(bytes: Buffer, headLength: number): Kept {
  const head = JSON.parse(bytes.toString('utf8', HEAD_AT, HEAD_AT + headLength)) as Head
  let at = HEAD_AT + eighths(headLength)
  const stamps = (words: number): Stamps => {
    // A copy, so that the bytes of the whole entry can go.
    const found = new Uint32Array(bytes.buffer, bytes.byteOffset + at, words).slice()
    at += found.byteLength
    return found
  }
  const [own, folderStamps, outsideStamps] = [stamps(head.paths), stamps(head.folders), stamps(head.outside)]
  const [paths, folders, outside] = bytes.toString('utf8', at, at + head.names).split('\n')
  if (paths === undefined || folders === undefined || outside === undefined) throw new Error('names are missing')
  return {
    call: head.call,
    host: head.host,
    at: head.at,
    day: head.day,
    grounds: { paths, stamps: own, folders, folderStamps, outside, outsideStamps },
    answer: bytes.toString('utf8', at + head.names).trimEnd(),
  }
}
