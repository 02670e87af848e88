// Finds parts of a document by range, heading or tag, and reads their text, list items and table rows.
import { readFrontMatter } from '../../markdown/frontmatter.js'
import {
  contentOf,
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
import { lineAfter } from '../../std/text.js'
import { type TableRow, tableRows } from './draft.js'
import { hasContent, isNothing, realText } from './placeholders.js'

// These are cached, because several fields need them.
export const allElements = onceOf((source: Source): readonly Element[] => elementsOf(source))
export const allSections = onceOf((source: Source): readonly Section[] => sectionsOf(source))
export const allHeadings = onceOf((source: Source): readonly Heading[] => headingsOf(source))

const EOL = /\r\n?/g

/** Strips the shared indentation; a first line that begins with text does not count. */
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

/** A range's text, dedented and without comments; null if it is empty or a placeholder. */
export const blockText = (source: Source, range: Range): string | null => {
  const lead = /^\s*/.exec((source.text ?? '').slice(range.start, range.end))?.[0] ?? ''
  const eol = Math.max(lead.lastIndexOf('\n'), lead.lastIndexOf('\r'))
  // The first line's indentation counts unless a tag precedes it.
  const indent = eol < 0 ? '' : `\n${lead.slice(eol + 1)}`
  return realText(dedent(indent + visibleText(source, range.start, range.end)))
}

export const elementNamed = (source: Source, name: string): Element | null =>
  allElements(source).find((element) => element.name === name) ?? null

/** Matches a line that begins a new block instead of continuing a paragraph. */
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

/** The items of a range that are not nested in another of its items. */
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

/** A heading's words without leading numbers, marks and trailing brackets. */
function plainTitle(text: string): string {
  const words = text.toLowerCase().replaceAll('_', ' ').replaceAll('*', '').trim()
  const bare = words.replace(/^(?:§\s*)?\d{1,2}[a-z]?[.):]?\s+/, '').replace(/:$/, '')
  const bracket = bare.indexOf(' (')
  return (bracket > 0 ? bare.slice(0, bracket) : bare).trim()
}

/** The part below a heading with one of these titles, or in a tag of that name; never below the document's title. */
export function partNamed(source: Source, ...titles: readonly string[]): Range | null {
  const names = titles.map(plainTitle)
  const element = allElements(source).find(({ name }) => names.includes(name.replaceAll('_', ' ')))
  if (element !== undefined) return contentOf(element)
  const section = allSections(source).find(
    ({ heading }) => heading.level > 1 && names.includes(plainTitle(heading.text)),
  )
  return section === undefined ? null : bodyOf(section)
}

/** The text of a part; null if the part is missing, empty, a placeholder or a word for "nothing". */
export function partText(source: Source, ...titles: readonly string[]): string | null {
  const part = partNamed(source, ...titles)
  const text = part === null ? null : blockText(source, part)
  return text === null || isNothing(text) ? null : text
}

export function partItems(source: Source, ...titles: readonly string[]): readonly string[] {
  const part = partNamed(source, ...titles)
  const items = part === null ? [] : topItems(source, part)
  return items.map((item) => itemText(source, item)).filter(hasContent)
}

export function partRows(source: Source, ...titles: readonly string[]): readonly TableRow[] {
  const part = partNamed(source, ...titles)
  return part === null ? [] : tableRows(source, part)
}

export function bodyText(source: Source): string | null {
  const text = source.text ?? ''
  const title = allHeadings(source).find(({ level }) => level === 1)
  const start = title === undefined ? readFrontMatter(source).bodyStart : lineAfter(text, title.end)
  return blockText(source, { start, end: text.length })
}
