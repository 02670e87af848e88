// Builds an artifact kind from a row of `rows.ts`: its front-matter keys, and what a draft needs.
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
import { draftIssue, markdownKind } from './frame.js'
import type { Row } from './rows.js'
import { withFences } from './unfenced.js'

type First<K> = K extends `${infer Name}|${string}` ? Name : K
type Values = Readonly<Record<string, string | null>>
/** The text of each key; null if it is empty or a placeholder. */
export type RowValue<R extends Row> = { readonly [K in keyof R['keys'] as First<K>]: string | null }

interface Key {
  readonly name: string
  readonly spellings: readonly string[]
  readonly words: readonly string[]
}

const allLabels = onceOf((source: Source) => labelsOf(source))

function labelValue(source: Source, names: readonly string[]): string | null {
  const wanted = names.map((name) => name.replaceAll('_', ' '))
  return realText(allLabels(source).find(({ name }) => wanted.includes(name.toLowerCase()))?.value ?? '')
}

function readKeys(keys: readonly Key[], source: Source, row: Row): Values {
  const front = readFrontMatter(source).unclosed ? null : new Front(source)
  const inBody = ({ name, spellings }: Key) =>
    row.quoted === true ? null : (labelValue(source, spellings) ?? (name === 'title' ? titleOf(source) : null))
  const textOfKey = (key: Key) => front && (front.text(...key.spellings) ?? inBody(key))
  return Object.fromEntries(keys.map((key) => [key.name, textOfKey(key)]))
}

const unfencedIssue = (source: Source): Issue =>
  issueAt(source, 0, {
    code: 'FRONT_UNFENCED',
    severity: 'notice',
    expected: 'fields between two lines `---` at the top',
    received: 'fields outside such lines',
    fix: 'Add a line `---` above the first field and below the last.',
  })

function needIssues(source: Source, value: Values, need: string): readonly Issue[] {
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

function valueIssues(source: Source, value: Values, { name, spellings, words }: Key): readonly Issue[] {
  const text = value[name] ?? null
  const key = readFrontMatter(source).keys.find(({ path }) => spellings.includes(path.join('.')))
  if (text === null || key === undefined || words.length === 0 || words.includes(text.toLowerCase())) return []
  const [expected, received] = [`one of ${words.join(', ')}`, text.slice(0, 80)]
  const message = `${name}: expected ${expected}, found ${received}`
  const fix = `Write ${name} as ${expected}.`
  return [issueAt(source, key.start, { code: 'FIELD_VALUE', expected, received, message, fix })]
}

export function rowKind<const R extends Row>(id: ArtifactId, row: R): Kind<RowValue<R>> {
  const keys = Object.entries(row.keys ?? {}).map(([key, words]): Key => {
    const spellings = key.split('|')
    return { name: spellings[0] as string, spellings, words }
  })
  const normalized = (source: Source) => (row.unfenced === true ? withFences(source) : source)
  return markdownKind<Values>({
    id,
    about: row.about,
    read: (source) => readKeys(keys, normalized(source), row),
    parseIssues: (source) => [
      ...conflictIssues(source),
      ...(normalized(source) === source ? [] : [unfencedIssue(source)]),
    ],
    draftIssues: (source, value, issues) => [
      ...issues.map((issue): Issue => ({ ...issue, severity: 'error' })),
      ...keys.flatMap((key) => valueIssues(source, value, key)),
      ...(row.needs ?? []).flatMap((need) => needIssues(normalized(source), value, need)),
    ],
  }) as unknown as Kind<RowValue<R>>
}
