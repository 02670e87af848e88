// The end of a document part: a rule, then an italic footer.
import { type Range, spansOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'

/** Offset of the closing rule or footer of a range; the range's end if none. */
export function footerStart(source: Source, range: Range): number {
  const text = source.text ?? ''
  const rules = [...spansOf(source, 'rule', range)]
  for (const rule of rules.slice(-2)) {
    const behind = text.slice(rule.end, range.end).trim()
    if (behind === '' || /^(?:\*(?!\*)|_(?!_))/.test(behind)) return rule.start
  }
  return range.end
}

/** Trims trailing white space. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && /\s/.test(text[end - 1] ?? '')) end--
  return end
}
