// Builds a planning-file kind from a row: front-matter keys, a draft's needs, and the template in `templates/`.
import type { Issue } from '../../errors.js'
import { readFrontBlock } from '../../markdown/frontmatter.js'
import { labelsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { record, type Shape, textOrNull } from '../../std/shape.js'
import type { Kind } from '../codec.js'
import { draftIssue } from '../parts/draft-issues.js'
import { Front } from '../parts/front-fields.js'
import { issueAt } from '../parts/issues.js'
import { conflictIssues } from '../parts/merge-marks.js'
import { realText } from '../parts/placeholders.js'
import { titleOf } from '../parts/prose.js'
import type { ArtifactId } from '../paths.js'
import { boolField, dayField, type Field, intField, type NamedField, type Names, textField } from './document-fields.js'
import { framed } from './frame.js'
import { bodyText, partNamed } from './named-parts.js'
import { withFences } from './unfenced.js'

type Accepts = (names: Names) => Field<unknown>

/** Text, a list or a map. */
export const any: Accepts = (names) => textField(names)
export const day: Accepts = (names) => dayField(names)
export const count: Accepts = (names) => intField(names)
export const flag: Accepts = (names) => boolField(names)
export const oneOf =
  (...words: readonly string[]): Accepts =>
  (names) =>
    textField(names, words)

export interface Row {
  readonly about: string
  /**
   * Dotted for a nested key. `a|b`: both are read, `a` is written. A label line of that name counts if the front matter
   * has none.
   */
  readonly keys: Readonly<Record<string, Accepts>>
  /** Required in a draft: keys, `title`, `body`, and headings as `## A|B` (or tags). */
  readonly needs?: readonly string[]
  /** Also read keys on the first lines without fences. */
  readonly unfenced?: true
  /** The body is the user's own words: its label lines are not keys. */
  readonly quoted?: true
}

type First<K> = K extends `${infer Name}|${string}` ? Name : K
/** Each key's text; null for nothing and placeholders. */
export type RowValue<R extends Row> = { readonly [K in keyof R['keys'] as First<K>]: string | null }

const allLabels = onceOf((source: Source) => labelsOf(source))

function labelled(source: Source, names: readonly string[]): string | null {
  const wanted = names.map((name) => name.replaceAll('_', ' '))
  return realText(allLabels(source).find(({ name }) => wanted.includes(name.toLowerCase()))?.value ?? '')
}

function readKeys(fields: readonly NamedField[], source: Source, row: Row): Record<string, string | null> {
  const front = readFrontBlock(source).unclosed ? null : new Front(source)
  const inBody = (name: string, paths: readonly string[]) =>
    row.quoted === true ? null : (labelled(source, paths) ?? (name === 'title' ? titleOf(source) : null))
  const said = ([name, { paths }]: NamedField) =>
    front === null ? null : (front.text(...paths) ?? inBody(name, paths))
  return Object.fromEntries(fields.map((field) => [field[0], said(field)]))
}

const unfencedIssue = (source: Source): Issue =>
  issueAt(source, 0, {
    code: 'FRONT_UNFENCED',
    severity: 'notice',
    expected: 'fields between two lines `---` at the top',
    received: 'fields outside them',
    message: `the fields of ${source.path} are outside the front matter`,
    fix: 'Add a line `---` above the first field and below the last.',
  })

function lacks(source: Source, value: Readonly<Record<string, string | null>>, need: string): readonly Issue[] {
  const missing = (code: string, what: string, fix: string) => [draftIssue(source, code, what, fix)]
  if (need.startsWith('## ')) {
    const titles = need.slice(3).split('|')
    const part = partNamed(source, ...titles)
    const isThere = part !== null && (source.text ?? '').slice(part.start, part.end).trim() !== ''
    const heading = `"## ${titles[0]}"`
    return isThere ? [] : missing('PART_MISSING', `a part ${heading}`, `Add ${heading} with its content.`)
  }
  if (need === 'title' && (value['title'] ?? titleOf(source)) === null)
    return missing('PART_MISSING', 'a title', 'Begin the text with a line "# Title".')
  if (need === 'body' && bodyText(source) === null)
    return missing('PART_MISSING', 'its text', `Write the text of ${source.path}.`)
  return value[need] === null
    ? missing('FIELD_MISSING', `the field ${need}`, `Add "${need}: …" to the front matter.`)
    : []
}

export function rowKind<const R extends Row>(id: ArtifactId, row: R): Kind<RowValue<R>> {
  const fields = Object.entries(row.keys).map(([names, make]): NamedField => {
    const all = names.split('|') as [string, ...string[]]
    return [all[0], make(all)]
  })
  const seen = (source: Source) => (row.unfenced === true ? withFences(source) : source)
  return framed<Readonly<Record<string, string | null>>>({
    id,
    about: row.about,
    shape: record(Object.fromEntries(fields.map(([name]) => [name, textOrNull()]))) as Shape as Shape<
      Readonly<Record<string, string | null>>
    >,
    fields,
    read: (source) => readKeys(fields, seen(source), row),
    odd: (source) => [...conflictIssues(source), ...(seen(source) === source ? [] : [unfencedIssue(source)])],
    lacks: (source, value, odd) => [
      ...odd.map((issue): Issue => ({ ...issue, severity: 'error' })),
      ...(row.needs ?? []).flatMap((need) => lacks(seen(source), value, need)),
    ],
  }) as unknown as Kind<RowValue<R>>
}
