// What `${name…}` makes of the value of a variable: a piece cut off, a text replaced, other letters.

/** Signs of a value or a pattern that are looked at; longer ones are not followed. */
const MOST = 400

const STEPS: readonly (readonly [RegExp, (value: string, found: readonly string[]) => string])[] = [
  [/^(##?)([\s\S]*)$/, (value, [, sign = '', pattern = '']) => cutFront(value, pattern, sign === '##')],
  [/^(%%?)([\s\S]*)$/, (value, [, sign = '', pattern = '']) => cutEnd(value, pattern, sign === '%%')],
  [
    /^(\/\/?)([#%]?)((?:[^/\\]|\\.)+)(?:\/([\s\S]*))?$/,
    (value, [, sign = '', at = '', pattern = '', text = '']) =>
      value.replace(
        new RegExp(
          `${at === '#' ? '^' : ''}(?:${glob(pattern, '*')})${at === '%' ? '$' : ''}`,
          sign === '//' ? 'gs' : 's',
        ),
        () => text,
      ),
  ],
  [
    /^:\s*(\d+|(?<=:\s)-\d+)(?::(-?\d+))?$/,
    (value, [, from = '0', length]) => {
      const rest = value.slice(Number(from))
      return length === undefined
        ? rest
        : Number(length) < 0
          ? rest.slice(0, Number(length))
          : rest.slice(0, Number(length))
    },
  ],
  [/^(\^\^?|,,?)$/, (value, [, sign = '']) => cased(value, sign)],
]

/** Null where nobody follows it. */
export function changedValue(value: string, change: string): string | null {
  if (value.length > MOST || change.length > MOST || /[$`]/.test(change)) return null
  for (const [form, made] of STEPS) {
    const found = form.exec(change)
    if (found !== null) return made(value, found)
  }
  return null
}

/** A pattern of a shell as one of ours: `*` and `?`; brackets stand for themselves. */
const glob = (pattern: string, greed: '*' | '*?'): string =>
  pattern
    .replace(/\\(.)/gs, '$1')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, `.${greed}`)
    .replace(/\?/g, '.')

const cutFront = (value: string, pattern: string, longest: boolean): string =>
  value.replace(new RegExp(`^${glob(pattern, longest ? '*' : '*?')}`, 's'), '')

/** The shortest end that fits begins as late as one can. */
function cutEnd(value: string, pattern: string, longest: boolean): string {
  const fits = new RegExp(`^${glob(pattern, '*')}$`, 's')
  const ends = Array.from({ length: value.length + 1 }, (_, at) => (longest ? at : value.length - at))
  const at = ends.find((one) => fits.test(value.slice(one)))
  return at === undefined ? value : value.slice(0, at)
}

function cased(value: string, sign: string): string {
  const made = (text: string) => (sign.startsWith(',') ? text.toLowerCase() : text.toUpperCase())
  return sign.length === 2 ? made(value) : made(value.slice(0, 1)) + value.slice(1)
}
