// MILESTONES.md: shipped milestones, newest first, in a level-2 section each. Existing entries are never rewritten.
import type { Section } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { conflictIssues, type Kind } from '../codec.js'
import type { Doc } from '../doc.js'
import { footerStart, trimmedEnd } from '../parts/draft.js'
import { allSections, blockText } from '../parts/prose.js'
import { draftIssue, markdownKind } from './frame.js'

interface LogEntry {
  /** The heading's text. */
  readonly title: string
  /** Text below the heading, without the closing rule. */
  readonly text: string
}

const sectionsIn = (source: Source): readonly Section[] =>
  allSections(source).filter(({ heading }) => heading.level === 2)

const entryOf = (source: Source, section: Section): LogEntry => ({
  title: section.heading.text,
  text:
    blockText(source, { start: section.bodyStart, end: Math.max(section.bodyStart, footerStart(source, section)) }) ??
    '',
})

export const milestone: Kind<{ readonly entries: readonly LogEntry[] }> = markdownKind({
  id: 'milestone',
  about: 'What shipped, newest first',
  read: (source) => ({ entries: sectionsIn(source).map((section) => entryOf(source, section)) }),
  parseIssues: conflictIssues,
  draftIssues: (source, { entries }, issues) => [
    ...issues,
    ...(entries.length === 0
      ? [draftIssue(source, 'PART_MISSING', 'an entry "## …"', 'Add a section "## …" with its text.')]
      : []),
  ],
})

const linesOf = ({ title, text }: LogEntry): readonly string[] => [
  `## ${title}`,
  ...(text === '' ? [] : ['', ...text.split('\n')]),
  '',
  '---',
]

export const logText = (entries: readonly LogEntry[]): string =>
  `${['# Milestones', ...entries.map((entry) => linesOf(entry).join('\n'))].join('\n\n')}\n`

export function addEntry(doc: Doc, entry: LogEntry): void {
  const [first] = sectionsIn(doc.source)
  if (first !== undefined) doc.insertBlockAbove(first.start, linesOf(entry))
  else doc.insertBlock(trimmedEnd(doc.text, 0, doc.text.length), linesOf(entry))
}

/** The results of a milestone, for its entry. */
export interface MilestoneReport {
  readonly name: string | null
  readonly phases: number
  readonly plans: number
  readonly tasks: number
  readonly accomplishments: readonly string[]
}

export function milestoneEntry(
  entry: MilestoneReport & Readonly<Record<'version' | 'shipped', string>> & { readonly unfinished: readonly string[] },
): LogEntry {
  const { version, name, shipped, phases, plans, tasks, accomplishments, unfinished } = entry
  const listed = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`**${title}:**\n\n${texts.map((text) => `- ${text}`).join('\n')}`]
  return {
    title: [version, name, `(Shipped: ${shipped})`].filter((part) => part !== null && part !== '').join(' '),
    text: [
      `**Phases completed:** ${phases} phases, ${plans} plans, ${tasks} tasks`,
      ...listed('Key accomplishments', accomplishments),
      ...listed('Not finished', unfinished),
    ].join('\n\n'),
  }
}
