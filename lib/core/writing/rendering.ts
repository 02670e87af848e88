// Renders a value into the text of its file, then reads the result back: what comes out is what was meant, or nothing is written.
import type { Codec, Rendered } from '../../artifacts/codec.js'
import { lostIn } from '../../artifacts/doc.js'
import type { Source } from '../../ports.js'

export function renderChecked<V>(
  codec: Codec<V>,
  value: V,
  path: string,
  previous: Source | undefined,
  toSource: (path: string, text: string) => Source,
): Rendered {
  const rendered = codec.render(value, previous)
  if ('refused' in rendered) return rendered
  const lost = lostIn(value, codec.parse(toSource(path, rendered.text)).value)
  if (lost === null) return rendered
  const text = clipped(lost)
  return {
    refused: {
      code: 'RENDER_DIFFERS',
      severity: 'error',
      path,
      line: 0,
      column: 0,
      expected: `the ${codec.id} to read back as it was meant`,
      received: lost,
      message: `${path} was not changed: ${text} would not read back as it was meant`,
      fix:
        previous === undefined
          ? `say ${text} in plain words on one line: no sign or heading before it, no ~~ or quotes around it, no code fence or greeting`
          : `run: gsd-tools validate health, fix what it reports for ${path}, and repeat the command`,
    },
  }
}

const clipped = (text: string): string => JSON.stringify(text.length > MOST ? `${text.slice(0, MOST)}…` : text)
const MOST = 80
