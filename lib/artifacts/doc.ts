// A planning file that is being edited by named edits of its spans. Untouched text stays byte for byte.
import { refuseEdit } from '../errors.js'
import { type FrontChanges, setFrontMatter } from '../markdown/frontmatter-edit.js'
import { contentOf, type Item, type Range, type Row } from '../markdown/reader.js'
import type { Source } from '../ports.js'
import { applySplices, type Splice } from '../std/edit.js'
import { same } from '../std/same.js'
import { eolOf, lineAfter, lineStart } from '../std/text.js'
import { cellText, footerStart, itemEnd, trimmedEnd } from './parts/draft.js'

/** Checks the value that was read back after an edit; returns the first difference from what was intended, or null. */
export type After<T> = (after: T) => string | null

export const allChecks =
  <T>(checks: readonly After<T>[]): After<T> =>
  (after) =>
    checks.map((check) => check(after)).find((wrong) => wrong !== null) ?? null

/** The first value of `meant` that differs in `is`, as text (that of `is` if `meant` has none); null if equal. */
export function firstDifference(meant: unknown, is: unknown): string | null {
  if (same(meant, is)) return null
  if (typeof meant === 'string') return meant
  if (typeof meant !== 'object' || meant === null) return JSON.stringify(meant ?? is ?? null)
  const [left, right] = [meant, Object(is)] as Readonly<Record<string, unknown>>[]
  const key = Object.keys({ ...left, ...right }).find((name) => !same(left?.[name], right?.[name])) ?? ''
  return firstDifference(left?.[key], right?.[key])
}

export class Doc {
  readonly source: Source
  readonly text: string
  readonly eol: string
  readonly path: string
  readonly #splices: Splice[] = []

  constructor(source: Source) {
    this.source = source
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

  /** Replaces the last `old` in the range and keeps the text around it; replaces the whole range if it has no `old`. */
  swap(range: Range, old: string, next: string): void {
    const at = old === '' ? -1 : this.text.slice(range.start, range.end).lastIndexOf(old)
    if (at < 0) this.replace(range, next)
    else this.replace({ start: range.start + at, end: range.start + at + old.length }, next)
  }

  /** Removes every line that the range touches, with its line ending. */
  removeLines(range: Range): void {
    this.#splices.push({ start: lineStart(this.text, range.start), end: lineAfter(this.text, range.end), insert: '' })
  }

  /** Changes the front matter. `order`: canonical order of the keys. */
  setFront(changes: FrontChanges, order?: readonly string[]): void {
    this.#splices.push(...setFrontMatter(this.source, changes, order))
  }

  /** Sets a label's value; `old` is the present value without comments. */
  setLabel(label: { readonly contentStart: number; readonly contentEnd: number }, old: string, next: string): void {
    const range = contentOf(label)
    const separator = range.start === range.end && this.text[range.start - 1] !== ' ' ? ' ' : ''
    this.swap(range, old, separator + next)
  }

  tick(item: Item, done: boolean): void {
    if (item.boxAt < 0) this.cannot('a box', 'none')
    else if ((item.checked ?? false) !== done)
      this.replace({ start: item.boxAt, end: item.boxAt + 1 }, done ? 'x' : ' ')
  }

  removeItem(item: Item): void {
    this.removeLines({ start: item.start, end: itemEnd(this.text, item) })
  }

  insertItemAfter(item: Item, line: string): void {
    this.insertLines(item.end, [this.#indentOf(item) + line])
  }

  insertItemBefore(item: Item, line: string): void {
    this.insert(lineStart(this.text, item.start), this.#indentOf(item) + line + this.eol)
  }

  /** The end of the line at `at`, after trailing blanks, because two of them are a Markdown line break. */
  #lineEnd(at: number): number {
    const blanks = /^[ \t]+(?=\r|\n|$)/.exec(this.text.slice(at, lineAfter(this.text, at)))
    return at + (blanks?.[0].length ?? 0)
  }

  #indentOf(item: Item): string {
    const head = this.text.slice(lineStart(this.text, item.start), item.start)
    return /^[ \t]*$/.test(head) ? head : ''
  }

  /** Sets a cell's text, with pipes escaped; `name` is the column's name, for the refusal. */
  setCell(row: Row, column: number, name: string, text: string): void {
    const cell = row.cells[column]
    if (cell === undefined) this.cannot(`a cell for ${name}`, 'a shorter row')
    else if (cell.contentStart < cell.contentEnd) this.replace(contentOf(cell), cellText(text))
    else this.replace(cell, ` ${cellText(text)} `)
  }

  /** Inserts a row after the row `previous`, or after the table's head if `previous` is null. */
  insertRow(table: Range & { readonly bodyStart: number }, previous: Range | null, line: string): void {
    if (previous !== null) this.insert(previous.end, this.eol + line)
    else if (table.bodyStart < table.end) this.insert(table.bodyStart, line + this.eol)
    else this.insert(table.end, this.eol + line)
  }

  insertLines(textEnd: number, lines: readonly string[]): void {
    this.insert(this.#lineEnd(textEnd), lines.map((line) => this.eol + line).join(''))
  }

  /** Inserts lines as a separate block, after the line whose text ends at `textEnd`. */
  insertBlock(textEnd: number, lines: readonly string[]): void {
    const { text, eol } = this
    const at = this.#lineEnd(textEnd)
    const rest = text.slice(at, lineAfter(text, lineAfter(text, at)))
    const close = at >= text.length ? eol : /^[ \t]*(?:\r\n|\r|\n)[ \t]*(?:\r|\n|$)/.test(rest) ? '' : eol
    const open = at === 0 ? '' : eol + eol
    this.insert(at, open + lines.join(eol) + (at === 0 && text !== '' ? eol + eol : close))
  }

  /** Inserts lines as a separate block, above the line that begins at `at`. */
  insertBlockAbove(at: number, lines: readonly string[]): void {
    const { text, eol } = this
    const gap = text.slice(trimmedEnd(text, 0, at), at)
    const blank = (gap.match(/\r\n|\r|\n/g) ?? []).length > 1
    this.insert(at, (blank || at === 0 ? '' : eol) + lines.join(eol) + eol + eol)
  }

  /** Adds the last block of the document, above a closing rule and footer. */
  append(lines: readonly string[]): void {
    this.insertBlock(this.tail({ start: 0, end: this.text.length }).end, lines)
  }

  /** End of a section's content, and start of what follows: a rule, a footer, the next heading. */
  tail(section: Range): { readonly end: number; readonly next: number } {
    const next = footerStart(this.source, section)
    return { end: trimmedEnd(this.text, section.start, next), next }
  }

  cannot(expected: string, received: string, fix = `Edit ${this.path} by hand.`): never {
    refuseEdit(this.path, expected, received, fix)
  }

  editedText(): string {
    // An insertion goes before a removal that starts at the same offset.
    const ordered = [...this.#splices].sort(
      (a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start),
    )
    try {
      return applySplices(this.text, ordered)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.cannot('changes that do not touch each other', error.message, 'Make one change at a time.')
    }
  }
}
