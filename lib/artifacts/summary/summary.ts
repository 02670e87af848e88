// SUMMARY.md: what a finished plan did; the only evidence that it is complete.
import type { Issue } from '../../errors.js'
import { type FrontValue, isFrontMap } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import { labelNamed } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Infer, int, oneOf, orNull, record, text, textOrNull, texts } from '../../std/shape.js'
import { entriesField, type Field, groupField, listField, textField } from '../document/document-fields.js'
import { keptTitle, type PageValue, page, pageCodec, piece } from '../document/page.js'
import { draftIssue } from '../parts/draft-issues.js'
import { Front, flat, partOf, textOf, textsOf } from '../parts/front-fields.js'
import { isNothing, isPlaceholder, visibleLines } from '../parts/placeholders.js'
import {
  allElements,
  allHeadings,
  allSections,
  blockText,
  bodyOf,
  bullets,
  sectionItems,
  sectionOf,
  sectionText,
} from '../parts/prose.js'
import { oneLinerOf } from './one-liner.js'
import { isKnownIssues, readPendingActions } from './pending-actions.js'

const ONE_LINER_KEYS = ['one-liner', 'one_liner', 'oneliner']

const REQUIRES = record({ phase: textOrNull(), provides: text() })
type Requires = Infer<typeof REQUIRES>

const requiresInput = ({ phase, provides }: Requires): FrontInput => (phase === null ? provides : { phase, provides })

function requiresOf(value: FrontValue): Requires | null {
  if (!isFrontMap(value)) {
    const provides = textOf(value)
    return provides === null ? null : { phase: null, provides }
  }
  const phase = textOf(partOf(value, 'phase', 'plan'))
  const given = partOf(value, 'provides')
  if (phase !== null) return { phase, provides: given === undefined ? '' : flat(given) }
  // `- 01-02: the token store`
  const [first] = Object.entries(value)
  if (given !== undefined || first === undefined) return { phase: null, provides: flat(given ?? value) }
  return { phase: first[0], provides: flat(first[1]) }
}

/** `{name: x, why: y}` of an added library is its name. */
const nameOf = (value: FrontValue): string | null => textOf(partOf(value, 'name')) ?? textOf(value)

const PROVIDES = listField(['provides', 'dependency-graph.provides', 'dependency_graph.provides'], {
  hint: ['[what later plans can build on]'],
})
const AFFECTS = listField(['affects', 'dependency-graph.affects', 'dependency_graph.affects'])
const DECISIONS = listField(['key-decisions', 'key_decisions', 'decisions'])
const PATTERNS = listField(['patterns-established', 'patterns_established'])
const ADDED: Field<readonly string[]> = {
  ...listField(['tech-stack.added', 'tech_stack.added']),
  read: (value) => textsOf(value, nameOf),
}
const COMPLETED = listField(['requirements-completed', 'requirements_completed', 'requirements'], {
  form: 'inline',
  required: true,
})
const BLOCKERS = listField(['blockers'])

