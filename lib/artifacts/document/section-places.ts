// Where the parts of a document stand: below their headings or in their tags, whatever their order.
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { type Heading, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { allElements, allHeadings, allSections } from '../parts/prose.js'
import type { Part } from './part.js'

export interface Place extends Range {
  /** Where the heading or the tag begins. */
  readonly from: number
  readonly to: number
}

/** A heading's words: without numbers in front, marks, and what stands in brackets behind. */
function plainTitle(text: string): string {
  const words = text.toLowerCase().replaceAll('_', ' ').replaceAll('*', '').trim()
  const bare = words.replace(/^(?:§\s*)?\d{1,2}[a-z]?[.):]?\s+/, '').replace(/:$/, '')
  const bracket = bare.indexOf(' (')
  const title = (bracket > 0 ? bare.slice(0, bracket) : bare).trim()
  // Older files say whose it is, by the name of their client.
  return /^(?:the )?\S+['’]s discretion$/.test(title) ? 'discretion' : title
}

const plainTitles = onceOf((source: Source) => allSections(source).map(({ heading }) => plainTitle(heading.text)))

export const titleHeading = onceOf(
  (source: Source): Heading | null =>
    allHeadings(source).find(({ level, text }) => level === 1 && !/[\r\n]/.test(text)) ?? null,
)

function wholeAt(source: Source): Place {
  const text = source.text ?? ''
  const title = titleHeading(source)
  const start = title === null ? readFrontMatter(source).bodyStart : lineAfter(text, title.end)
  return { from: text.length, to: text.length, start, end: text.length }
}

function foundAt(source: Source, part: Part<unknown>): Place | null {
  if (part.whole === true) return wholeAt(source)
  const element = part.tag === undefined ? undefined : allElements(source).find(({ name }) => name === part.tag)
  if (element !== undefined)
    return { from: element.start, to: element.end, start: element.contentStart, end: element.contentEnd }
  const titles = part.titles.map(plainTitle)
  const title = titleHeading(source)?.start
  const names = plainTitles(source)
  const found = allSections(source).find(({ start }, index) => start !== title && titles.includes(names[index] ?? ''))
  return found === undefined ? null : { from: found.start, to: found.end, start: found.bodyStart, end: found.end }
}

/** Where each part stands; a part ends where another one begins. */
export function placesOf(source: Source, parts: readonly Part<unknown>[]): readonly (Place | null)[] {
  const found = parts.map((part) => foundAt(source, part))
  return found.map((place) => {
    if (place === null) return null
    const next = Math.min(
      ...found.map((other) => (other !== null && other.from >= place.start ? other.from : Infinity)),
    )
    return { ...place, to: Math.min(place.to, next), end: Math.max(place.start, Math.min(place.end, next)) }
  })
}
