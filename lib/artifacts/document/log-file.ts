// Files that only grow: one section of level 2 per entry. Makes the codec that reads them and adds entries; what stands there is never rewritten.
import type { FrontMap } from '../../markdown/frontmatter.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { Section } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { any, type Infer, listOf, mapOf, record, type Shape, text, textOrNull } from '../../std/shape.js'
import type { Codec } from '../codec.js'
import { align } from '../parts/alignment.js'
import { draftIssue } from '../parts/draft-issues.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { extraOf, type FrontTable, freshFront } from '../parts/front-fields.js'
import { Layout } from '../parts/layout-edit.js'
import { conflictIssues } from '../parts/merge-marks.js'
import { allHeadings, allSections, blockText, document } from '../parts/prose.js'
import type { ArtifactId } from '../paths.js'
import { framed } from './frame.js'

const ENTRY = record({
  /** What stands behind `##`. */
  title: text(),
  /** Without the rule that closes it. */
  text: text(),
})
export type LogEntry = Infer<typeof ENTRY>

const shape = record({
  extra: mapOf(any(), 'Keys of the front matter') as Shape<FrontMap>,
  title: textOrNull(),
  entries: listOf(ENTRY, 'In the order of the file'),
})
export type LogValue = Infer<typeof shape>

interface LogSpec {
  readonly id: ArtifactId
  readonly about: string
  readonly title: string
  /** Where a new entry goes. */
  readonly newest: 'first' | 'last'
  /** A rule closes each entry. */
  readonly ruled?: true
}

const TABLE: FrontTable<LogValue> = { fields: [] }

const sectionsIn = (source: Source): readonly Section[] =>
  allSections(source).filter(({ heading }) => heading.level === 2)

const entryOf = (source: Source, section: Section): LogEntry => ({
  title: section.heading.text,
  text:
    blockText(source, { start: section.bodyStart, end: Math.max(section.bodyStart, footerStart(source, section)) }) ??
    '',
})

const titleOf = (source: Source) => allHeadings(source).find(({ level }) => level === 1)

const readLog = (source: Source): LogValue => ({
  extra: extraOf(TABLE, readFrontMatter(source).data),
  title: titleOf(source)?.text ?? null,
  entries: sectionsIn(source).map((section) => entryOf(source, section)),
})

const linesOf = ({ ruled }: LogSpec, { title, text }: LogEntry): readonly string[] => [
  `## ${title}`,
  ...(text === '' ? [] : ['', ...text.split('\n')]),
  ...(ruled === true ? ['', '---'] : []),
]

function freshLog(spec: LogSpec, value: LogValue): string {
  const front = Object.keys(value.extra).length === 0 ? '' : `${freshFront(TABLE, value)}\n`
  const title = value.title === null ? null : `# ${value.title}`
  return front + document([title, ...value.entries.map((entry) => linesOf(spec, entry).join('\n'))])
}

const keyOf = ({ title, text }: LogEntry) => JSON.stringify([title, text])

function addEntries(spec: LogSpec, layout: Layout, before: readonly LogEntry[], after: readonly LogEntry[]): void {
  const found = align(before.map(keyOf), after.map(keyOf))
  if (found === null || found.removed.length > 0) {
    layout.cannot('entries as they are', 'a change of one')
    return
  }
  const sections = sectionsIn(layout.source)
  const { text } = layout.draft
  for (const { at, after: behind } of found.added) {
    const entry = after[at]
    const lines = entry === undefined ? [] : linesOf(spec, entry)
    const next = sections[behind + 1]
    const previous = sections[behind]
    if (next !== undefined) layout.above(next.start, lines)
    else if (previous !== undefined) layout.block(trimmedEnd(text, previous.start, previous.end), lines)
    else layout.block(trimmedEnd(text, 0, text.length), lines)
  }
}

export const logCodec = (spec: LogSpec): Codec<LogValue> =>
  framed({
    id: spec.id,
    about: spec.about,
    shape,
    empty: { extra: {}, title: spec.title, entries: [] },
    table: TABLE,
    fields: [],
    read: readLog,
    odd: conflictIssues,
    fresh: (value) => freshLog(spec, value),
    change(draft, source, before, after) {
      const layout = new Layout(draft, source)
      if (before.title !== after.title) layout.title(titleOf(source) ?? null, before.title, after.title)
      if (!same(before.entries, after.entries)) addEntries(spec, layout, before.entries, after.entries)
    },
    lacks: (source, { entries }, odd) => [
      ...odd,
      ...(entries.length === 0
        ? [draftIssue(source, 'PART_MISSING', 'an entry "## …"', 'Add a section "## …" with its text.')]
        : []),
    ],
  })

/** `value` with one more entry at the place where the newest stands. */
export const withEntry = (value: LogValue, entry: LogEntry, newest: 'first' | 'last'): LogValue => ({
  ...value,
  entries: newest === 'first' ? [entry, ...value.entries] : [...value.entries, entry],
})
