// Asks the user on a terminal. Called only if input and output are a terminal and no client started the call.
import { readSync, writeSync } from 'node:fs'
import { errno } from './system-error.js'

const LINE_FEED = 10
const MOST = 64

/** Escapes control characters, since a question may quote the project, and indents further lines. */
const shown = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' '))
    .join('\n  ')

/** True for `y` or `yes`; anything else is no, also the end of input. */
export function agreesAtTerminal(question: string): boolean {
  writeSync(2, `${shown(question)}\nAgree? [y/N] `)
  const line = lineFrom(0)
  if (!line.endsWith('\n')) writeSync(2, '\n')
  return /^y(es)?$/i.test(line.trim())
}

function lineFrom(fd: number): string {
  const bytes: number[] = []
  const one = Buffer.alloc(1)
  while (bytes.length < MOST) {
    if (readByte(fd, one) === 0) break
    bytes.push(one[0] as number)
    if (one[0] === LINE_FEED) break
  }
  return Buffer.from(bytes).toString('utf8')
}

function readByte(fd: number, into: Buffer): number {
  for (;;)
    try {
      return readSync(fd, into, 0, 1, null)
    } catch (thrown) {
      if (errno(thrown) !== 'EAGAIN') return 0
      // The terminal may be non-blocking.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
}
