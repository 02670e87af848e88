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

const MAGIC = 'gsd-index 2\n'
/** The same bytes mean another number where the order is another one. */
const ORDER = 0x01020304
/** Magic, order, checksum, length of the head, length of the stamps, and nothing up to a multiple of 8. */
const HEAD_AT = 32
const CHECKSUM_AT = 16

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
function checksumOf(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  let sum = bytes.length | 0
  for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, 31) + (words[at] as number)) | 0
  return sum
}

export function encode({ call, host, at, day, grounds, answer }: Kept): Buffer {
  const names = [grounds.paths, grounds.folders, grounds.outside].join('\n')
  const head: Head = {
    call,
    host,
    at,
    day,
    paths: grounds.stamps.length,
    folders: grounds.folderStamps.length,
    outside: grounds.outsideStamps.length,
    names: Buffer.byteLength(names),
  }
  const headBytes = Buffer.from(JSON.stringify(head))
  const stamps = [grounds.stamps, grounds.folderStamps, grounds.outsideStamps]
  const stampBytes = stamps.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const namesAt = HEAD_AT + eighths(headBytes.length) + stampBytes
  // The sum is taken of whole words.
  const out = Buffer.alloc(eighths(namesAt + head.names + Buffer.byteLength(answer)), ' ')
  const numbers = new Int32Array(out.buffer, out.byteOffset, HEAD_AT >> 2).fill(0)
  out.write(MAGIC, 'latin1')
  numbers[3] = ORDER
  numbers[5] = headBytes.length
  out.set(headBytes, HEAD_AT)
  let from = HEAD_AT + eighths(headBytes.length)
  for (const { buffer, byteOffset, byteLength } of stamps) {
    out.set(new Uint8Array(buffer, byteOffset, byteLength), from)
    from += byteLength
  }
  out.write(names, namesAt)
  out.write(answer, namesAt + head.names)
  numbers[CHECKSUM_AT >> 2] = checksumOf(out.subarray(CHECKSUM_AT + 4))
  return out
}

/** Null where the bytes are no whole entry of this version and this kind of machine. */
export function decode(bytes: Buffer): Kept | null {
  // Numbers are read in place, which needs them where a multiple of 8 is.
  const whole = bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
  if (whole.length < HEAD_AT || whole.length % 8 !== 0 || whole.toString('latin1', 0, MAGIC.length) !== MAGIC)
    return null
  const numbers = new Int32Array(whole.buffer, whole.byteOffset, HEAD_AT >> 2)
  if (numbers[3] !== ORDER || numbers[CHECKSUM_AT >> 2] !== checksumOf(whole.subarray(CHECKSUM_AT + 4))) return null
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
    const found = new Uint32Array(bytes.buffer, bytes.byteOffset + at, words)
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
