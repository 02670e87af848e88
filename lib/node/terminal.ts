// What a person sees: colours where they are wanted, and one line that shows how far a run has come.
import picocolors from 'picocolors'

export type Colours = Pick<
  ReturnType<typeof picocolors.createColors>,
  'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan'
>

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTTY: boolean
}

/** Colours for a stream; plain text under NO_COLOR, `--no-color`, CI logs and pipes. */
export const coloursFor = ({ env, isTTY }: Terminal, allowed = true): Colours =>
  picocolors.createColors(allowed && isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb')

/** One line on a terminal that is written over; on a pipe one line per change of `phase`. */
export function progressLine(write: (text: string) => void, isTTY: boolean) {
  let phase = ''
  let shown = ''
  return {
    show(next: string, done: number, total: number): void {
      if (!isTTY) {
        if (next !== phase) write(`${next} (${total})\n`)
        phase = next
        return
      }
      const line = `${next} ${Math.floor((100 * done) / Math.max(1, total))}%`
      if (line === shown) return
      shown = line
      write(`\r\u001b[K${line}`)
    },
    end(): void {
      if (isTTY && shown !== '') write('\r\u001b[K')
      shown = ''
    },
  }
}
