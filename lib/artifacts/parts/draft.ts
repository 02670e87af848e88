// Line and item boundaries, and texts fit for a list line or table cell.
import { type Item, lineAfter, lineStart } from '../../markdown/reader.js'
import { tableRow } from '../../std/columns.js'

const isEol = (code: number) => code === 10 || code === 13

/** End of an item without lazy continuation lines: an unindented label or paragraph is not part of it. */
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

/** End of the line's text, without trailing blanks. */
function lineTextEnd(text: string, at: number, limit: number): number {
  let end = at
  while (end < limit && !isEol(text.charCodeAt(end))) end++
  while (end > at && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return end
}

/** Collapses white space to fit a one-line field. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Escapes pipes. */
export const cellText = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .trim()
    .replaceAll('|', '\\|')

export const tableLine = (cells: readonly string[]): string => tableRow(cells.map(cellText))
