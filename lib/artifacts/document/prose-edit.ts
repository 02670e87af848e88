// Changing free text: only the lines that differ, and never text whose form would be lost.
import type { Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { trimmedEnd } from '../parts/footer.js'
import type { Layout } from '../parts/layout-edit.js'
import { isNothing, isPlaceholder } from '../parts/placeholders.js'

export const NONE = 'None.'

/** Where the text of a range stands, without the blank lines around it. */
export function inked(source: Source, range: Range): Range {
  const text = source.text ?? ''
  let start = range.start
  while (start < range.end && /\s/.test(text[start] ?? '')) start++
  return { start, end: trimmedEnd(text, start, range.end) }
}

const lf = (text: string) => text.replace(/\r\n?/g, '\n')

/** Offsets at which the lines of `text` begin. */
function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (const found of text.matchAll(/\r\n|\r|\n/g)) starts.push(found.index + found[0].length)
  return starts
}

/** Replaces only the lines between the ones both texts begin and end with. */
function changeLines(layout: Layout, place: Range, after: string): void {
  const { text, eol } = layout.draft
  const raw = text.slice(place.start, place.end)
  const old = lf(raw).split('\n')
  const next = after.split('\n')
  const starts = lineStarts(raw)
  const shared = Math.min(old.length, next.length)
  let head = 0
  while (head < shared && old[head] === next[head]) head++
  let tail = 0
  while (tail < shared - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++
  const added = next.slice(head, next.length - tail)
  const at = (line: number) => place.start + (starts[line] ?? raw.length)
  if (head === old.length) layout.draft.insert(place.end, added.map((line) => eol + line).join(''))
  else if (tail > 0)
    layout.draft.replace({ start: at(head), end: at(old.length - tail) }, added.map((line) => line + eol).join(''))
  else {
    const cut = head === 0 ? place.start : trimmedEnd(text, place.start, at(head))
    layout.draft.replace({ start: head === 0 ? cut : at(head), end: place.end }, added.join(eol))
  }
}

/** Changes free text at a range; text that holds comments or an indentation of its own only grows. */
export function changeProse(
  layout: Layout,
  range: Range,
  before: string | null,
  after: string | null,
  hint: string | null = null,
): void {
  if (before === after) return
  const place = inked(layout.source, range)
  const raw = lf(layout.draft.text.slice(place.start, place.end))
  if (place.start >= place.end) {
    if (after !== null) layout.block(trimmedEnd(layout.draft.text, 0, range.start), after.split('\n'))
  } else if (before === null) {
    if (isNothing(raw) || isPlaceholder(raw) || raw === hint) layout.draft.replace(place, inEol(layout, after ?? ''))
    else if (after !== null) layout.block(place.end, after.split('\n'))
  } else if (raw === before) changeLines(layout, place, after ?? NONE)
  else if (after?.startsWith(before) === true) layout.draft.insert(place.end, inEol(layout, after.slice(before.length)))
  else layout.cannot('text without comments and shared indentation', 'text that reads differently from what is written')
}

const inEol = (layout: Layout, text: string) => text.replaceAll('\n', layout.draft.eol)
