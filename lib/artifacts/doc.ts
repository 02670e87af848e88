// A planning file under change: named edits of its spans. What no edit touches stays byte for byte.
import { GsdError, type Issue, refusedEdit } from '../errors.js'
import { type FrontChanges, type FrontLayout, setFrontMatter } from '../markdown/frontmatter-edit.js'
import { contentOf, type Item, lineAfter, lineStart, type Range, type Row } from '../markdown/reader.js'
import type { Source } from '../ports.js'
import { applySplices, type Splice } from '../std/edit.js'
import { same } from '../std/same.js'
import { eolOf } from '../std/text.js'
import type { Rendered } from './codec.js'
import { cellText, itemEnd } from './parts/draft.js'
import { footerStart, trimmedEnd } from './parts/footer.js'
import { refusal } from './parts/issues.js'

/** Says what does not read afterwards as it was meant; null: all does. */
export type After<T> = (after: T) => string | null

export const everyOf =
  <T>(checks: readonly After<T>[]): After<T> =>
  (after) =>
    checks.map((check) => check(after)).find((wrong) => wrong !== null) ?? null

/** The first text of a value that another one does not have. */
export function lostIn(meant: unknown, is: unknown): string | null {
  if (same(meant, is)) return null
  if (typeof meant === 'string') return meant
  if (typeof meant !== 'object' || meant === null) return JSON.stringify(meant ?? is ?? null)
  const [left, right] = [meant, Object(is)] as Readonly<Record<string, unknown>>[]
  const key = Object.keys({ ...left, ...right }).find((name) => !same(left?.[name], right?.[name])) ?? ''
  return lostIn(left?.[key], right?.[key])
}

export class Doc {
  readonly source: Source
  readonly text: string
  readonly eol: string
  readonly path: string
  readonly #splices: Splice[] = []
  #refused: Issue | null = null

  constructor(source: Source) {
    this.source = source
    this.text = source.text ?? ''
    this.path = source.path
    this.eol = eolOf(this.text)
  }

  // Text

  insert(at: number, insert: string): void {
    this.#splices.push({ start: at, end: at, insert })
  }

  replace(range: Range, insert: string): void {
    if (this.text.slice(range.start, range.end) !== insert) this.#splices.push({ ...range, insert })
  }

  /** Replaces `old` inside the range, so that comments and marks around it stay; the whole range where `old` is not found. */
  swap(range: Range, old: string, next: string): void {
    const at = old === '' ? -1 : this.text.slice(range.start, range.end).lastIndexOf(old)
    if (at < 0) this.replace(range, next)
    else this.replace({ start: range.start + at, end: range.start + at + old.length }, next)
  }

  /** Removes every line the range touches, line endings included. */
  removeLines(range: Range): void {
    this.#splices.push({ start: lineStart(this.text, range.start), end: lineAfter(this.text, range.end), insert: '' })
  }

  // Front matter, labels, boxes

  /** Sets keys of the front matter; null removes one. */
  setFront(changes: FrontChanges, layout?: FrontLayout): void {
    const edit = setFrontMatter(this.source, changes, layout)
    if ('refused' in edit) this.refuseWith(edit.refused)
    else this.#splices.push(...edit.splices)
  }

  /** Sets the value behind a label; `old` is the value without comments. */
  setLabel(label: { readonly contentStart: number; readonly contentEnd: number }, old: string, next: string): void {
    const range = contentOf(label)
    const glued = range.start === range.end && this.text[range.start - 1] !== ' ' ? ' ' : ''
    this.swap(range, old, glued + next)
  }

  tick(item: Item, done: boolean): void {
    if (item.boxAt < 0) this.cannot('a box', 'none')
    else if ((item.checked ?? false) !== done)
      this.replace({ start: item.boxAt, end: item.boxAt + 1 }, done ? 'x' : ' ')
  }

  // Lists

  removeItem(item: Item): void {
    this.removeLines({ start: item.start, end: itemEnd(this.text, item) })
  }

