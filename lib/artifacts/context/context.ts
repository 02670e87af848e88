// CONTEXT.md: the decisions taken before a phase is planned.
import type { Issue } from '../../errors.js'
import { contentOf, headingsOf, type Item, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lazily, onceOf } from '../../std/once.js'
import { issueAt } from '../codec.js'
import { brokenRules, type DraftRule, draftIssue, markdownKind } from '../document/frame.js'
import { Front } from '../parts/front-fields.js'
import { hasContent, isNothing, isPlaceholder } from '../parts/placeholders.js'
import {
  allElements,
  blockText,
  bodyOf,
  elementNamed,
  itemText,
  partText,
  sectionOf,
  topItems,
} from '../parts/prose.js'
import { openQuestionsOf } from './research.js'

const ID = /D\w*-[A-Za-z0-9_-]+/
/** `**D-01:** text`, `**D-01**: text`, `**D-01 [tags]:** text`, `D-01: text` */
const COLON_FORM = new RegExp(
  `^(?:\\*\\*)?(${ID.source})\\s*((?:\\[[^\\]]*\\]\\s*)*)(?:\\*\\*\\s*:|:\\s*\\*\\*|:)\\s*(.*)$`,
)
/** `**D-01 — title** text` */
const DASH_FORM = new RegExp(`^\\*\\*(${ID.source})\\s*((?:\\[[^\\]]*\\]\\s*)*)[—–-]\\s*([^*]*)\\*\\*[:.]?\\s*(.*)$`)
/** `**D-01 Title.** text` */
const NAMED_FORM = new RegExp(`^\\*\\*(${ID.source})\\s*((?:\\[[^\\]]*\\]\\s*)*)\\s([^*]+?)[.:]?\\*\\*[:.]?\\s*(.*)$`)
/** Matches the start of a decision, even with a malformed id such as `D6:` or `D 6 (mine):`. */
const LOOKS_LIKE_ID = /^\*{0,2}(?:D\w{0,4}-\d|D ?(\d{1,3})(?=\*{0,2}\s*(?:[:([]|[—–-]\s)))/
const DISCRETION = /discretion$/i

/** Reads all `<decisions>` blocks, or the section of that name if there are none. */
export const readDecisions = onceOf((source: Source) => {
  // Ids: D-01, D4-01.
  const decisions: string[] = []
  const discretion: string[] = []
  const issues: Issue[] = []
  for (const range of rangesOf(source)) {
    for (const part of partsOf(source, range)) {
      const own = part.category !== null && DISCRETION.test(part.category)
      const items = topItems(source, part)
      for (const item of items) {
        const text = itemText(source, item)
        const decision = decisionIn(text)
        if (decision !== null) decisions.push(decision)
        else if (own && hasContent(text)) discretion.push(text)
        else if (LOOKS_LIKE_ID.test(text)) issues.push(unreadDecision(source, item, text))
      }
      if (own && items.length === 0) discretion.push(...paragraph(source, part))
    }
  }
  return { decisions, discretion, issues }
})

const paragraph = (source: Source, range: Range): readonly string[] => {
  const text = blockText(source, range)
  return text === null || isNothing(text) ? [] : [text.replace(/\s*\n\s*/g, ' ')]
}

function rangesOf(source: Source): readonly Range[] {
  const blocks = allElements(source).filter(({ name }) => name === 'decisions')
  if (blocks.length > 0) return blocks.map(contentOf)
  const section = sectionOf(source, 'implementation decisions', 'decisions')
  return section === null ? [] : [bodyOf(section)]
}

interface Part extends Range {
  readonly category: string | null
}

/** Splits at headings of level 3 and deeper; a level-2 heading ends the category. */
function partsOf(source: Source, range: Range): readonly Part[] {
  const headings = headingsOf(source, range)
  const first = headings[0]?.start ?? range.end
  const parts: Part[] = [{ start: range.start, end: first, category: null }]
  headings.forEach((heading, index) => {
    const category = heading.level > 2 ? heading.text.replaceAll('*', '').trim() : null
    parts.push({ start: heading.end, end: headings[index + 1]?.start ?? range.end, category })
  })
  return parts
}

function decisionIn(text: string): string | null {
  const found = COLON_FORM.exec(text) ?? DASH_FORM.exec(text) ?? NAMED_FORM.exec(text) ?? []
  const [, id = null, , title = '', more = ''] = found
  return isPlaceholder([title, more].filter((part) => part !== '').join(' — ')) ? null : id
}

const unreadDecision = (source: Source, item: Item, text: string): Issue =>
  issueAt(source, item.start, {
    code: 'DECISION',
    severity: 'notice',
    expected: '- **D-01:** text',
    received: text.slice(0, 80),
    message: 'this looks like a decision, but is not in the expected form',
    fix: `Write it as "- **D-${(LOOKS_LIKE_ID.exec(text)?.[1] ?? '1').padStart(2, '0')}:** what was decided".`,
  })

/** The text of `<domain>` without a heading at its start; without that element, of the section `Phase Boundary`. */
function domainOf(source: Source): string | null {
  const found = elementNamed(source, 'domain')
  if (found === null) return partText(source, 'phase boundary', 'domain')
  const [heading] = headingsOf(source, contentOf(found))
  const start = heading !== undefined && heading.level === 2 ? heading.end : found.contentStart
  const text = blockText(source, { start, end: found.contentEnd })
  return text === null || isNothing(text) ? null : text
}

const OPEN_QUESTION_KEYS = ['open_questions', 'open-questions'] as const

const read = (source: Source) =>
  lazily({
    domain: () => domainOf(source),
    decisions: () => readDecisions(source).decisions,
    discretion: () => readDecisions(source).discretion,
    openQuestions: () => [...new Front(source).texts(...OPEN_QUESTION_KEYS), ...openQuestionsOf(source)],
  })

const RULES: readonly DraftRule<ReturnType<typeof read>>[] = [
  [
    'NO_DECISIONS',
    'a decision with an id',
    'Write each inside <decisions> as "- **D-01:** text", below the heading of its area.',
    ({ decisions, discretion }) => decisions.length === 0 && discretion.length === 0,
  ],
  [
    'PART_MISSING',
    'a <domain> with the boundary of the phase',
    'Add <domain> with what the phase covers and what it does not.',
    ({ domain }) => domain === null,
  ],
]

export const context = markdownKind({
  read,
  id: 'context',
  about: 'Decisions about a phase before planning',
  parseIssues: (source) => readDecisions(source).issues,
  draftIssues(source, value, issues) {
    const twice = value.decisions.find((id, index) => value.decisions.indexOf(id) < index)
    const [expected, message] = [`one decision ${twice}`, `several decisions have the id ${twice}`]
    const again = draftIssue(source, 'DECISION_TWICE', expected, 'Give each decision a number of its own.', message)
    return [
      ...issues.map((issue): Issue => ({ ...issue, severity: 'error' })),
      ...brokenRules(RULES, source, value),
      ...(twice === undefined ? [] : [again]),
    ]
  },
})
