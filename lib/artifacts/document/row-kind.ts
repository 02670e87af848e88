// Builds a planning-file kind from a row: front-matter keys, a draft's needs, and the template in `templates/`.
import type { Issue } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { labelsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { conflictIssues, issueAt, type Kind } from '../codec.js'
import { Front } from '../parts/front-fields.js'
import { realText } from '../parts/placeholders.js'
import { bodyText, partNamed, titleOf } from '../parts/prose.js'
import type { ArtifactId } from '../paths.js'
import { draftIssue, framed } from './frame.js'
import type { Row } from './rows.js'
import { withFences } from './unfenced.js'

type First<K> = K extends `${infer Name}|${string}` ? Name : K
type Values = Readonly<Record<string, string | null>>
/** Each key's text; null if empty or a placeholder. */
export type RowValue<R extends Row> = { readonly [K in keyof R['keys'] as First<K>]: string | null }

interface Key {
  readonly name: string
  readonly spellings: readonly string[]
  readonly words: readonly string[]
}

const allLabels = onceOf((source: Source) => labelsOf(source))

function labelled(source: Source, names: readonly string[]): string | null {
  const wanted = names.map((name) => name.replaceAll('_', ' '))
  return realText(allLabels(source).find(({ name }) => wanted.includes(name.toLowerCase()))?.value ?? '')
}

function readKeys(keys: readonly Key[], source: Source, row: Row): Values {
  const front = readFrontMatter(source).unclosed ? null : new Front(source)
  const inBody = ({ name, spellings }: Key) =>
    row.quoted === true ? null : (labelled(source, spellings) ?? (name === 'title' ? titleOf(source) : null))
  const said = (key: Key) => front && (front.text(...key.spellings) ?? inBody(key))
  return Object.fromEntries(keys.map((key) => [key.name, said(key)]))
}

const unfencedIssue = (source: Source): Issue =>
  issueAt(source, 0, {
    code: 'FRONT_UNFENCED',
    severity: 'notice',
    expected: 'fields between two lines `---` at the top',
    received: 'fields outside them',
    fix: 'Add a line `---` above the first field and below the last.',
  })

function lacks(source: Source, value: Values, need: string): readonly Issue[] {
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

function unknownWord(source: Source, value: Values, { name, spellings, words }: Key): readonly Issue[] {
  const said = value[name] ?? null
  const key = readFrontMatter(source).keys.find(({ path }) => spellings.includes(path.join('.')))
  if (said === null || key === undefined || words.length === 0 || words.includes(said.toLowerCase())) return []
  const [expected, received] = [`one of ${words.join(', ')}`, said.slice(0, 80)]
  const message = `${name}: expected ${expected}, found ${received}`
  const fix = `Write ${name} as ${expected}.`
  return [issueAt(source, key.start, { code: 'FIELD_VALUE', expected, received, message, fix })]
}

export function rowKind<const R extends Row>(id: ArtifactId, row: R): Kind<RowValue<R>> {
  const keys = Object.entries(row.keys ?? {}).map(([key, words]): Key => {
    const spellings = key.split('|')
    return { name: spellings[0] as string, spellings, words }
  })
  const seen = (source: Source) => (row.unfenced === true ? withFences(source) : source)
  return framed<Values>({
    id,
    about: row.about,
    read: (source) => readKeys(keys, seen(source), row),
    odd: (source) => [...conflictIssues(source), ...(seen(source) === source ? [] : [unfencedIssue(source)])],
    lacks: (source, value, odd) => [
      ...odd.map((issue): Issue => ({ ...issue, severity: 'error' })),
      ...keys.flatMap((key) => unknownWord(source, value, key)),
      ...(row.needs ?? []).flatMap((need) => lacks(seen(source), value, need)),
    ],
  }) as unknown as Kind<RowValue<R>>
}
