// Renders a value into the text of its file, then reads the result back: what comes out is what was meant, or nothing is written.
import type { Codec, Rendered } from '../../artifacts/codec.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'

export function renderChecked<V>(
  codec: Codec<V>,
  value: V,
  path: string,
  previous: Source | undefined,
  toSource: (path: string, text: string) => Source,
): Rendered {
  const rendered = codec.render(value, previous)
  if ('refused' in rendered) return rendered
  const back = codec.parse(toSource(path, rendered.text)).value
  if (same(back, value)) return rendered
  const { key, meant, is } = firstDifference(value, back)
  const text = clipped(meant)
  return {
    refused: {
      code: 'RENDER_DIFFERS',
      severity: 'error',
      path,
      line: 0,
      column: 0,
      expected: `the ${codec.id} to read back as it was meant`,
      received: meant,
      message: `${path} was not changed: ${text} (${key}) would read back as ${clipped(is)}`,
      fix:
        previous === undefined
          ? `say ${text} in plain words on one line: no sign or heading before it, no ~~ or quotes around it, no code fence or greeting`
          : `run: gsd-tools health, fix what it reports for ${path}, and repeat the command`,
    },
  }
}

const clipped = (text: string): string =>
  text === '' ? 'nothing' : JSON.stringify(text.length > MOST ? `${text.slice(0, MOST)}…` : text)
const MOST = 80

interface Difference {
  /** Of the outermost record. */
  readonly key: string
  readonly meant: string
  readonly is: string
}

/** The first text that does not come back as it was meant. */
function firstDifference(a: unknown, b: unknown): Difference {
  if (typeof a !== 'object' || a === null) return { key: 'value', meant: said(a), is: said(b) }
  const left = a as Record<string, unknown>
  const right = (b ?? {}) as Record<string, unknown>
  const key = Object.keys({ ...left, ...right }).find((name) => !same(left[name], right[name])) ?? 'value'
  return { ...firstDifference(left[key], right[key]), key }
}

const said = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)
