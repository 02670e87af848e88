// What a terminal shows of a run that goes on: its budget, and each session that is at work with the last line it printed. Pure.
import { counted } from '../../std/text.js'
import { visibleLine } from '../../std/visible.js'
import { type Ceilings, dollars, type Spent } from './budget.js'

export interface AtWork {
  readonly index: number
  readonly unit: string
  /** Model and tier, as far as they were chosen. */
  readonly by: string
  readonly seconds: number
  /** As the client printed it. */
  readonly line: string
}

export interface Progress {
  readonly client: string
  readonly spent: Spent
  readonly limits: Ceilings
  /** The client writes down what it uses. */
  readonly isTold: boolean
  readonly sessions: readonly AtWork[]
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** One line of a terminal never wraps: what may be as wide as two letters counts as that. */
const WIDE_FROM = 0x1100
const cellsOf = (char: string): number => ((char.codePointAt(0) as number) < WIDE_FROM ? 1 : 2)
export const widthOf = (text: string): number => [...text].reduce((sum, char) => sum + cellsOf(char), 0)

/** The beginning of a text of anybody, on one line of so many columns. */
export function fittedLine(text: string, columns: number): string {
  const line = visibleLine(text.replaceAll('\t', ' ')).trimEnd()
  if (widthOf(line) <= columns) return line
  if (columns < cellsOf('…')) return ''
  let [kept, width] = ['', 0]
  for (const char of line) {
    width += cellsOf(char)
    if (width > columns - cellsOf('…')) break
    kept += char
  }
  return `${kept}…`
}

/** `4:05`, `1:02:03` */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`
}

const of = (part: string, whole: string | null): string => (whole === null ? part : `${part} of ${whole}`)
const plain = (value: number): string => value.toLocaleString('en')

function budgetLine({ client, spent, limits, isTold }: Progress): string {
  const parts = [
    client,
    of(plain(spent.sessions), counted(limits.sessions, 'session')),
    of(plain(Math.floor(spent.minutes)), `${plain(limits.minutes)} min`),
    ...(isTold
      ? [
          `${of(plain(spent.tokens), limits.tokens === null ? null : plain(limits.tokens))} tokens`,
          of(dollars(spent.cost), limits.cost === null ? null : dollars(limits.cost)),
        ]
      : []),
  ]
  return parts.join(' · ')
}

/** Lines that fit into the window: what was begun last gives way first, then the last lines printed. */
export function liveLines(run: Progress, { columns, rows }: Size): readonly string[] {
  const room = Math.max(1, rows - 1)
  const name = ({ index, unit, by, seconds }: AtWork) =>
    `${index}. ${unit}${by === '' ? '' : ` (${by})`}  ${clockOf(seconds)}`
  const isShort = 1 + 2 * run.sessions.length > room
  const lines = [
    budgetLine(run),
    ...run.sessions.flatMap((one) =>
      isShort || one.line.trim() === '' ? [name(one)] : [name(one), `   ${one.line.trim()}`],
    ),
  ]
  return lines.slice(0, room).map((line) => fittedLine(line, columns))
}
