// SUMMARY.md: what a finished plan did; the only evidence that it is complete.
import type { Issue } from '../../errors.js'
import { type FrontMap, type FrontValue, isFrontMap } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import { labelNamed, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { any, int, listOf, mapOf, oneOf, orNull, record, type Shape, text, textOrNull, texts } from '../../std/shape.js'
import type { Codec, Parsed } from '../codec.js'
import type { Draft } from '../parts/draft.js'
import { draftIssue } from '../parts/draft-issues.js'
import {
  extraOf,
  Front,
  type FrontTable,
  flat,
  freshFront,
  mapsOf,
  partOf,
  textOf,
  textsOf,
} from '../parts/front-fields.js'
import { changeTitle, phaseFile } from '../parts/phase-file.js'
import { isNothing, isPlaceholder, visibleLines } from '../parts/placeholders.js'
import {
  allElements,
  allHeadings,
  allSections,
  blockText,
  bodyOf,
  bullets,
  document,
  sectionItems,
  sectionOf,
  sectionText,
  titleOf,
} from '../parts/prose.js'
import { oneLinerOf } from './one-liner.js'
import { isKnownIssues, readPendingActions } from './pending-actions.js'

export interface Requires {
  readonly phase: string | null
  readonly provides: string
}

export interface SummaryValue {
  readonly phase: string | null
  readonly plan: string | null
  readonly subsystem: string | null
  readonly tags: readonly string[]
  readonly requires: readonly Requires[]
  readonly provides: readonly string[]
  readonly affects: readonly string[]
  readonly techStack: { readonly added: readonly string[]; readonly patterns: readonly string[] }
  readonly keyFiles: { readonly created: readonly string[]; readonly modified: readonly string[] }
  readonly keyDecisions: readonly string[]
  readonly patternsEstablished: readonly string[]
  readonly requirementsCompleted: readonly string[]
  readonly duration: string | null
  /** Day, `YYYY-MM-DD`, as written. */
  readonly completed: string | null
  /** RFC 3339 UTC with milliseconds, stamped by `unit finish`; null: not finished through this CLI. */
  readonly completedAt: string | null
  /** `halted`, `complete`, or any other word as written. */
  readonly status: string | null
  /** What keeps the phase from going on; each item is one blocker. */
  readonly blockers: readonly string[]
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly title: string | null
  readonly oneLiner: string | null
  readonly accomplishments: readonly string[]
  /** Hashes of `## Task Commits`, in order. */
  readonly commits: readonly string[]
  /** Paths in `## Files Created/Modified`. */
  readonly files: readonly string[]
  readonly taskCount: number | null
  readonly decisions: readonly string[]
  readonly deviations: string | null
  readonly issuesEncountered: string | null
  /** Text of `## Known Issues` outside of its blocks of pending actions. */
  readonly knownIssues: string | null
  /** Required leftovers, in order. */
  readonly pendingActions: readonly string[]
  readonly nextPhaseReadiness: string | null
  /** What the heading `## Self-Check: …` claims; `unclear` for any other word. */
  readonly selfCheck: 'passed' | 'failed' | 'unclear' | null
}

const shape = record({
  phase: textOrNull(),
  plan: textOrNull(),
  subsystem: textOrNull(),
  tags: texts(),
  requires: listOf(record({ phase: textOrNull(), provides: text() })),
  provides: texts(),
  affects: texts(),
  techStack: record({ added: texts(), patterns: texts() }),
  keyFiles: record({ created: texts(), modified: texts() }),
  keyDecisions: texts(),
  patternsEstablished: texts(),
  requirementsCompleted: texts(),
  duration: textOrNull(),
  completed: textOrNull('Day'),
  completedAt: textOrNull('RFC 3339, stamped by unit finish'),
  status: textOrNull('halted, complete or another word'),
  blockers: texts(),
  extra: mapOf(any(), 'Other keys of the front matter'),
  title: textOrNull(),
  oneLiner: textOrNull(),
  accomplishments: texts(),
  commits: texts('Hashes'),
  files: texts('Paths'),
  taskCount: orNull(int()),
  decisions: texts(),
  deviations: textOrNull(),
  issuesEncountered: textOrNull(),
  knownIssues: textOrNull('Without the pending actions'),
  pendingActions: texts('Required leftovers'),
  nextPhaseReadiness: textOrNull(),
  selfCheck: orNull(oneOf(['passed', 'failed', 'unclear'])),
}) as Shape<SummaryValue>

const empty: SummaryValue = {
  phase: null,
  plan: null,
  subsystem: null,
  tags: [],
  requires: [],
  provides: [],
  affects: [],
  techStack: { added: [], patterns: [] },
  keyFiles: { created: [], modified: [] },
  keyDecisions: [],
  patternsEstablished: [],
  requirementsCompleted: [],
  duration: null,
  completed: null,
  completedAt: null,
  status: null,
  blockers: [],
  extra: {},
  title: null,
  oneLiner: null,
  accomplishments: [],
  commits: [],
  files: [],
  taskCount: null,
  decisions: [],
  deviations: null,
  issuesEncountered: null,
  knownIssues: null,
  pendingActions: [],
  nextPhaseReadiness: null,
  selfCheck: null,
}

const TABLE: FrontTable<SummaryValue> = {
  fields: [
    { paths: ['phase'], input: ({ phase }) => phase, required: true, hint: '[02-name-of-the-phase]' },
    { paths: ['plan'], input: ({ plan }) => plan, required: true, hint: '[number, two digits]' },
    {
      paths: ['subsystem'],
      input: ({ subsystem }) => subsystem,
      required: true,
      hint: '[part of the system, one word]',
    },
    { paths: ['tags'], input: ({ tags }) => tags, required: true },
    {
      paths: ['requires', 'dependency-graph.requires', 'dependency_graph.requires'],
      input: ({ requires }) => requires.map(requiresInput),
    },
    {
      paths: ['provides', 'dependency-graph.provides', 'dependency_graph.provides'],
      input: ({ provides }) => provides,
      hint: ['[what later plans can build on]'],
    },
    {
      paths: ['affects', 'dependency-graph.affects', 'dependency_graph.affects'],
      input: ({ affects }) => affects,
    },
    { paths: ['tech-stack.added', 'tech_stack.added'], input: ({ techStack }) => techStack.added },
    { paths: ['tech-stack.patterns', 'tech_stack.patterns'], input: ({ techStack }) => techStack.patterns },
    {
      paths: ['key-files.created', 'key_files.created'],
      input: ({ keyFiles }) => keyFiles.created,
      hint: ['[paths that are new]'],
    },
    {
      paths: ['key-files.modified', 'key_files.modified'],
      input: ({ keyFiles }) => keyFiles.modified,
      hint: ['[paths that changed]'],
    },
    { paths: ['key-decisions', 'key_decisions', 'decisions'], input: ({ keyDecisions }) => keyDecisions },
    {
      paths: ['patterns-established', 'patterns_established'],
      input: ({ patternsEstablished }) => patternsEstablished,
    },
    {
      paths: ['requirements-completed', 'requirements_completed', 'requirements'],
      input: ({ requirementsCompleted }) => requirementsCompleted,
      required: true,
    },
    { paths: ['one-liner', 'one_liner', 'oneliner'], input: () => null },
    { paths: ['duration', 'metrics.duration'], input: ({ duration }) => duration },
    { paths: ['completed', 'metrics.completed'], input: ({ completed }) => completed },
    { paths: ['completed_at'], input: ({ completedAt }) => completedAt },
    { paths: ['status'], input: ({ status }) => status },
    { paths: ['blockers'], input: ({ blockers }) => blockers },
  ],
  inline: ['tags', 'requirements-completed'],
}
const ONE_LINER_KEYS = ['one-liner', 'one_liner', 'oneliner']

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

function read(source: Source, front: Front): Parsed<SummaryValue> {
  const pending = readPendingActions(source)
  const list = (name: string): readonly string[] => front.texts(...pathsOf(name))
  const value: SummaryValue = {
    phase: front.text('phase'),
    plan: front.text('plan'),
    subsystem: front.text('subsystem'),
    tags: front.texts('tags'),
    requires: mapsOf(front.at(...pathsOf('requires'))).flatMap((item) => requiresOf(item) ?? []),
    provides: list('provides'),
    affects: list('affects'),
    techStack: {
      added: textsOf(front.at(...pathsOf('tech-stack.added')), nameOf),
      patterns: list('tech-stack.patterns'),
    },
    keyFiles: { created: list('key-files.created'), modified: list('key-files.modified') },
    keyDecisions: list('key-decisions'),
    patternsEstablished: list('patterns-established'),
    requirementsCompleted: list('requirements-completed'),
    duration: front.text(...pathsOf('duration')),
    completed: front.text(...pathsOf('completed')),
    completedAt: front.text('completed_at'),
    status: front.text('status'),
    blockers: blockersOf(source, front),
    extra: extraOf(TABLE, front.data),
    title: titleOf(source),
    oneLiner: front.text(...ONE_LINER_KEYS) ?? oneLinerOf(source)?.text ?? null,
    accomplishments: sectionItems(source, 'accomplishments'),
    commits: commitsOf(source),
    files: filesOf(source),
    taskCount: taskCountOf(source),
    decisions: sectionItems(source, 'decisions made', 'decisions', 'key decisions'),
    deviations: sectionText(source, 'deviations from plan', 'deviations'),
    issuesEncountered: sectionText(source, 'issues encountered'),
    knownIssues: knownIssuesOf(source, pending.blocks),
    pendingActions: pending.actions,
    nextPhaseReadiness: sectionText(source, 'next phase readiness'),
    selfCheck: selfCheckOf(source),
  }
  return { value, issues: pending.issues }
}

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
  const list = (name: string): readonly string[] => front.texts(...pathsOf(name))
  return {
    provides: list('provides'),
    affects: list('affects'),
    patterns: list('patterns-established'),
    decisions: list('key-decisions'),
    techAdded: textsOf(front.at(...pathsOf('tech-stack.added')), nameOf),
  }
}

