// SUMMARY.md: what a finished plan did; the only evidence that it is complete.
import type { Issue } from '../../errors.js'
import type { FrontValue } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { oneOf, orNull, textOrNull, texts } from '../../std/shape.js'
import { type Field, groupField, listField, textField } from '../document/document-fields.js'
import { type PageValue, page, pageKind, piece } from '../document/page.js'
import { draftIssue } from '../parts/draft-issues.js'
import { wordsIn } from '../parts/entries.js'
import { Front, partOf, textOf, textsOf } from '../parts/front-fields.js'
import { isPlaceholder, visibleLines } from '../parts/placeholders.js'
import { allHeadings, bodyOf, sectionItems, sectionOf } from '../parts/prose.js'
import { oneLinerOf } from './one-liner.js'
import { readPendingActions } from './pending-actions.js'

const ONE_LINER_KEYS = ['one-liner', 'one_liner', 'oneliner']

/** `{name: x, why: y}` of an added library is its name. */
const nameOf = (value: FrontValue): string | null => textOf(partOf(value, 'name')) ?? textOf(value)

const PROVIDES = listField(['provides', 'dependency-graph.provides', 'dependency_graph.provides'])
const AFFECTS = listField(['affects', 'dependency-graph.affects', 'dependency_graph.affects'])
const DECISIONS = listField(['key-decisions', 'key_decisions', 'decisions'])
const PATTERNS = listField(['patterns-established', 'patterns_established'])
const ADDED: Field<readonly string[]> = {
  ...listField(['tech-stack.added', 'tech_stack.added']),
  read: (value) => textsOf(value, nameOf),
}
const COMPLETED = listField(['requirements-completed', 'requirements_completed', 'requirements'])
const BLOCKERS = listField(['blockers'])

const summaryPage = page(
  {
    phase: textField(['phase']),
    plan: textField(['plan']),
    provides: PROVIDES,
    affects: AFFECTS,
    techStack: groupField({ added: ADDED, patterns: listField(['tech-stack.patterns', 'tech_stack.patterns']) }),
    keyFiles: groupField({
      created: listField(['key-files.created', 'key_files.created']),
      modified: listField(['key-files.modified', 'key_files.modified']),
    }),
    keyDecisions: DECISIONS,
    patternsEstablished: PATTERNS,
    requirementsCompleted: COMPLETED,
    completed: textField(['completed', 'metrics.completed'], { about: 'Day' }),
    /** UTC with milliseconds; null: not finished through this CLI. */
    completedAt: textField(['completed_at'], { about: 'RFC 3339, stamped by unit finish' }),
    status: textField(['status'], { about: 'halted, already (it was done before), complete or another word' }),
    /** What keeps the phase from going on; each item is one blocker. */
    blockers: { ...BLOCKERS, read: (_value, front) => blockersOf(front) } as typeof BLOCKERS,
  },
  {
    oneLiner: piece(textOrNull(), (source, front) => front.text(...ONE_LINER_KEYS) ?? oneLinerOf(source)?.text ?? null),
    commits: piece(texts('Hashes'), (source, front) => [...new Set([...front.texts('commits'), ...commitsOf(source)])]),
    decisions: piece(texts(), (source) => sectionItems(source, 'decisions made', 'decisions', 'key decisions')),
    pendingActions: piece(texts('Required leftovers'), (source) => readPendingActions(source).actions),
    tickedActions: piece(
      texts('Leftovers with a ticked box, its own or of earlier plans: done, or no longer needed'),
      (source) => readPendingActions(source).ticked,
    ),
    unmet: piece(texts('Requirements that do not hold yet'), (source) =>
      wordsIn(sectionItems(source, 'unmet requirements', 'unmet')),
    ),
    already: piece(texts('Which commits had done it before'), (source) =>
      sectionItems(source, 'already done', 'already'),
    ),
    /** What the heading `## Self-Check: …` claims; `unclear` for any other word. */
    selfCheck: piece(orNull(oneOf(['passed', 'failed', 'unclear'])), selfCheckOf),
  },
)
export type SummaryValue = PageValue<typeof summaryPage>

