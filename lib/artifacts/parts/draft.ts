// Where lines and items of a text begin and end, and how a line of a list or table holds a text.
import { type Item, lineAfter, lineStart } from '../../markdown/reader.js'
import { tableRow } from '../../std/columns.js'

const isEol = (code: number) => code === 10 || code === 13

/** End of an item without the lines that only lazily continue it: a label or a paragraph at the margin is not part of it for us. */
export function itemEnd(text: string, item: Item): number {
  const column = item.start - lineStart(text, item.start)
  let end = item.contentEnd
  for (let at = lineAfter(text, item.contentEnd); at < item.end; at = lineAfter(text, at)) {
    let first = at
    while (text[first] === ' ' || text[first] === '\t') first++
    if (first >= item.end) break
    if (isEol(text.charCodeAt(first))) continue
    if (first - at <= column) break
    end = lineTextEnd(text, at, item.end)
  }
  return Math.max(end, item.contentEnd)
}

/** End of the text of the line that begins at `at`, without blanks behind it. */
function lineTextEnd(text: string, at: number, limit: number): number {
  let end = at
  while (end < limit && !isEol(text.charCodeAt(end))) end++
  while (end > at && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return end
}

/** Blanks and line breaks become one blank: what a one-line field can hold. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A table cell's text with its pipes escaped. */
export const cellText = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .trim()
    .replaceAll('|', '\\|')

export const tableLine = (cells: readonly string[]): string => tableRow(cells.map(cellText))
