// Prepares terminal output: optional colours, and text that cannot steer the terminal.
import { randomBytes } from 'node:crypto'
import picocolors from 'picocolors'
import { fitted } from '../std/fitted.js'
import { visible } from '../std/visible.js'

const STYLES = ['bold', 'dim', 'green', 'yellow', 'red', 'cyan'] as const

export type Colours = Readonly<Record<(typeof STYLES)[number], (text: string) => string>>

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTTY: boolean
}

/** Stands for the start of our escape sequences until printing. It is random, so that no file can contain it. */
const ESCAPE_PLACEHOLDER = `\ue000${randomBytes(8).toString('hex')}\ue001`

/** Prepares a text for printing: keeps our escape sequences, escapes other control characters. */
export const sanitized = (text: string): string => visible(text).replaceAll(ESCAPE_PLACEHOLDER, () => '\u001b[')

const STYLE_SEQUENCE = new RegExp(`${ESCAPE_PLACEHOLDER}\\d+m`, 'g')

/** Wraps a text to the requested width or the terminal's, ignoring colours. With neither, the text does not change. */
export const wrapToTerminal = (
  text: string,
  { isTTY, width }: Pick<Terminal, 'isTTY'> & { readonly width?: number | undefined },
): string =>
  fitted(text, width ?? (isTTY ? process.stdout.columns || 80 : 0), (part) => part.replace(STYLE_SEQUENCE, ''))

/** The colours for a stream; none with NO_COLOR, on a dumb terminal and on pipes. */
export function coloursFor({ env, isTTY }: Terminal): Colours {
  const isPainted = isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const paints = picocolors.createColors(isPainted)
  const painter = (name: (typeof STYLES)[number]) => {
    // Only the sequences around a text are ours, not those in the text.
    const [begin, end] = paints[name]('\0').replaceAll('\u001b[', ESCAPE_PLACEHOLDER).split('\0')
    return (text: string) => `${begin}${text}${end}`
  }
  return Object.fromEntries(STYLES.map((name) => [name, painter(name)])) as Colours
}

/** Clears the terminal and shows the text. Pass the result through `sanitized`. */
export const clearedScreen = (text: string): string => `${ESCAPE_PLACEHOLDER}H${ESCAPE_PLACEHOLDER}2J${text}\n`
