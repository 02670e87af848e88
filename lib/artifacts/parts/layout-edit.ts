// Placing things in a document: list lines beside their neighbours, blocks with the blank lines they need, and refusals.
import { type Heading, type Item, lineAfter, type Range, type Row } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { contentOf } from '../doc.js'
import { align } from './alignment.js'
import { type Draft, itemEnd, lineStart } from './draft.js'
import { footerStart, trimmedEnd } from './footer.js'

export class Layout {
  readonly draft: Draft
  readonly source: Source

  constructor(draft: Draft, source: Source) {
    this.draft = draft
    this.source = source
  }

  cannot(expected: string, received: string) {
    this.draft.refuse(expected, received, `Edit ${this.draft.path} by hand.`)
  }

  title(place: Heading | null, before: string | null, after: string | null) {
    if (before === after) return
    if (place === null || after === null) this.cannot('a title in the file', 'none')
    else this.draft.replace(contentOf(place), after)
  }

  tick(item: Item, before: boolean, after: boolean) {
    if (before !== after) this.draft.replace({ start: item.boxAt, end: item.boxAt + 1 }, after ? 'x' : ' ')
  }

  /** End of what a section says, and the offset where what only follows it begins: a rule, a footer, the next heading. */
  tail(section: Range): { readonly end: number; readonly next: number } {
    const cut = footerStart(this.source, section)
    return { end: trimmedEnd(this.draft.text, section.start, cut), next: cut }
  }

  /** Lines as a block of their own behind `at`, which is the end of a line's text. */
  block(at: number, lines: readonly string[]) {
    const { text, eol } = this.draft
    const rest = text.slice(at, lineAfter(text, lineAfter(text, at)))
    const close = at >= text.length ? eol : /^[ \t]*(?:\r\n|\r|\n)[ \t]*(?:\r|\n|$)/.test(rest) ? '' : eol
    const open = at === 0 ? '' : eol + eol
    this.draft.insert(at, open + lines.join(eol) + (at === 0 ? eol + eol : close))
  }

  /** Lines as a block of their own above the line that begins at `at`. */
  above(at: number, lines: readonly string[]) {
    const { text, eol } = this.draft
    const gap = text.slice(trimmedEnd(text, 0, at), at)
    const blank = (gap.match(/\r\n|\r|\n/g) ?? []).length > 1
    this.draft.insert(at, (blank || at === 0 ? '' : eol) + lines.join(eol) + eol + eol)
  }

  aligned<T>(before: readonly T[], after: readonly T[], key: (item: T) => string) {
    const found = align(before.map(key), after.map(key))
    if (found === null) this.cannot('the order the file has', 'another order')
    return found
  }

  removeItem(item: Item) {
    this.draft.removeLines({ start: item.start, end: itemEnd(this.draft.text, item) })
  }

  /** A list line behind another, with its indent. */
  behind(item: Item, line: string) {
    const { text, eol } = this.draft
    this.draft.insert(itemEnd(text, item), eol + this.#indentOf(item) + line)
  }

  /** A list line in front of another, with its indent. */
  inFront(item: Item, line: string) {
    const { text, eol } = this.draft
    this.draft.insert(lineStart(text, item.start), this.#indentOf(item) + line + eol)
  }

  #indentOf(item: Item): string {
    const { text } = this.draft
    const head = text.slice(lineStart(text, item.start), item.start)
    return /^[ \t]*$/.test(head) ? head : ''
  }

  /** New list lines behind the ones they follow, the first of all in front. */
  insertItems(
    items: readonly Item[],
    added: readonly { readonly at: number; readonly after: number }[],
    write: (at: number, after: number) => string,
  ) {
    for (const { at, after } of added) {
      const [behind, first] = [items[after], items[0]]
      if (behind !== undefined) this.behind(behind, write(at, after))
      else if (first !== undefined) this.inFront(first, write(at, after))
    }
  }

  /** A line of a table behind the row it follows, else in front of the first row, else as the first one. */
  row(table: Range, first: Range | undefined, behind: Range | undefined, line: string) {
    const { text, eol } = this.draft
    if (behind !== undefined) this.draft.insert(behind.end, eol + line)
    else if (first !== undefined) this.draft.insert(lineStart(text, first.start), line + eol)
    else this.draft.insert(table.end, eol + line)
  }

  /** The text of one cell, its pipes escaped; `name` is the column's. */
  cell(row: Row, column: number, name: string, text: string) {
    const cell = row.cells[column]
    if (cell === undefined) this.cannot(`a cell for ${name}`, 'a shorter row')
    else if (cell.contentStart < cell.contentEnd) this.draft.replace(contentOf(cell), text)
    else this.draft.replace(cell, ` ${text} `)
  }
}
