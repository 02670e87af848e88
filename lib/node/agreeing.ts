// Asks the user on a terminal. Called only if input and output are a terminal and no client started the call.
import { readSync, writeSync } from 'node:fs'
import { sleep } from './clock.js'
import { errno } from './disk.js'

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

/** A terminal gives a line at once. */
function lineFrom(fd: number): string {
  const bytes = Buffer.alloc(MOST)
  for (;;)
    try {
      return bytes.toString('utf8', 0, readSync(fd, bytes))
    } catch (thrown) {
      if (errno(thrown) !== 'EAGAIN') return ''
      // The terminal may be non-blocking.
      sleep(20)
    }
}
