// Asks the user a question on the terminal. Callers make sure that a terminal is there and no client made the call.
import { readSync, writeSync } from 'node:fs'
import { visible } from '../std/visible.js'
import { sleep } from './clock.js'
import { errno } from './disk.js'

const MAX_BYTES = 64

/** Whether the user answers `y` or `yes`. Anything else, even the end of input, means no. */
export function agreesAtTerminal(question: string): boolean {
  // The question may quote project text, which must not steer the terminal.
  writeSync(2, `${visible(question).replaceAll('\n', '\n  ')}\nAgree? [y/N] `)
  const line = lineFrom(0)
  if (!line.endsWith('\n')) writeSync(2, '\n')
  return /^y(es)?$/i.test(line.trim())
}

/** Reads one line: a terminal returns a whole line at once. Empty if reading fails. */
function lineFrom(fd: number): string {
  const bytes = Buffer.alloc(MAX_BYTES)
  for (;;)
    try {
      return bytes.toString('utf8', 0, readSync(fd, bytes))
    } catch (thrown) {
      if (errno(thrown) !== 'EAGAIN') return ''
      // The terminal is non-blocking and has no input yet.
      sleep(20)
    }
}
