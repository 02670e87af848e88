// What a host writes to the process it starts. Nothing may hang on a host that writes nothing or does not close.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The longest wait for the host, in all. */
const PATIENCE_MS = 3000
const PAUSE_MS = 4
const CHUNK = 65_536
/** More than any event needs; what is longer is not read to its end. */
const MOST_BYTES = 16 * 1024 * 1024

/** A document that is whole needs no end of file: some hosts never close. */
const isWhole = (text: string): boolean => {
  if (!text.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * The text on stdin, or what has arrived of it in three seconds. A socket can neither be opened a second time nor asked whether something is there, and a
 * stream over it costs as much as all the rest: there the first word is waited for, and a host that opens one and never writes ends us by its own limit.
 */
export function readPayload(): string {
  const kind = fstatSync(0)
  if (kind.isFIFO()) return polled()
  return kind.isFile() || kind.isSocket() ? blocking(0) : ''
}

/** A second handle on the pipe does not block, and leaves the host's own alone. */
function polled(): string {
  let fd: number
  try {
    fd = openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return blocking(0)
  }
  try {
    return gather((buffer) => {
      try {
        return readSync(fd, buffer)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null
        throw error
      }
    })
  } finally {
    closeSync(fd)
  }
}

const blocking = (fd: number): string => gather((buffer) => readSync(fd, buffer))

/** `read`: bytes read, 0 at the end, null where nothing is there yet. */
function gather(read: (buffer: Buffer) => number | null): string {
  const parts: Buffer[] = []
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const end = Date.now() + PATIENCE_MS
  const text = () => Buffer.concat(parts).toString('utf8')
  let bytes = 0
  while (bytes < MOST_BYTES) {
    const buffer = Buffer.allocUnsafe(CHUNK)
    const count = read(buffer)
    if (count === 0) break
    if (count !== null) {
      parts.push(buffer.subarray(0, count))
      bytes += count
      // The test costs as much as what it tests, so it is made where a write of the host may end.
      if (count < CHUNK && isWhole(text())) break
    } else if (Date.now() >= end) break
    else Atomics.wait(pause, 0, 0, PAUSE_MS)
  }
  return text()
}
