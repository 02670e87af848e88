// Kinds of body parts: a section of prose, a list, a list of boxes.
import { bool, listOf, record, textOrNull, text as textShape, texts as textsShape } from '../../std/shape.js'
import { align } from '../parts/alignment.js'
import { oneLine } from '../parts/draft.js'
import { isNothing } from '../parts/placeholders.js'
import { blockText, bullets } from '../parts/prose.js'
import { changeList, linesOf } from './list-lines.js'
import { common, type Part, type PartOptions, type Titles } from './part.js'
import { changeProse, NONE } from './prose-edit.js'

/** Free text; words for "nothing" and placeholders are none. */
export const prosePart = (titles: Titles, more: PartOptions = {}): Part<string | null> => ({
  ...common(titles, more),
  shape: textOrNull(more.about),
  empty: null,
  read: (source, range) => {
    const text = blockText(source, range)
    return text === null || isNothing(text) || text === more.hint ? null : text
  },
  write: (value) => value,
  change: (layout, range, before, after) => changeProse(layout, range, before, after, more.hint ?? null),
})

/** `- item` lines; the rows of a table are read as items too. */
export const itemsPart = (titles: Titles, more: PartOptions = {}): Part<readonly string[]> => ({
  ...common(titles, more),
  shape: textsShape(more.about),
  empty: [],
  read: (source, range) => linesOf(source, range).map(({ text }) => text),
  write: (value) => (value.length === 0 ? null : bullets(value.map(oneLine), NONE)),
  change: (layout, range, before, after) =>
    changeList(layout, range, linesOf(layout.source, range), before, after.map(oneLine), {
      line: (text) => `- ${text}`,
      cell: (text) => text,
      key: (text) => text,
    }),
})

export interface Tick {
  readonly text: string
  readonly done: boolean
}

const box = ({ text, done }: Tick) => `- [${done ? 'x' : ' '}] ${oneLine(text)}`

/** `- [ ] item` lines; an item without a box is open. */
export const ticksPart = (titles: Titles, more: PartOptions = {}): Part<readonly Tick[]> => ({
  ...common(titles, more),
  shape: listOf(record({ text: textShape(), done: bool() }), more.about),
  empty: [],
  read: (source, range) => linesOf(source, range).map(({ text, item }) => ({ text, done: item?.checked === true })),
  write: (value) => (value.length === 0 ? null : value.map(box).join('\n')),
  change(layout, range, before, after) {
    const lines = linesOf(layout.source, range)
    const found = align(
      before.map(({ text }) => text),
      after.map(({ text }) => oneLine(text)),
    )
    for (const [was, is] of found?.kept ?? []) {
      const item = lines[was]?.item
      const done = after[is]?.done === true
      if (before[was]?.done === done) continue
      if (item == null || item.checked === null) layout.cannot('a box to tick', 'an entry without one')
      else layout.tick(item, !done, done)
    }
    changeList(layout, range, lines, before, after, {
      line: box,
      cell: ({ text }) => text,
      key: ({ text }) => oneLine(text),
    })
  },
})
