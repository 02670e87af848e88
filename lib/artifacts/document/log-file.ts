// Files that only grow: one section of level 2 per entry. Makes the codec that reads them and adds entries; what stands there is never rewritten.
import type { FrontMap } from '../../markdown/frontmatter.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { Section } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import { any, listOf, mapOf, record, type Shape, text, textOrNull } from '../../std/shape.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { align } from '../parts/alignment.js'
import { Draft } from '../parts/draft.js'
import { draftIssue, frontDraftIssues } from '../parts/draft-issues.js'
import { footerStart, trimmedEnd } from '../parts/footer.js'
import { editFront, extraOf, type FrontTable, freshFront } from '../parts/front-fields.js'
import { notText } from '../parts/issues.js'
import { Layout } from '../parts/layout-edit.js'
import { conflictIssues } from '../parts/merge-marks.js'
import { placeholderIssues } from '../parts/placeholders.js'
import { allHeadings, allSections, blockText, document } from '../parts/prose.js'
import type { ArtifactId } from '../paths.js'
import { ARTIFACT_PATHS } from '../paths.js'

export interface LogEntry {
  /** What stands behind `##`. */
  readonly title: string
  /** Without the rule that closes it. */
  readonly text: string
}

export interface LogValue {
  readonly extra: FrontMap
  readonly title: string | null
  readonly entries: readonly LogEntry[]
}

const shape = record({
  extra: mapOf(any(), 'Keys of the front matter'),
  title: textOrNull(),
  entries: listOf(record({ title: text(), text: text() }), 'In the order of the file'),
}) as Shape<LogValue>

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

export function logCodec(spec: LogSpec): Codec<LogValue> {
  const empty: LogValue = { extra: {}, title: spec.title, entries: [] }

  const readValue = (source: Source): LogValue => ({
    extra: extraOf(TABLE, readFrontMatter(source).data),
    title: allHeadings(source).find(({ level }) => level === 1)?.text ?? null,
    entries: sectionsIn(source).map((section) => entryOf(source, section)),
  })

  function parse(source: Source): Parsed<LogValue> {
    if (source.text === null) return { value: empty, issues: [notText(source)] }
    const issues = once(() => [...readFrontMatter(source).issues, ...conflictIssues(source)])
    return {
      value: readValue(source),
      get issues() {
        return issues()
      },
    }
  }

  const linesOf = ({ title, text }: LogEntry): readonly string[] => [
    `## ${title}`,
    ...(text === '' ? [] : ['', ...text.split('\n')]),
    ...(spec.ruled === true ? ['', '---'] : []),
  ]

  function fresh(value: LogValue): string {
    const front = Object.keys(value.extra).length === 0 ? '' : `${freshFront(TABLE, value)}\n`
    const title = value.title === null ? null : `# ${value.title}`
    const body = document([title, ...value.entries.map((entry) => linesOf(entry).join('\n'))])
    return front + body
  }

  function add(layout: Layout, before: readonly LogEntry[], after: readonly LogEntry[]): void {
    const key = (entry: LogEntry) => JSON.stringify([entry.title, entry.text])
    const found = align(before.map(key), after.map(key))
    if (found === null || found.removed.length > 0) {
      layout.cannot('entries as they are', 'a change of one')
      return
    }
    const sections = sectionsIn(layout.source)
    const { text } = layout.draft
    for (const { at, after: behind } of found.added) {
      const lines = linesOf(after[at] as LogEntry)
      const next = sections[behind + 1]
      const previous = sections[behind]
      if (next !== undefined) layout.above(next.start, lines)
      else if (previous !== undefined) layout.block(trimmedEnd(text, previous.start, previous.end), lines)
      else layout.block(trimmedEnd(text, 0, text.length), lines)
    }
  }

  function render(value: LogValue, previous?: Source): Rendered {
    if (previous === undefined) return { text: fresh(value) }
    const before = readValue(previous)
    const draft = new Draft(previous)
    const front = editFront(TABLE, previous, before, value)
    if ('refused' in front) return front
    draft.splice(front.splices)
    const layout = new Layout(draft, previous)
    if (before.title !== value.title)
      layout.title(allHeadings(previous).find(({ level }) => level === 1) ?? null, before.title, value.title)
    if (!same(before.entries, value.entries)) add(layout, before.entries, value.entries)
    return draft.finish()
  }

  return {
    id: spec.id,
    about: spec.about,
    path: ARTIFACT_PATHS[spec.id][0] ?? '',
    shape,
    empty,
    parse,
    render,
    checkDraft(source) {
      if (source.text === null) return [notText(source)]
      const none =
        sectionsIn(source).length === 0
          ? [draftIssue(source, 'PART_MISSING', 'an entry "## …"', 'Add a section "## …" with its text.')]
          : []
      return [
        ...frontDraftIssues(source),
        ...conflictIssues(source),
        ...none,
        ...placeholderIssues(source, { start: readFrontMatter(source).bodyStart, end: source.text.length }),
      ]
    },
  }
}

/** `value` with one more entry at the place where the newest stands. */
export const withEntry = (value: LogValue, entry: LogEntry, newest: 'first' | 'last'): LogValue => ({
  ...value,
  entries: newest === 'first' ? [entry, ...value.entries] : [...value.entries, entry],
})