const summaryPage = page(
  {
    phase: textField(['phase'], { required: true, hint: '[02-name-of-the-phase]' }),
    plan: textField(['plan'], { required: true, hint: '[number, two digits]' }),
    subsystem: textField(['subsystem'], { required: true, hint: '[part of the system, one word]' }),
    tags: listField(['tags'], { form: 'inline', required: true }),
    requires: entriesField(
      ['requires', 'dependency-graph.requires', 'dependency_graph.requires'],
      REQUIRES,
      requiresOf,
      requiresInput,
    ),
    provides: PROVIDES,
    affects: AFFECTS,
    techStack: groupField({ added: ADDED, patterns: listField(['tech-stack.patterns', 'tech_stack.patterns']) }),
    keyFiles: groupField({
      created: listField(['key-files.created', 'key_files.created'], { hint: ['[paths that are new]'] }),
      modified: listField(['key-files.modified', 'key_files.modified'], { hint: ['[paths that changed]'] }),
    }),
    keyDecisions: DECISIONS,
    patternsEstablished: PATTERNS,
    // Behind it stands the key that says the one-liner too: it is read with the body and never written.
    requirementsCompleted: {
      ...COMPLETED,
      keys: [COMPLETED, { paths: ONE_LINER_KEYS, input: () => null, required: false }],
    },
    duration: textField(['duration', 'metrics.duration']),
    completed: textField(['completed', 'metrics.completed'], { about: 'Day' }),
    /** UTC with milliseconds; null: not finished through this CLI. */
    completedAt: textField(['completed_at'], { about: 'RFC 3339, stamped by unit finish' }),
    status: textField(['status'], { about: 'halted, already (it was done before), complete or another word' }),
    /** What keeps the phase from going on; each item is one blocker. */
    blockers: { ...BLOCKERS, read: (_value, front) => blockersOf(front) } as typeof BLOCKERS,
  },
  {
    title: keptTitle,
    oneLiner: piece(textOrNull(), (source, front) => front.text(...ONE_LINER_KEYS) ?? oneLinerOf(source)?.text ?? null),
    accomplishments: piece(texts(), (source) => sectionItems(source, 'accomplishments')),
    commits: piece(texts('Hashes'), commitsOf),
    files: piece(texts('Paths'), filesOf),
    taskCount: piece(orNull(int()), taskCountOf),
    decisions: piece(texts(), (source) => sectionItems(source, 'decisions made', 'decisions', 'key decisions')),
    deviations: piece(textOrNull(), (source) => sectionText(source, 'deviations from plan', 'deviations')),
    issuesEncountered: piece(textOrNull(), (source) => sectionText(source, 'issues encountered')),
    knownIssues: piece(textOrNull('Without the pending actions'), knownIssuesOf),
    pendingActions: piece(texts('Required leftovers'), (source) => readPendingActions(source).actions),
    tickedActions: piece(
      texts('Leftovers with a ticked box, its own or of earlier plans: done, or no longer needed'),
      (source) => readPendingActions(source).ticked,
    ),
    nextPhaseReadiness: piece(textOrNull(), (source) => sectionText(source, 'next phase readiness')),
    /** What the heading `## Self-Check: …` claims; `unclear` for any other word. */
    selfCheck: piece(orNull(oneOf(['passed', 'failed', 'unclear'])), selfCheckOf),
  },
)
export type SummaryValue = PageValue<typeof summaryPage>
type SelfCheck = NonNullable<SummaryValue['selfCheck']>

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

const FILE_TITLES = [
  'files created/modified',
  'files created / modified',
  'files modified',
  'files created',
  'files changed',
  'files',
]
const isPath = (text: string): boolean => text.includes('/') || /\.[A-Za-z0-9]{1,8}$/.test(text)
/** What an item or a row begins with is a file whatever its name: `Makefile`, `.gitignore`; alone in its item also `read me`. */
const AT_FRONT = /^[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t]*[*_]*`(?:([\w.@+~-]+)`|([^`]+)`[ \t]*$)/

/** In the order in which they stand. */
function filesOf(source: Source): readonly string[] {
  const section = sectionOf(source, ...FILE_TITLES)
  if (section === null) return []
  const named = [...visibleLines(source, bodyOf(section))].flatMap(({ text }) => {
    const [, word, alone] = AT_FRONT.exec(text) ?? []
    const front = word ?? alone
    const paths = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, path]) =>
      path !== undefined && isPath(path) ? [path] : [],
    )
    return front === undefined ? paths : [front, ...paths]
  })
  return [...new Set(named)]
}

function taskCountOf(source: Source): number | null {
  const stated = /^(\d{1,6})\b/.exec(labelNamed(source, 'Tasks')?.value ?? '')?.[1]
  if (stated !== undefined) return Number(stated)
  const tags = allElements(source).filter(({ name }) => name === 'task').length
  const headings = allHeadings(source).filter(({ text }) => /^task\s+\d+\b/i.test(text)).length
  return tags || headings || null
}