  /** A list line behind another, with its indent. */
  insertItemAfter(item: Item, line: string): void {
    this.insertLines(item.end, [this.#indentOf(item) + line])
  }

  /** A list line in front of another, with its indent. */
  insertItemBefore(item: Item, line: string): void {
    this.insert(lineStart(this.text, item.start), this.#indentOf(item) + line + this.eol)
  }

  /** Behind the blanks that end the line: two of them are a line break of its author. */
  #lineEnd(at: number): number {
    const blanks = /^[ \t]+(?=\r|\n|$)/.exec(this.text.slice(at, lineAfter(this.text, at)))
    return at + (blanks?.[0].length ?? 0)
  }

  #indentOf(item: Item): string {
    const head = this.text.slice(lineStart(this.text, item.start), item.start)
    return /^[ \t]*$/.test(head) ? head : ''
  }

  // Tables

  /** The text of one cell, its pipes escaped; `name` is the column's. */
  setCell(row: Row, column: number, name: string, text: string): void {
    const cell = row.cells[column]
    if (cell === undefined) this.cannot(`a cell for ${name}`, 'a shorter row')
    else if (cell.contentStart < cell.contentEnd) this.replace(contentOf(cell), cellText(text))
    else this.replace(cell, ` ${cellText(text)} `)
  }

  /** A line of a table behind a row of it; `behind` null: behind its head. */
  insertRow(table: Range & { readonly bodyStart: number }, behind: Range | null, line: string): void {
    if (behind !== null) this.insert(behind.end, this.eol + line)
    else if (table.bodyStart < table.end) this.insert(table.bodyStart, line + this.eol)
    else this.insert(table.end, this.eol + line)
  }

  removeRow(row: Range): void {
    this.removeLines(row)
  }

  // Lines and blocks

  /** Lines right below the line whose text ends at `textEnd`. */
  insertLines(textEnd: number, lines: readonly string[]): void {
    this.insert(this.#lineEnd(textEnd), lines.map((line) => this.eol + line).join(''))
  }

  /** Lines as a block of their own behind the end of a line's text. */
  insertBlock(textEnd: number, lines: readonly string[]): void {
    const { text, eol } = this
    const at = this.#lineEnd(textEnd)
    const rest = text.slice(at, lineAfter(text, lineAfter(text, at)))
    const close = at >= text.length ? eol : /^[ \t]*(?:\r\n|\r|\n)[ \t]*(?:\r|\n|$)/.test(rest) ? '' : eol
    const open = at === 0 ? '' : eol + eol
    this.insert(at, open + lines.join(eol) + (at === 0 && text !== '' ? eol + eol : close))
  }

  /** Lines as a block of their own above the line that begins at `at`. */
  insertBlockAbove(at: number, lines: readonly string[]): void {
    const { text, eol } = this
    const gap = text.slice(trimmedEnd(text, 0, at), at)
    const blank = (gap.match(/\r\n|\r|\n/g) ?? []).length > 1
    this.insert(at, (blank || at === 0 ? '' : eol) + lines.join(eol) + eol + eol)
  }

  /** Lines as the last block of the document, above a closing rule and its footer. */
  append(lines: readonly string[]): void {
    this.insertBlock(this.tail({ start: 0, end: this.text.length }).end, lines)
  }

  /** End of what a section says, and where what only follows it begins: a rule, a footer, the next heading. */
  tail(section: Range): { readonly end: number; readonly next: number } {
    const next = footerStart(this.source, section)
    return { end: trimmedEnd(this.text, section.start, next), next }
  }

  // Refusing

  /** Says why the change cannot be made; the first reason counts, and nothing is written. */
  cannot(expected: string, received: string, fix = `Edit ${this.path} by hand.`): void {
    this.refuseWith(refusal(this.path, expected, received, fix).refused)
  }

  refuseWith(issue: Issue): void {
    this.#refused ??= issue
  }

  /** The text with all edits in it; throws `WRITE_REFUSED` where it cannot be changed. */
  whole(): string {
    const result = this.finish()
    if ('text' in result) return result.text
    throw new GsdError(refusedEdit(result.refused), { cause: result.refused })
  }

  /** The text with all edits in it, or why it cannot be changed. */
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
