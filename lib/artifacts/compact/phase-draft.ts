// The phase draft: what is decided about a phase, what is open, and its plans, each fact on one line. CONTEXT and PLAN files are rendered from it.
import type { Issue } from '../../errors.js'
import { headingsOf, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type Infer, listOf, record, textOrNull } from '../../std/shape.js'
import { meanings } from '../../std/text.js'
import {
  type DraftDecision,
  decidedIn,
  decisionShape,
  type OpenQuestion,
  openIn,
  questionShape,
} from '../parts/decided.js'
import { entriesIn } from '../parts/entries.js'
import { draftKind, fencedIssue, lineIssue } from '../parts/lines-codec.js'
import { realText } from '../parts/placeholders.js'
import { type DraftPlan, planIn, planShape, type ReadPlan } from './draft-plan.js'

export type { DraftDecision, OpenQuestion } from '../parts/decided.js'
export type { DraftLink, DraftPlan, DraftTask } from './draft-plan.js'

const shape = record({
  title: textOrNull(),
  decisions: listOf(decisionShape),
  questions: listOf(questionShape),
  plans: listOf(planShape),
})
export type PhaseDraftValue = Infer<typeof shape>

const empty: PhaseDraftValue = { title: null, decisions: [], questions: [], plans: [] }

/** A plan and where the draft says it. */
export interface PlacedPlan {
  readonly plan: DraftPlan
  readonly start: number
  readonly tasks: readonly number[]
}

interface Reading {
  readonly value: PhaseDraftValue
  readonly issues: readonly Issue[]
  readonly plans: readonly PlacedPlan[]
  /** What nobody has settled. */
  readonly open: readonly { readonly start: number; readonly question: string }[]
}

type Part = 'decided' | 'open' | 'plans'

const PARTS: Readonly<Record<string, Part>> = meanings({
  decided: ['decisions', 'decisions made', 'implementation decisions'],
  open: ['open questions', 'questions'],
  plans: [],
})

const PLAN = /^(plan\s+)?(?:[A-Za-z0-9.]+-)?(\d{1,3})(?:\s*[:.)–—-]\s*|\s+|$)(.*)$/i