/** What later work can build on: the part of a SUMMARY that histories are made of, from its front matter alone. */
export interface SummaryFront {
  readonly provides: readonly string[]
  readonly affects: readonly string[]
  readonly patterns: readonly string[]
  readonly decisions: readonly string[]
  readonly techAdded: readonly string[]
}

export function summaryFront(source: Source): SummaryFront {
  const front = new Front(source)
  const list = (field: Field<readonly string[]>) => field.read(front.at(...field.paths), front)
  return {
    provides: list(PROVIDES),
    affects: list(AFFECTS),
    patterns: list(PATTERNS),
    decisions: list(DECISIONS),
    techAdded: list(ADDED),
  }
}

function blockersOf(front: Front): readonly string[] {
  const listed = front.texts('blockers')
  return listed.length > 0 ? listed : sectionItems(front.source, 'blockers')
}

function* marked(source: Source, titles: readonly string[], pattern: RegExp): Generator<string> {
  const section = sectionOf(source, ...titles)
  if (section === null) return
  for (const { text } of visibleLines(source, bodyOf(section)))
    for (const found of text.matchAll(pattern)) if (found[1] !== undefined) yield found[1]
}

function commitsOf(source: Source): readonly string[] {
  return [...new Set(marked(source, ['task commits', 'commits'], /`([0-9a-f]{7,40})`/g))]
}

const SELF_CHECK = /^self[\s-]?check\b\s*:?\s*(.*)$/i

function selfCheckOf(source: Source): 'passed' | 'failed' | 'unclear' | null {
  for (const { text } of allHeadings(source)) {
    const word = SELF_CHECK.exec(text)?.[1]
    if (word === undefined) continue
    if (isPlaceholder(word)) return null
    const failed = /\bfail(?:ed)?\b|✗|❌|\bincomplete\b|\bblocked\b/i.test(word)
    const passed = /\bpass(?:ed)?\b|✓|✅/i.test(word)
    return failed === passed ? 'unclear' : passed ? 'passed' : 'failed'
  }
  return null
}

/** It stopped before its end, by the words of its front matter or by what it lists. */
export const isHalted = ({ status, blockers }: Pick<SummaryValue, 'status' | 'blockers'>): boolean =>
  status === 'halted' || (status === null && blockers.length > 0)

function lacks(source: Source, value: SummaryValue, issues: readonly Issue[]): readonly Issue[] {
  const halted = isHalted(value)
  const failed =
    value.selfCheck === 'failed' && !halted
      ? [
          draftIssue(
            source,
            'SELF_CHECK_FAILED',
            'a self-check that passed',
            'Finish what failed; or list what stopped the work below "## Blockers".',
            'the self-check failed, but the status does not say that the plan was halted',
          ),
        ]
      : []
  const silent =
    halted && value.blockers.length + value.pendingActions.length === 0
      ? [
          draftIssue(
            source,
            'HALTED_WITHOUT_REASON',
            'blockers or pending actions',
            'List what stopped the work below "## Blockers".',
            'the status is halted, but no blocker and no pending action is listed',
          ),
        ]
      : []
  return [
    ...issues.filter(({ code }) => code.startsWith('PA_')),
    ...(value.oneLiner === null
      ? [
          draftIssue(
            source,
            'ONE_LINER',
            'one bold sentence that says what works now',
            'Write it as the first line: **[One sentence: what works now]**',
          ),
        ]
      : []),
    ...failed,
    ...silent,
  ]
}

export const summary = pageKind(summaryPage, {
  id: 'summary',
  about: 'What a finished plan did, and what it left',
  odd: (source) => readPendingActions(source).issues,
  lacks,
})
