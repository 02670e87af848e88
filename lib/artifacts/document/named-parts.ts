// Finds parts of a document by heading, in any dialect.

import { readFrontMatter } from '../../markdown/frontmatter.js'
import { contentOf, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { isNothing } from '../parts/placeholders.js'
import { allElements, allHeadings, allSections, blockText, bodyOf, listTexts } from '../parts/prose.js'
import { type TableRow, tableRows } from '../parts/tables.js'

/** A heading's words without leading numbers, marks and trailing brackets. */
function plainTitle(text: string): string {
  const words = text.toLowerCase().replaceAll('_', ' ').replaceAll('*', '').trim()
  const bare = words.replace(/^(?:§\s*)?\d{1,2}[a-z]?[.):]?\s+/, '').replace(/:$/, '')
  const bracket = bare.indexOf(' (')
  return (bracket > 0 ? bare.slice(0, bracket) : bare).trim()
}

/** The part below a heading of these titles, or in a tag of that name; never the document's title. */
export function partNamed(source: Source, ...titles: readonly string[]): Range | null {
  const names = titles.map(plainTitle)
  const element = allElements(source).find(({ name }) => names.includes(name.replaceAll('_', ' ')))
  if (element !== undefined) return contentOf(element)
  const section = allSections(source).find(
    ({ heading }) => heading.level > 1 && names.includes(plainTitle(heading.text)),
  )
  return section === undefined ? null : bodyOf(section)
}

/** Null if missing, a placeholder or a word for "nothing". */
export function partText(source: Source, ...titles: readonly string[]): string | null {
  const part = partNamed(source, ...titles)
  const text = part === null ? null : blockText(source, part)
  return text === null || isNothing(text) ? null : text
}

/** The list items of a part, without placeholders and words for "nothing". */
export function partItems(source: Source, ...titles: readonly string[]): readonly string[] {
  const part = partNamed(source, ...titles)
  return part === null ? [] : listTexts(source, part)
}

export function partRows(source: Source, ...titles: readonly string[]): readonly TableRow[] {
  const part = partNamed(source, ...titles)
  return part === null ? [] : tableRows(source, part)
}

/** The text after front matter and title. */
export function bodyText(source: Source): string | null {
  const text = source.text ?? ''
  const title = allHeadings(source).find(({ level }) => level === 1)
  const start = title === undefined ? readFrontMatter(source).bodyStart : lineAfter(text, title.end)
  return blockText(source, { start, end: text.length })
}