/** Text of the sections without the blocks of pending actions. */
function knownIssuesOf(source: Source): string | null {
  const { blocks } = readPendingActions(source)
  const pieces: string[] = []
  for (const section of allSections(source).filter(isKnownIssues)) {
    let start = section.bodyStart
    for (const block of blocks) {
      if (block.start < section.start || block.start >= section.end) continue
      pieces.push(blockText(source, { start, end: block.start }) ?? '')
      start = block.end
    }
    pieces.push(blockText(source, { start, end: section.end }) ?? '')
  }
  const text = pieces.filter((piece) => piece !== '').join('\n\n')
  return text === '' || isNothing(text) ? null : text
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

const part = (title: string, text: string | null): string | null => (text === null ? null : `## ${title}\n\n${text}`)
const items = (title: string, list: readonly string[], hint: string | null): string | null =>
  part(title, list.length > 0 ? bullets(list, '') : hint)
const code = (list: readonly string[]): readonly string[] => list.map((item) => `\`${item}\``)

const SELF_CHECK_WORDS: Readonly<Record<SelfCheck, string>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  unclear: 'UNCLEAR',
}

function blocks(value: SummaryValue, hint: (text: string) => string | null): readonly (string | null)[] {
  const listed = [...value.tickedActions.map((action) => `[x] ${action}`), ...value.pendingActions]
  const pending = `Pending actions:\n${bullets(listed, '- None')}`
  const check = value.selfCheck === null ? hint('[PASSED or FAILED]') : SELF_CHECK_WORDS[value.selfCheck]
  return [
    `# ${value.title ?? '[Phase and plan: what was built]'}`,
    value.oneLiner === null ? hint('**[One sentence: what works now]**') : `**${value.oneLiner}**`,
    part('Performance', value.taskCount === null ? null : `- **Tasks:** ${value.taskCount}`),
    items('Accomplishments', value.accomplishments, hint('- [What works now that did not before]')),
    items('Task Commits', code(value.commits), hint('- [hash of each commit in backticks, and its task]')),
    items('Files Created/Modified', code(value.files), hint('- [each path in backticks, and what it is for]')),
    items('Decisions Made', value.decisions, hint('- [Decision and reason, or None]')),
    part('Deviations from Plan', value.deviations ?? hint('[What was done differently and why, or None]')),
    part('Issues Encountered', value.issuesEncountered ?? hint('[Trouble on the way and how it was solved, or None]')),
    part('Known Issues', `${value.knownIssues ?? hint('[What is wrong or left, or None]') ?? 'None.'}\n\n${pending}`),
    part('Next Phase Readiness', value.nextPhaseReadiness ?? hint('[What the next plan can rely on]')),
    check === null ? null : `## Self-Check: ${check}`,
  ]
}

const NEEDED: readonly (readonly [string, string, (value: SummaryValue) => boolean])[] = [
  ['phase in the front matter', 'Add phase: to the front matter.', (value) => value.phase === null],
  ['plan in the front matter', 'Add plan: to the front matter.', (value) => value.plan === null],
  [
    'one bold sentence below the title that says what works now',
    'Write **one sentence** on a line of its own below the heading of level 1.',
    (value) => value.oneLiner === null,
  ],
  [
    'what was done: accomplishments, files or commits',
    'Fill "## Accomplishments", "## Task Commits" and "## Files Created/Modified".',
    (value) =>
      value.accomplishments.length + value.files.length + value.commits.length === 0 &&
      value.keyFiles.created.length + value.keyFiles.modified.length === 0,
  ],
]

function lacks(source: Source, value: SummaryValue, issues: readonly Issue[]): readonly Issue[] {
  const halted = value.status === 'halted'
  const failed =
    value.selfCheck === 'failed' && !halted
      ? [
          draftIssue(
            source,
            'SELF_CHECK_FAILED',
            'a self-check that passed',
            'Finish what failed; or set status: halted in the front matter and list it below "Pending actions:".',
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
            'List what stopped the work below blockers: in the front matter.',
            'the status is halted, but no blocker and no pending action is listed',
          ),
        ]
      : []
  return [
    ...issues.filter(({ code }) => code.startsWith('PA_')),
    ...NEEDED.filter(([, , isMissing]) => isMissing(value)).map(([what, fix]) =>
      draftIssue(source, 'PART_MISSING', what, fix),
    ),
    ...failed,
    ...silent,
  ]
}

export const summary = pageCodec(summaryPage, {
  id: 'summary',
  about: 'What a finished plan did, and what it left',
  odd: (source) => readPendingActions(source).issues,
  bare: ({ oneLiner, accomplishments }) => oneLiner === null && accomplishments.length === 0,
  blocks,
  lacks,
})
