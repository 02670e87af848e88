// A text under change: splices collected place by place, or the first reason to refuse.
import type { Issue } from '../../errors.js'
import { type Item, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { tableRow } from '../../std/columns.js'
import { applySplices, type Splice } from '../../std/edit.js'
import { eolOf } from '../../std/text.js'
import type { Rendered } from '../codec.js'
import { refusal } from './issues.js'

const isEol = (code: number) => code === 10 || code === 13

/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  let at = offset
  while (at > 0 && !isEol(text.charCodeAt(at - 1))) at--
  return at
}

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
    end = trimmedEnd(text, at, item.end)
  }
  return Math.max(end, item.contentEnd)
}

/** End of the text of the line that begins at `at`, without blanks behind it. */
function trimmedEnd(text: string, at: number, limit: number): number {
  let end = at
  while (end < limit && !isEol(text.charCodeAt(end))) end++
  while (end > at && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return end
}

export class Draft {
  readonly text: string
  readonly eol: string
  readonly path: string
  readonly #splices: Splice[] = []
  #refused: Issue | null = null

  constructor(source: Source) {
    this.text = source.text ?? ''
    this.path = source.path
    this.eol = eolOf(this.text)
  }

  insert(at: number, insert: string): void {
    this.#splices.push({ start: at, end: at, insert })
  }

  replace(range: Range, insert: string): void {
    if (this.text.slice(range.start, range.end) !== insert) this.#splices.push({ ...range, insert })
  }

  /** Replaces `old` inside the range, so that what stands around it (comments, marks) stays; the whole range when it is not there as such. */
  swap(range: Range, old: string, next: string): void {
    const raw = this.text.slice(range.start, range.end)
    const at = old === '' ? -1 : raw.lastIndexOf(old)
    if (at < 0) this.replace(range, next)
    else this.replace({ start: range.start + at, end: range.start + at + old.length }, next)
  }

  /** Sets the value behind a label; `range` is the value's place. */
  value(range: Range, old: string, next: string): void {
    const glued = range.start === range.end && this.text[range.start - 1] !== ' ' ? ' ' : ''
    this.swap(range, old, glued + next)
  }

  /** Removes every line the range touches, line endings included. */
  removeLines(range: Range): void {
    this.#splices.push({ start: lineStart(this.text, range.start), end: lineAfter(this.text, range.end), insert: '' })
  }

  splice(splices: readonly Splice[]): void {
    this.#splices.push(...splices)
  }

  refuse(expected: string, received: string, fix: string): void {
    this.#refused ??= refusal(this.path, expected, received, fix).refused
  }

  finish(): Rendered {
    if (this.#refused !== null) return { refused: this.#refused }
    try {
      // What is inserted where a removal begins stands in front of it.
      const ordered = [...this.#splices].sort(
        (a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start),
      )
      return { text: applySplices(this.text, ordered) }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return refusal(this.path, 'changes that do not touch each other', error.message, 'Make one change at a time.')
    }
  }
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
