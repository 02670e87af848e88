// Reading a document made of sections: fields wherever they stand, the title, the text in front of the parts, the parts.
import { readFrontBlock, readFrontMatter } from '../../markdown/frontmatter.js'
import { lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { extraOf, Front } from '../parts/front-fields.js'
import { isNothing, realText } from '../parts/placeholders.js'
import { blockText } from '../parts/prose.js'
import { fieldLines, spotOf } from './field-spots.js'
import type { LooseDocument, Outline } from './outline.js'
import { titleHeading } from './section-places.js'

/** The text between the title and the first part. */
function bodyRange({ spec, places }: Outline, source: Source): Range {
  const text = source.text ?? ''
  const from = readFrontMatter(source).bodyStart
  const first = Math.min(text.length, ...places(source).flatMap((place) => (place === null ? [] : [place.from])))
  const heading = spec.heading === null ? null : titleHeading(source)
  const leads = heading !== null && heading.start < first && text.slice(from, heading.start).trim() === ''
  const start = leads ? lineAfter(text, heading.end) : from
  return { start, end: Math.max(start, first) }
}

/** A head of such lines shows that git changed all of them; else they are the author's. */
function verbatimIn({ spec }: Outline, source: Source): string | null {
  const text = source.text ?? ''
  const { bodyStart } = readFrontMatter(source)
  const body = text.slice(bodyStart)
  const words = (text.slice(0, bodyStart).includes('\r\n') ? body.replaceAll('\r\n', '\n') : body).trim()
  return words === '' || words === spec.body ? null : words
}

/** What that text says beside the lines that hold fields. */
function bodyOf(of: Outline, source: Source): string | null {
  if (of.spec.bare === true) return null
  if (of.spec.verbatim === true) return verbatimIn(of, source)
  const range = bodyRange(of, source)
  const holes = fieldLines(of.fields, source).filter(({ start }) => start >= range.start && start < range.end)
  const starts = [range.start, ...holes.map(({ end }) => end)]
  const ends = [...holes.map(({ start }) => start), range.end]
  const pieces = starts.map((start, index) => blockText(source, { start, end: Math.max(start, ends[index] ?? start) }))
  const text = pieces.filter((piece) => piece !== null).join('\n\n')
  return text === '' || isNothing(text) || text === of.spec.body ? null : text
}

function titleIn({ spec }: Outline, source: Source): string | null {
  const heading = spec.heading === null ? null : titleHeading(source)
  return heading === null ? null : realText(heading.text)
}

export function readDocument(of: Outline, source: Source): LooseDocument {
  if (readFrontBlock(source).unclosed) return of.empty
  const front = new Front(source)
  const value: Record<string, unknown> = {}
  for (const [name, field] of of.fields) {
    const found = front.at(...field.paths)
    value[name] = field.read(
      found === undefined || found === '' ? (spotOf(source, field)?.value ?? found) : found,
      front,
    )
  }
  if (!of.titled) value['title'] = titleIn(of, source)
  else value['title'] ??= titleIn(of, source)
  const places = of.places(source)
  const parts = of.parts.map(([name, part], index) => {
    const place = places[index] ?? null
    return [name, place === null ? part.empty : part.read(source, place)]
  })
  return { ...value, extra: extraOf(of.table, front.data), body: bodyOf(of, source), ...Object.fromEntries(parts) }
}
