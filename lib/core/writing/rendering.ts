// Renders a value into the text of its file, then reads the result back: what comes out is what was meant, or nothing is written.
import type { Codec, Parsed, Rendered } from '../../artifacts/codec.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'

/** The new text, and how it was read back. */
export type Checked<V> =
  | (Extract<Rendered, { text: string }> & { readonly source: Source; readonly parsed: Parsed<V> })
  | Extract<Rendered, { refused: unknown }>

export function renderChecked<V>(
  codec: Codec<V>,
  value: V,
  path: string,
  previous: Source | undefined,
  toSource: (path: string, text: string) => Source,
): Checked<V> {
  const rendered = codec.render(value, previous)
  if ('refused' in rendered) return rendered
  const source = toSource(path, rendered.text)
  const parsed = codec.parse(source)
  const back = parsed.value
  if (same(back, value)) return { text: rendered.text, source, parsed }
  const found = differingKeys(value, back).join(', ') || 'the value'
  return {
    refused: {
      code: 'RENDER_DIFFERS',
      severity: 'error',
      path,
      line: 0,
      column: 0,
      expected: `the ${codec.id} to read back as it was meant`,
      received: `a difference in ${found}`,
      message: `${path} was not changed: it would read back with a difference in ${found}`,
      fix:
        previous === undefined
          ? `say what ${found} comes from in plain words on one line: no quotes around all of it, no heading, code fence or greeting`
          : `run: gsd-tools validate health, fix what it reports for ${path}, and repeat the command`,
    },
  }
}

function differingKeys(a: unknown, b: unknown): readonly string[] {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return []
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter((key) => !same(left[key], right[key]))
}
