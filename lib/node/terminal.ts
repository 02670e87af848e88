// Terminal output: optional colours, and text that cannot steer the terminal.
import { randomBytes } from 'node:crypto'
import picocolors from 'picocolors'
import { fitted } from '../std/fitted.js'
import { visible } from '../std/visible.js'

const PAINTS = ['bold', 'dim', 'green', 'yellow', 'red', 'cyan'] as const

export type Colours = Readonly<Record<(typeof PAINTS)[number], (text: string) => string>>

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTTY: boolean
}

/** Placeholder for our escape sequences until printing. Random, so that no file can contain it. */
const OWN = `\ue000${randomBytes(8).toString('hex')}\ue001`

/** For printing: keeps our escape sequences, escapes other control characters. */
export const sanitized = (text: string): string => visible(text).replaceAll(OWN, () => '\u001b[')

const PAINT = new RegExp(`${OWN}\\d+m`, 'g')

/** Wraps to the terminal, ignoring colours; unchanged on a pipe. `width`: the requested one. */
export const wrapToTerminal = (
  text: string,
  { isTTY, width }: Pick<Terminal, 'isTTY'> & { readonly width?: number | undefined },
): string => fitted(text, width ?? (isTTY ? process.stdout.columns || 80 : 0), (part) => part.replace(PAINT, ''))

/** Colours for a stream; none under NO_COLOR, in CI logs and pipes. */
export function coloursFor({ env, isTTY }: Terminal): Colours {
  const isPainted = isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const paints = picocolors.createColors(isPainted)
  const painter = (name: (typeof PAINTS)[number]) => {
    // Only the sequences around a text are ours, not those in it.
    const [begin, end] = paints[name]('\0').replaceAll('\u001b[', OWN).split('\0')
    return (text: string) => `${begin}${text}${end}`
  }
  return Object.fromEntries(PAINTS.map((name) => [name, painter(name)])) as Colours
}

/** Clears the terminal and shows the text. Pass the result through `sanitized`. */
export const redrawn = (text: string): string => `${OWN}H${OWN}2J${text}\n`
