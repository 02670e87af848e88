// Fields that stand in the body, as a label line or a heading, because the front matter does not say them.
import { frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import { labelsOf, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { lineStart } from '../parts/draft.js'
import { allHeadings } from '../parts/prose.js'
import type { NamedField } from './declared.js'
import type { Field } from './document-fields.js'

interface Spot extends Range {
  readonly value: string
}

const allLabels = onceOf((source: Source) => labelsOf(source))

/** The label line or heading that holds a field which the front matter does not. */
export function spotOf(source: Source, field: Field<unknown>): Spot | null {
  const wanted = field.label?.toLowerCase()
  if (wanted === undefined) return null
  const label = allLabels(source).find(({ name }) => name.toLowerCase() === wanted)
  if (label !== undefined) return { value: label.value, start: label.contentStart, end: label.contentEnd }
  for (const { text, contentStart, contentEnd } of allHeadings(source)) {
    const colon = text.indexOf(':')
    if (colon < 0 || text.slice(0, colon).trim().toLowerCase() !== wanted) continue
    const value = text.slice(colon + 1).trim()
    return { value: value.toLowerCase(), start: contentEnd - value.length, end: Math.max(contentStart, contentEnd) }
  }
  return null
}

/** The spot of a field of which the front matter says nothing. */
function ownSpot(source: Source, field: Field<unknown>): Spot | null {
  const { data } = readFrontMatter(source)
  return field.paths.every((path) => (frontValueAt(data, path) ?? '') === '') ? spotOf(source, field) : null
}

/** Lines that hold a field, in order. */
export const fieldLines = (fields: readonly NamedField[], source: Source): readonly Range[] =>
  fields
    .flatMap(([, field]) => ownSpot(source, field) ?? [])
    .map(({ start, end }) => ({
      start: lineStart(source.text ?? '', start),
      end: lineAfter(source.text ?? '', end),
    }))
    .sort((a, b) => a.start - b.start)
