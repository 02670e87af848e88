// Files that only grow: one section of level 2 per entry. What stands there is never rewritten.
import type { FrontMap } from '../../markdown/frontmatter.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { Section } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { any, type Infer, listOf, mapOf, record, type Shape, text, textOrNull } from '../../std/shape.js'
import type { Kind } from '../codec.js'
import type { Doc } from '../doc.js'
import { draftIssue } from '../parts/draft-issues.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { extraOf } from '../parts/front-fields.js'
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

export interface LogSpec {
  readonly id: ArtifactId
  readonly about: string
  readonly title: string
  /** Where a new entry goes. */
  readonly newest: 'first' | 'last'
  /** A rule closes each entry. */
  readonly ruled?: true
}

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
  extra: extraOf({ fields: [] }, readFrontMatter(source).data),
  title: titleOf(source)?.text ?? null,
  entries: sectionsIn(source).map((section) => entryOf(source, section)),
})

const linesOf = ({ ruled }: LogSpec, { title, text }: LogEntry): readonly string[] => [
  `## ${title}`,
  ...(text === '' ? [] : ['', ...text.split('\n')]),
  ...(ruled === true ? ['', '---'] : []),
]

/** A new file with these entries. */
export const logText = (spec: LogSpec, entries: readonly LogEntry[]): string =>
  document([`# ${spec.title}`, ...entries.map((entry) => linesOf(spec, entry).join('\n'))])

/** One more entry where the newest stands. */
export function addEntry(doc: Doc, spec: LogSpec, entry: LogEntry): void {
  const sections = sectionsIn(doc.source)
  const lines = linesOf(spec, entry)
  const [first, last] = [sections[0], sections.at(-1)]
  if (first !== undefined && spec.newest === 'first') doc.insertBlockAbove(first.start, lines)
  else if (last !== undefined) doc.insertBlock(trimmedEnd(doc.text, last.start, last.end), lines)
  else doc.insertBlock(trimmedEnd(doc.text, 0, doc.text.length), lines)
}

export const logKind = (spec: LogSpec): Kind<LogValue> =>
  framed({
    id: spec.id,
    about: spec.about,
    shape,
    empty: { extra: {}, title: spec.title, entries: [] },
    template: `# ${spec.title}\n`,
    fields: [],
    read: readLog,
    odd: conflictIssues,
    lacks: (source, { entries }, odd) => [
      ...odd,
      ...(entries.length === 0
        ? [draftIssue(source, 'PART_MISSING', 'an entry "## …"', 'Add a section "## …" with its text.')]
        : []),
    ],
  })