/** `key-files` as a plain list, as some wrote it; null where it is a map or absent. */
export function flatKeyFiles(source: Source): readonly string[] | null {
  const front = new Front(source)
  const value = front.at('key-files', 'key_files')
  return value === undefined || isFrontMap(value) ? null : textsOf(value)
}

const pathsOf = (name: string): readonly string[] =>
  TABLE.fields.find(({ paths }) => paths[0] === name)?.paths ?? [name]

function blockersOf(source: Source, front: Front): readonly string[] {
  const listed = front.texts('blockers').filter((text) => !isNothing(text))
  return listed.length > 0 ? listed : sectionItems(source, 'blockers')
}

function* marked(source: Source, titles: readonly string[], pattern: RegExp): Generator<string> {
  const section = sectionOf(source, ...titles)
  if (section === null) return
  for (const { text } of visibleLines(source, bodyOf(section)))
    for (const found of text.matchAll(pattern)) if (found[1] !== undefined) yield found[1]
}

const commitsOf = (source: Source): readonly string[] => [
  ...new Set(marked(source, ['task commits', 'commits'], /`([0-9a-f]{7,40})`/g)),
]

const FILE_TITLES = [
  'files created/modified',
  'files created / modified',
  'files modified',
  'files created',
  'files changed',
  'files',
]
const isPath = (text: string): boolean => text.includes('/') || /\.[A-Za-z0-9]{1,8}$/.test(text)

