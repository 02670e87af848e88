// What a host writes to the process it starts. Nothing may hang on a host that writes half and does not close.
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs'
import { errno } from './system-error.js'
import { utf8 } from './utf8.js'

/** The longest wait for the host, in all. */
const PATIENCE_MS = 2000
const PAUSE_MS = 4
const CHUNK = 65_536
const STDIN = 0
/** More than any event needs; what is longer is not read to its end. */
const MOST_BYTES = 16 * 1024 * 1024
/** A test costs as much as the text is long, so that a host which ends many of its pieces with a brace must not get one for each. */
const MOST_TESTS = 12

const BRACE = 0x7d
const BLANK = 0x20

/** What has arrived so far. */
class Arriving {
  readonly #parts: Buffer[] = []
  #bytes = 0
  #tests = 0
  #tested = 0

  add(part: Buffer): void {
    this.#parts.push(part)
    this.#bytes += part.length
  }

  get bytes(): number {
    return this.#bytes
  }

  get isFull(): boolean {
    return this.#bytes >= MOST_BYTES
  }

  text(): string {
    const [first, ...more] = this.#parts
    return utf8(first !== undefined && more.length === 0 ? first : Buffer.concat(this.#parts))
  }

  /** A document that is whole needs no end of file: some hosts never close. Asked where a write of the host may have ended. */
  isWhole(): boolean {
    if (this.#tested === this.#bytes || this.#tests >= MOST_TESTS || !this.#endsInBrace()) return false
    this.#tested = this.#bytes
    this.#tests++
    try {
      JSON.parse(this.text())
      return true
    } catch {
      return false
    }
  }

  #endsInBrace(): boolean {
    for (let index = this.#parts.length - 1; index >= 0; index--) {
      const part = this.#parts[index] as Buffer
      for (let at = part.length - 1; at >= 0; at--) if ((part[at] as number) > BLANK) return part[at] === BRACE
    }
    return false
  }
}

/**
 * The text on stdin, or what has arrived of it in two seconds. A socket can neither be opened a second time nor asked whether something is there, and a
 * stream over it costs as much as all the rest: there the first piece is waited for, which nearly always is all, and only what is longer is streamed. A host
 * that opens one and never writes ends us by its own limit.
 */
export function readPayload(): string | Promise<string> {
  const kind = kindOfStdin()
  if (kind === 'file') return readAll()
  const fd = kind === 'pipe' ? secondHandle() : null
  if (fd !== null) return polled(fd)
  return kind === null ? '' : firstThenStream(STDIN)
}

/** Linux says it in the name of what is open; asking for all that is known of it costs four times as much. */
function kindOfStdin(): 'file' | 'pipe' | 'socket' | null {
  const name = process.platform === 'linux' ? nameOfStdin() : ''
  if (name.startsWith('socket:')) return 'socket'
  if (name.startsWith('pipe:')) return 'pipe'
  const kind = fstatSync(STDIN)
  return kind.isFile() ? 'file' : kind.isFIFO() ? 'pipe' : kind.isSocket() ? 'socket' : null
}

function nameOfStdin(): string {
  try {
    return readlinkSync('/proc/self/fd/0')
  } catch {
    return ''
  }
}

/** Reads a file in every way in which a host may be read: whoever compiles the program has run them. */
export async function readEveryWay(path: string): Promise<void> {
  await readPayload()
  const fd = secondHandle()
  if (fd !== null) closeSync(fd)
  polled(openSync(path, 'r'))
  await firstThenStream(openSync(path, 'r'))
}

function readAll(): string {
  const arrived = new Arriving()
  while (!arrived.isFull) {
    const buffer = Buffer.allocUnsafeSlow(CHUNK)
    const count = readSync(STDIN, buffer)
    if (count === 0) break
    arrived.add(buffer.subarray(0, count))
  }
  return arrived.text()
}

/** A second handle on the pipe does not block, and leaves the host's own alone. */
function secondHandle(): number | null {
  try {
    return openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return null
  }
}

function polled(fd: number): string {
  const arrived = new Arriving()
  const end = Date.now() + PATIENCE_MS
  try {
    while (!arrived.isFull && Date.now() < end) {
      const buffer = Buffer.allocUnsafeSlow(CHUNK)
      const count = tried(fd, buffer)
      if (count === 0) break
      if (count !== null) arrived.add(buffer.subarray(0, count))
      // A short piece may be the last one; of a long text the pieces come as they like, so that it is asked in a pause.
      if ((count === null || arrived.bytes < CHUNK) && arrived.isWhole()) break
      if (count === null) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  } finally {
    closeSync(fd)
  }
  return arrived.text()
}

/** Bytes read, 0 at the end, null where nothing is there yet. */
function tried(fd: number, buffer: Buffer): number | null {
  try {
    return readSync(fd, buffer)
  } catch (error) {
    if (errno(error) === 'EAGAIN') return null
    throw error
  }
}

function firstThenStream(fd: number): string | Promise<string> {
  const arrived = new Arriving()
  const buffer = Buffer.allocUnsafeSlow(CHUNK)
  const count = readSync(fd, buffer)
  if (count === 0) return ''
  arrived.add(buffer.subarray(0, count))
  if (count < CHUNK && arrived.isWhole()) return arrived.text()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(limit)
      process.stdin.destroy()
      resolve(arrived.text())
    }
    const limit = setTimeout(done, PATIENCE_MS)
    process.stdin.on('data', (part: Buffer) => {
      arrived.add(part)
      if (arrived.isFull || (part.length < CHUNK && arrived.isWhole())) done()
    })
    process.stdin.on('end', done).on('error', done)
  })
}
