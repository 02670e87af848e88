// Front matter of older tools without fences, or with a field above the opening fence.
import { lineAfter } from '../../markdown/reader.js'
import { scan } from '../../markdown/scan.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { eolOf } from '../../std/text.js'

const FIELD = /^[A-Za-z_][\w-]{0,39}:(?:[ \t]|$)/
const LIST_LINE = /^[ \t]*-[ \t]/
const MAX_LINES = 60

interface Line {
  readonly start: number
  readonly text: string
  readonly next: number
}

function* linesFrom(text: string, start: number): Generator<Line> {
  for (let at = start; at < text.length; ) {
    const next = lineAfter(text, at)
    yield { start: at, text: text.slice(at, next).trimEnd(), next }
    at = next
  }
}

/** The text with its head in fences, other lines unchanged; null if there is no such head. */
function fenced(text: string): string | null {
  const bom = text.startsWith('\ufeff') ? 1 : 0
  const eol = eolOf(text)
  const lines: Line[] = []
  for (const line of linesFrom(text, bom)) {
    if (lines.length >= MAX_LINES) break
    lines.push(line)
  }
  const fieldsFrom = (from: number): number => {
    let to = from
    while (to < lines.length) {
      const line = lines[to]?.text ?? ''
      if (!FIELD.test(line) && !(to > from && LIST_LINE.test(line))) break
      to++
    }
    return to
  }
  const head = fieldsFrom(0)
  if (head === 0) return null
  const slice = (from: number, to: number) =>
    text.slice(lines[from]?.start ?? text.length, lines[to]?.start ?? text.length)
  const at = lines[head]
  const above = slice(0, head)
  const closed = above.endsWith('\n') || above.endsWith('\r') ? '' : eol
  if (at?.text === '---') {
    const inner = fieldsFrom(head + 1)
    if (inner > head + 1 && lines[inner]?.text === '---')
      return `${text.slice(0, bom)}---${eol}${above}${slice(head + 1, inner)}${text.slice(lines[inner]?.start)}`
    // A closing fence without an opening one.
    return `${text.slice(0, bom)}---${eol}${above}${text.slice(at.start)}`
  }
  return `${text.slice(0, bom)}---${eol}${above}${closed}---${eol}${text.slice(at?.start ?? text.length)}`
}

/** The source, with its head in fences if need be. */
export const withFences = onceOf((source: Source): Source => {
  const text = source.text === null ? null : fenced(source.text)
  return text === null ? source : { path: source.path, text, spans: scan(text), sha256: '' }
})
