// The text of a new document made of sections; one that says nothing is its own template.
import { same } from '../../std/same.js'
import { freshFront } from '../parts/front-fields.js'
import { document } from '../parts/prose.js'
import type { NamedField } from './declared.js'
import { tableOf } from './declared.js'
import type { LooseDocument, Outline } from './outline.js'
import type { Part } from './part.js'

/** A part with its heading, or in its tag. */
export const sectionText = ({ tag, titles }: Part<unknown>, text: string): string =>
  tag === undefined ? `## ${titles[0]}\n\n${text}` : `<${tag}>\n${text}\n</${tag}>`

const partsText = ({ parts }: Outline, value: LooseDocument, skeleton: boolean): readonly (string | null)[] =>
  parts.map(([name, part]) => {
    const written = part.write(value[name]) ?? (skeleton ? part.hint : null)
    return written === null || part.whole === true ? written : sectionText(part, written)
  })

const labelLines = (fields: readonly NamedField[], value: LooseDocument, skeleton: boolean): string =>
  fields
    .flatMap(([name, { input, hint = null, label }]) => {
      const said = input(value[name], value) ?? (skeleton ? hint : null)
      return said === null ? [] : [`${label}: ${String(said)}`]
    })
    .join('\n')

/** The front matter, or nothing where it would say nothing. */
function frontText(fields: readonly NamedField[], value: LooseDocument, template: boolean, forced: boolean): string {
  const said = [...fields.map(([name, field]) => field.input(value[name], value)), ...Object.keys(value.extra)]
  const silent = said.every((input) => input === null || (Array.isArray(input) && input.length === 0))
  const wanted = !silent || fields.some(([, field]) => field.required || (template && field.hint !== undefined))
  return wanted || forced ? freshFront(tableOf(fields), value, template) : ''
}

export function freshDocument(of: Outline, value: LooseDocument): string {
  const { spec, parts, fields } = of
  const skeleton = parts.every(([name, part]) => same(value[name], part.empty)) && value.body === null
  const named = typeof value.title === 'string' ? value.title : null
  const title = spec.heading === null ? null : (named ?? (skeleton ? spec.heading : null))
  const labels = fields.filter(([, { asLabel }]) => asLabel === true)
  const text = document([
    title === null ? null : `# ${title}`,
    labelLines(labels, value, skeleton),
    value.body ?? (skeleton ? (spec.body ?? null) : null),
    ...partsText(of, value, skeleton),
  ])
  const inFront = fields.filter(([, { asLabel }]) => asLabel !== true)
  const front = frontText(inFront, value, same(value, of.empty), text.startsWith('---'))
  if (spec.verbatim === true) return `${front}\n${value.body ?? spec.body}\n`
  const rest = text.trim() === '' ? '' : text
  return front === '' ? rest || '\n' : rest === '' ? front : `${front}\n${rest}`
}
