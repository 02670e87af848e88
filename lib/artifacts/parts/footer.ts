// What only closes a part of a document: a rule, and an italic footer behind it.
import { type Range, spansOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'

/** Where the closing rule (with its footer) of a range begins; the range's end when there is none. */
export function footerStart(source: Source, range: Range): number {
  const text = source.text ?? ''
  const rules = [...spansOf(source, 'rule', range)]
  for (const rule of rules.slice(-2)) {
    const behind = text.slice(rule.end, range.end).trim()
    if (behind === '' || /^(?:\*(?!\*)|_(?!_))/.test(behind)) return rule.start
  }
  return range.end
}

/** End of the last character of `from..to` that is no blank and no line break. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && /\s/.test(text[end - 1] ?? '')) end--
  return end
}
