// What a run says and shows: lines one after another, and on a terminal below them a picture of the moment, drawn again in its place. How the terminal works is
// never changed, so that there is nothing to put back however the run ends.
import { type Size, widthOf } from '../../../core/auto/live.js'
import { inPlaceOf } from '../../../node/terminal.js'
import type { World } from '../world.js'

export interface Screen {
  /** A line that stays. */
  say(text: string): void
  /** The picture goes; what comes now stands in its place. */
  close(): void
}

const EVERY_MS = 1000
/** A terminal may not know its size, and then says nothing or 0. */
const size = (): Size => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 })

export const plainScreen = ({ out }: World): Screen => ({ say: out, close: () => undefined })

export function liveScreen({ out }: World, linesAt: (size: Size) => readonly string[]): Screen {
  let drawn: readonly string[] = []
  /** Rows that it takes now: a window that became narrower has broken its lines. */
  const height = (): number =>
    drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / size().columns)), 0)
  const write = (said: string, lines: readonly string[]): void => {
    out(`${inPlaceOf(height())}${said}${lines.map((line) => `${line}\n`).join('')}`)
    drawn = lines
  }
  const draw = (): void => {
    const lines = linesAt(size())
    if (lines.join('\n') !== drawn.join('\n')) write('', lines)
  }
  const resized = (): void => write('', linesAt(size()))
  const timer = setInterval(draw, EVERY_MS)
  process.stdout.on('resize', resized)
  draw()
  return {
    say: (text) => write(text, linesAt(size())),
    close() {
      clearInterval(timer)
      process.stdout.off('resize', resized)
      write('', [])
    },
  }
}

/** Whether somebody looks at a terminal that can be written over. */
export const isLooked = ({ isTTY, env }: World): boolean => isTTY.out && env['TERM'] !== 'dumb' && !env['CI']
