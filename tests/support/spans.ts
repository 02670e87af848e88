// Prints spans as readable lines, for golden files and failed comparisons, and checks them.
import { type Scanned, spansOf } from '../../lib/markdown/reader.js'
import {
  HEADING_LEVEL_MASK,
  HEADING_SETEXT,
  ITEM_CHECKED,
  ITEM_HAS_CHECKBOX,
  ITEM_INDENT_MASK,
  ITEM_ORDERED,
  type SpanKind,
} from '../../lib/markdown/spans.js'
import type { Spans } from '../../lib/ports.js'
import { positionOf } from '../../lib/std/text.js'

const DETAILS: Partial<Record<SpanKind, (detail: number) => string>> = {
  heading: (detail) => `${detail & HEADING_LEVEL_MASK}${detail & HEADING_SETEXT ? ' underlined' : ''}`,
  fence: (detail) => `${detail & 1 ? 'closed' : 'open'}${detail & 2 ? ' tilde' : ''}`,
  frontMatter: (detail) => (detail ? 'closed' : 'open'),
  comment: (detail) => (detail ? 'closed' : 'open'),
  listItem: (detail) =>
    [
      `@${detail & ITEM_INDENT_MASK}`,
      detail & ITEM_ORDERED ? ' ordered' : '',
      detail & ITEM_HAS_CHECKBOX ? (detail & ITEM_CHECKED ? ' [x]' : ' [ ]') : '',
    ].join(''),
  table: (detail) => `${detail} columns`,
  tableRow: (detail) => ['header', 'delimiter', 'body'][detail] ?? '?',
  tagOpen: (detail) => (detail ? 'self-closing' : ''),
  tagClose: () => '',
  label: (detail) => `${['plain', 'bold, colon inside', 'bold, colon outside'][detail & 0xff]} ${detail >>> 8}`,
  rule: () => '',
}

/** One line per span: `from-to kind (detail) "content"`, positions as line:column, long content shortened. */
export function describeSpans(source: Scanned): string {
  const text = source.text ?? ''
  const at = (offset: number) => {
    const { line, column } = positionOf(text, offset)
    return `${line}:${column}`
  }
  const lines: string[] = []
  for (const span of spansOf(source)) {
    const detail = (DETAILS[span.kind] ?? String)(span.detail)
    const content = text.slice(span.contentStart, span.contentEnd)
    const shown = content.length > 60 ? `${content.slice(0, 40)}…${content.slice(-15)}` : content
    lines.push(
      `${at(span.start)}-${at(span.end)} ${span.kind}${detail === '' ? '' : ` (${detail})`} ${JSON.stringify(shown)}`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** Lists violations of the invariants of every scan: order, and offsets inside the text. */
export function brokenPromises(text: string, spans: Spans): string[] {
  const broken: string[] = []
  let last = 0
  for (const span of spansOf({ text, spans })) {
    const name = `${span.kind} at ${span.start}`
    if (span.start < last) broken.push(`${name} comes after one at ${last}`)
    if (span.end < span.start || span.end > text.length) broken.push(`${name} ends at ${span.end}`)
    if (span.contentStart > span.contentEnd) broken.push(`${name} has a content that ends before it begins`)
    if (span.contentStart < span.start || span.contentEnd > span.end)
      broken.push(`${name} has its content ${span.contentStart}..${span.contentEnd} outside ${span.start}..${span.end}`)
    last = span.start
  }
  return broken
}
