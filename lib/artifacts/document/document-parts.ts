// Kinds of body parts: a section of prose, a list, a list of boxes.
import { bool, listOf, record, textOrNull, text as textShape, texts as textsShape } from '../../std/shape.js'
import { isNothing } from '../parts/placeholders.js'
import { blockText } from '../parts/prose.js'
import { linesOf } from './list-lines.js'
import { common, type Part, type PartOptions, type Titles } from './part.js'

/** Free text; words for "nothing" and placeholders are none. */
export const prosePart = (titles: Titles, more: PartOptions = {}): Part<string | null> => ({
  ...common(titles, more),
  shape: textOrNull(more.about),
  empty: null,
  read: (source, range) => {
    const text = blockText(source, range)
    return text === null || isNothing(text) || text === more.hint ? null : text
  },
})

/** `- item` lines; the rows of a table are read as items too. */
export const itemsPart = (titles: Titles, more: PartOptions = {}): Part<readonly string[]> => ({
  ...common(titles, more),
  shape: textsShape(more.about),
  empty: [],
  read: (source, range) => linesOf(source, range).map(({ text }) => text),
})

export interface Tick {
  readonly text: string
  readonly done: boolean
}

/** `- [ ] item` lines; an item without a box is open. */
export const ticksPart = (titles: Titles, more: PartOptions = {}): Part<readonly Tick[]> => ({
  ...common(titles, more),
  shape: listOf(record({ text: textShape(), done: bool() }), more.about),
  empty: [],
  read: (source, range) => linesOf(source, range).map(({ text, item }) => ({ text, done: item?.checked === true })),
})
