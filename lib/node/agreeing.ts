// Asks the user on a terminal. Called only if input and output are a terminal and no client started the call.
import { readSync, writeSync } from 'node:fs'
import { visible } from '../std/visible.js'
import { sleep } from './clock.js'
import { errno } from './disk.js'

const MAX = 64

/** True for `y` or `yes`. Anything else, even the end of input, means no. */
export function agreesAtTerminal(question: string): boolean {
  // A question may quote the project.
  writeSync(2, `${visible(question).replaceAll('\n', '\n  ')}\nAgree? [y/N] `)
  const line = lineFrom(0)
  if (!line.endsWith('\n')) writeSync(2, '\n')
  return /^y(es)?$/i.test(line.trim())
}

/** A terminal returns a whole line at once. */
function lineFrom(fd: number): string {
  const bytes = Buffer.alloc(MAX)
  for (;;)
    try {
      return bytes.toString('utf8', 0, readSync(fd, bytes))
    } catch (thrown) {
      if (errno(thrown) !== 'EAGAIN') return ''
      // The terminal may be non-blocking.
      sleep(20)
    }
}