const plain = (words: string): string => words.replace(/[*_`]/g, '').trim()

/** The number and the objective of a heading that begins a plan; without the word only below "Plans". */
function planHeading(
  words: string,
  below: Part | null,
): { readonly number: string; readonly objective: string } | null {
  const found = PLAN.exec(words.replace(/\*\*/g, '').trim())
  if (found === null || (found[1] === undefined && below !== 'plans')) return null
  return { number: (found[2] as string).padStart(2, '0'), objective: (found[3] ?? '').trim() }
}

const SHAPE_OF_PLANS =
  'write each plan as a heading "### Plan 01: what it achieves" below "## Plans", and its facts on lines below it'

export function readPhaseDraft(source: Source): Reading {
  const content = source.text ?? ''
  const headings = headingsOf(source)
  const decisions: DraftDecision[] = []
  const asked: { readonly start: number; readonly open: OpenQuestion }[] = []
  const plans: PlacedPlan[] = []
  const issues: Issue[] = []
  let title: string | null = null
  let part: Part | null = null
  headings.forEach((heading, index) => {
    const range: Range = { start: lineAfter(content, heading.end), end: headings[index + 1]?.start ?? content.length }
    const named = PARTS[plain(heading.text).toLowerCase().replace(/:$/, '')]
    const plan = named === undefined ? planHeading(heading.text, part) : null
    const first = heading.level === 1 && index === 0 && named === undefined && plan === null
    if (first) {
      title = realText(heading.text)
      return
    }
    if (plan !== null) {
      part = 'plans'
      const read: ReadPlan = planIn(source, range, plan)
      issues.push(...read.issues)
      if (read.plan !== null) {
        if (plans.some((other) => other.plan.number === plan.number))
          issues.push(twice(source, heading.start, plan.number))
        plans.push({ plan: read.plan, start: heading.start, tasks: read.tasks })
      }
    } else if (named === undefined) issues.push(unknownHeading(source, heading.start, heading.text))
    else {
      part = named
      if (named === 'decided') {
        const read = decidedIn(source, range)
        decisions.push(...read.decisions)
        issues.push(...read.issues)
      } else if (named === 'open') asked.push(...openIn(source, range))
      else issues.push(...entriesIn(source, range, {}).map(({ start, text: line }) => outside(source, start, line)))
    }
  })
  const value = { title, decisions, questions: asked.map(({ open }) => open), plans: plans.map(({ plan }) => plan) }
  const open = asked.flatMap(({ start, open: { answer, question } }) => (answer === null ? [{ start, question }] : []))
  return { value, issues, plans, open }
}

const twice = (source: Source, start: number, number: string): Issue =>
  lineIssue(source, start, 'PLAN_TWICE', {
    expected: `one plan ${number}`,
    received: 'a second one',
    fix: 'Give each plan a number of its own.',
  })

const unknownHeading = (source: Source, start: number, words: string): Issue =>
  lineIssue(source, start, 'DRAFT_HEADING', {
    expected: 'a heading "## Decided", "## Open", "## Plans" or "### Plan 01: what it achieves"',
    received: words,
    fix: 'Put what stands below it on a line of one of these; a task is a numbered line of its plan.',
  })

const outside = (source: Source, start: number, line: string): Issue =>
  lineIssue(source, start, 'DRAFT_LINE', {
    expected: 'a heading of a plan',
    received: line,
    fix: `Please ${SHAPE_OF_PLANS}.`,
  })

function lacks(source: Source, value: PhaseDraftValue): readonly Issue[] {
  const { plans, open } = readPhaseDraft(source)
  const fenced = plans.length === 0 && fencedHeading(source)
  const none = fenced
    ? [fencedIssue(source, 0)]
    : plans.length === 0
      ? [lineIssue(source, null, 'NO_PLANS', { expected: 'a plan', received: 'none', fix: `${SHAPE_OF_PLANS}.` })]
      : []
  const twiceDecided = value.decisions.find(
    ({ id }, index) => id !== null && value.decisions.findIndex((other) => other.id === id) < index,
  )
  return [
    ...none,
    ...(twiceDecided === undefined
      ? []
      : [
          lineIssue(source, null, 'DECISION_TWICE', {
            expected: `one decision ${twiceDecided.id}`,
            received: 'two',
            fix: 'Number the decisions consecutively, or leave the ids out.',
          }),
        ]),
    ...open.map(({ start, question }) =>
      lineIssue(source, start, 'OPEN_QUESTIONS', {
        expected: 'an answer',
        received: `an open question: ${question}`,
        fix: 'Ask the person and write "(asked) answer" behind it; where the answer is yours to give, "(mine) answer".',
      }),
    ),
    ...plans.flatMap((placed) => planLacks(source, placed, plans.length === 1)),
  ]
}

const fencedHeading = ({ text: content }: Source): boolean => {
  const lines = (content ?? '').split(/\r\n?|\n/).map((line) => line.trim())
  return lines.some((line) => line.startsWith('```')) && lines.some((line) => /^#{2,3}\s+plans?\b/i.test(line))
}

/** `isAlone`: no other plan could touch its files at the same time, so it need not say which they are. */
function planLacks(source: Source, { plan, start }: PlacedPlan, isAlone: boolean): readonly Issue[] {
  if (plan.superseded) return []
  const lack = (code: string, expected: string, fix: string) =>
    lineIssue(source, start, code, { expected: `${expected} in plan ${plan.number}`, received: 'none', fix })
  return [
    ...(plan.objective === null
      ? [lack('PLAN_OBJECTIVE', 'an objective', 'Write what it achieves behind its number, in the heading.')]
      : []),
    ...(plan.truths.length === 0
      ? [lack('PLAN_TRUTHS', 'a line "true:"', 'Add "- true: what somebody can observe when this works".')]
      : []),
    ...(plan.tasks.length === 0
      ? [lack('NO_TASKS', 'a task', 'Add numbered lines: "1. what to do, with names, signatures and edge cases".')]
      : []),
    ...(!isAlone && plan.files.length === 0 && plan.tasks.every(({ files }) => files.length === 0)
      ? [lack('PLAN_FILES', 'a line "files:"', 'Add "- files:" with every path its tasks change, tests included.')]
      : []),
  ]
}

export const phaseDraft = draftKind({
  id: 'phase-draft',
  about: 'A phase in one file: decisions, open questions and plans, each fact once',
  shape,
  empty,
  read: readPhaseDraft,
  lacks,
})
