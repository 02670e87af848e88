// The skeleton of a document: its fields, and a hint below each heading.
import { freshFront } from '../parts/front-fields.js'
import { document } from '../parts/prose.js'
import { type NamedField, tableOf } from './declared.js'
import type { Outline } from './outline.js'
import type { Part } from './part.js'

/** A part with its heading, or in its tag. */
const sectionText = ({ tag, titles, hint, whole }: Part<unknown>): string | null =>
  hint === null || whole === true
    ? hint
    : tag === undefined
      ? `## ${titles[0]}\n\n${hint}`
      : `<${tag}>\n${hint}\n</${tag}>`

const labelLines = (fields: readonly NamedField[]): string =>
  fields.flatMap(([, { hint, label }]) => (hint === undefined ? [] : [`${label}: ${String(hint)}`])).join('\n')

export function templateText({ spec, parts, fields, empty }: Outline): string {
  const text = document([
    spec.heading === null ? null : `# ${spec.heading}`,
    labelLines(fields.filter(([, { asLabel }]) => asLabel === true)),
    spec.body ?? null,
    ...parts.map(([, part]) => sectionText(part)),
  ])
  const inFront = fields.filter(([, { asLabel }]) => asLabel !== true)
  const hasFront = inFront.some(([, field]) => field.required || field.hint !== undefined) || text.startsWith('---')
  const front = hasFront ? freshFront(tableOf(inFront), empty, true) : ''
  if (spec.verbatim === true) return `${front}\n${spec.body}\n`
  const rest = text.trim() === '' ? '' : text
  return front === '' ? rest || '\n' : rest === '' ? front : `${front}\n${rest}`
}
