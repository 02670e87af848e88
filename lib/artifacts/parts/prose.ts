// Texts of document parts: sections, tags, paragraphs and list items.
import {
  type Element,
  elementsOf,
  type Heading,
  headingsOf,
  type Item,
  itemsOf,
  type Range,
  type Section,
  sectionsOf,
  visibleText,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { isNothing, isPlaceholder, realText } from './placeholders.js'

// Cached: several fields need it.
export const allElements = onceOf((source: Source): readonly Element[] => elementsOf(source))
export const allSections = onceOf((source: Source): readonly Section[] => sectionsOf(source))
export const allHeadings = onceOf((source: Source): readonly Heading[] => headingsOf(source))

const EOL = /\r\n?/g

/** Strips the shared indentation; a first line beside a tag does not count. */
export function dedent(text: string): string {
  const lines = text.replace(EOL, '\n').split('\n')
  const rest = (lines[0] ?? '').trim() === '' ? lines : lines.slice(1)
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const shared = indents.length === 0 ? 0 : Math.min(...indents)
  return lines
    .map((line, index) => (index === 0 && rest !== lines ? line : line.slice(Math.min(shared, line.length))).trimEnd())
    .join('\n')
    .trim()
}

/** A range's text, dedented and without comments; null for nothing or a placeholder. */
export const blockText = (source: Source, range: Range): string | null => {
  const lead = /^\s*/.exec((source.text ?? '').slice(range.start, range.end))?.[0] ?? ''
  const eol = Math.max(lead.lastIndexOf('\n'), lead.lastIndexOf('\r'))
  // The first line's indentation counts unless a tag precedes it.
  const indent = eol < 0 ? '' : `\n${lead.slice(eol + 1)}`
  return realText(dedent(indent + visibleText(source, range.start, range.end)))
}

/** The first element of that name. */
export const elementNamed = (source: Source, name: string): Element | null =>
  allElements(source).find((element) => element.name === name) ?? null

/** A line that begins a new block rather than continuing a paragraph. */
export const BEGINS_BLOCK = /^\s*(?:#{1,6}\s|```|~~~|[-*+]\s|\d+[.)]\s|\||<|(?:-{3,}|\*{3,}|_{3,})\s*$)/

export const bodyOf = (section: Section): Range => ({ start: section.bodyStart, end: section.end })

/** The first section with one of these lower-case titles, at any level; underscores count as blanks. */
export function sectionOf(source: Source, ...titles: readonly string[]): Section | null {
  return (
    allSections(source).find(({ heading }) => {
      const title = heading.text.toLowerCase().replaceAll('_', ' ').trim()
      return titles.includes(title)
    }) ?? null
  )
}

export const titleOf = (source: Source): string | null => {
  const heading = allHeadings(source).find(({ level }) => level === 1)
  return heading === undefined ? null : realText(heading.text)
}

/** Items not nested in another item of the range. */
export function topItems(source: Source, range: Range): readonly Item[] {
  const found: Item[] = []
  let end = -1
  for (const item of itemsOf(source, range)) {
    if (item.start < end) continue
    found.push(item)
    end = item.end
  }
  return found
}

const MARKER = /^(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/

/** An item on one line: wrapped lines joined by blanks, nested items by "; ". */
export function itemText(source: Source, item: Item, nested: 'joined' | 'dropped' = 'joined'): string {
  const lines = visibleText(source, item.contentStart, Math.max(item.contentStart, item.end))
    .replace(EOL, '\n')
    .split('\n')
    .map((line) => line.trim())
  let out = lines[0] ?? ''
  for (const line of lines.slice(1)) {
    if (line === '') continue
    if (MARKER.test(line)) {
      if (nested === 'dropped') break
      const rest = line.replace(MARKER, '')
      out += out === '' ? rest : `; ${rest}`
    } else out += out === '' ? line : ` ${line}`
  }
  return out.trim()
}

/** Texts of a range's items, without words for "nothing" and placeholders. */
export const listTexts = (source: Source, range: Range): readonly string[] =>
  topItems(source, range)
    .map((item) => itemText(source, item))
    .filter((text) => text !== '' && !isNothing(text) && !isPlaceholder(text))

/** Joins blocks with a blank line, and ends with a newline. */
export const document = (blocks: readonly (string | null)[]): string =>
  `${blocks.filter((block) => block !== null && block !== '').join('\n\n')}\n`