const filesOf = (source: Source): readonly string[] => [
  ...new Set([...marked(source, FILE_TITLES, /`([^`\s]+)`/g)].filter(isPath)),
]

function taskCountOf(source: Source): number | null {
  const stated = /^(\d{1,6})\b/.exec(labelNamed(source, 'Tasks')?.value ?? '')?.[1]
  if (stated !== undefined) return Number(stated)
  const tags = allElements(source).filter(({ name }) => name === 'task').length
  const headings = allHeadings(source).filter(({ text }) => /^task\s+\d+\b/i.test(text)).length
  return tags || headings || null
}

/** Text of the sections without the blocks of pending actions. */
function knownIssuesOf(source: Source, blocks: readonly Range[]): string | null {
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

function selfCheckOf(source: Source): SummaryValue['selfCheck'] {
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

const BODY_KEYS = [
  'accomplishments',
  'commits',
  'files',
  'taskCount',
  'decisions',
  'deviations',
  'issuesEncountered',
  'knownIssues',
  'pendingActions',
  'nextPhaseReadiness',
  'selfCheck',
] as const satisfies readonly (keyof SummaryValue)[]

function change(draft: Draft, previous: Source, before: SummaryValue, value: SummaryValue): void {
  changeTitle(draft, previous, before.title, value.title)
  changeOneLiner(draft, previous, before, value)
  if (BODY_KEYS.some((key) => !same(before[key], value[key])))
    draft.refuse('the text of the summary as it is', 'a change of it', `Edit the sections of ${previous.path} by hand.`)
}

function changeOneLiner(draft: Draft, source: Source, before: SummaryValue, value: SummaryValue): void {
  if (before.oneLiner === value.oneLiner) return
  const found = oneLinerOf(source)
  if (found === null || value.oneLiner === null || new Front(source).at(...ONE_LINER_KEYS) !== undefined)
    draft.refuse(
      'one bold sentence below the title',
      'none',
      `Add one bold sentence below the title to ${source.path}, then repeat the command.`,
    )
  else draft.replace(found, value.oneLiner)
}

const part = (title: string, text: string | null): string | null => (text === null ? null : `## ${title}\n\n${text}`)

/** Without a one-liner the text is the template: every part with a placeholder. */
function fresh(value: SummaryValue): string {
  const template = value.oneLiner === null && value.accomplishments.length === 0
  const hint = (text: string): string | null => (template ? text : null)
  const items = (title: string, list: readonly string[], text: string): string | null =>
    part(title, list.length > 0 ? bullets(list, '') : hint(text))
  const code = (list: readonly string[]): readonly string[] => list.map((item) => `\`${item}\``)
  const pending = `Pending actions:\n${bullets(value.pendingActions, '- None')}`
  const check = value.selfCheck === null ? hint('[PASSED or FAILED]') : SELF_CHECK_WORDS[value.selfCheck]
  return (
    freshFront(TABLE, value, template) +
    '\n' +
    document([
      `# ${value.title ?? '[Phase and plan: what was built]'}`,
      value.oneLiner === null ? hint('**[One sentence: what works now]**') : `**${value.oneLiner}**`,
      part('Performance', value.taskCount === null ? null : `- **Tasks:** ${value.taskCount}`),
      items('Accomplishments', value.accomplishments, '- [What works now that did not before]'),
      items('Task Commits', code(value.commits), '- [hash of each commit in backticks, and its task]'),
      items('Files Created/Modified', code(value.files), '- [each path in backticks, and what it is for]'),
      items('Decisions Made', value.decisions, '- [Decision and reason, or None]'),
      part('Deviations from Plan', value.deviations ?? hint('[What was done otherwise and why, or None]')),
      part(
        'Issues Encountered',
        value.issuesEncountered ?? hint('[Trouble on the way and how it was solved, or None]'),
      ),
      part('Known Issues', `${value.knownIssues ?? hint('[What is wrong or left, or None]') ?? 'None.'}\n\n${pending}`),
      part('Next Phase Readiness', value.nextPhaseReadiness ?? hint('[What the next plan can rely on]')),
      check === null ? null : `## Self-Check: ${check}`,
    ])
  )
}

const SELF_CHECK_WORDS: Readonly<Record<NonNullable<SummaryValue['selfCheck']>, string>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  unclear: 'UNCLEAR',
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
          ),
        ]
      : []
  const silent =
    halted && value.blockers.length + value.pendingActions.length === 0
      ? [
          draftIssue(
            source,
            'HALTED_WITHOUT_REASON',
            'blockers or pending actions, as the status is halted',
            'List what stopped the work below blockers: in the front matter.',
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

export const summary: Codec<SummaryValue> = phaseFile({
  id: 'summary',
  about: 'What a finished plan did, and what it left',
  path: 'phases/{dir}/{pp}-{NN}-SUMMARY.md',
  shape,
  empty,
  table: TABLE,
  read,
  fresh,
  change,
  lacks,
})
