// Placing things in a document: list lines beside their neighbours, blocks with the blank lines they need, and refusals.
import { type Item, lineAfter, type Range } from '../markdown/reader.js'
import type { Source } from '../ports.js'
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

  /** New list lines behind the ones they follow, with their indent. */
  insertItems(
    items: readonly Item[],
    added: readonly { readonly at: number; readonly after: number }[],
    write: (at: number, after: number) => string,
  ) {
    const { text, eol } = this.draft
    for (const { at, after } of added) {
      const behind = items[after]
      const neighbour = behind ?? items[0]
      if (neighbour === undefined) continue
      const indent = text.slice(lineStart(text, neighbour.start), neighbour.start)
      const line = (/^[ \t]*$/.test(indent) ? indent : '') + write(at, after)
      if (behind === undefined) this.draft.insert(lineStart(text, neighbour.start), line + eol)
      else this.draft.insert(itemEnd(text, behind), eol + line)
    }
  }
}

export const contentOf = (place: { readonly contentStart: number; readonly contentEnd: number }): Range => ({
  start: place.contentStart,
  end: place.contentEnd,
})
