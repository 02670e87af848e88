// PLAN.md: one plan of a phase. Its `verify:` list has programs with arguments, run without a shell for a receipt.
import type { Issue } from '../../errors.js'
import { type FrontValue, isFrontList, isFrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import { contentOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lazily } from '../../std/once.js'
import { issueAt } from '../codec.js'
import { openQuestionsOf } from '../context/research.js'
import { brokenRules, type DraftRule, draftIssue, markdownKind } from '../document/frame.js'
import { commandIn, type PlanCheck, SHELL_WORD, type UnreadCheck } from '../parts/command-line.js'
import { entryText, Front, mapsOf, numberOf, partOf, textOf, textsOf } from '../parts/front-fields.js'
import { blockText, elementNamed } from '../parts/prose.js'
import { readPlanLines } from './plan-lines.js'
import { isCheckpoint, readTasks } from './plan-tasks.js'

const isFalse = (text: string | null): boolean => text !== null && /^(?:false|no|off)$/i.test(text)

function objectiveOf(source: Source): string | null {
  const found = elementNamed(source, 'objective')
  return (found && blockText(source, contentOf(found))) ?? readPlanLines(source).objective
}

const TEXT_KEYS = ['title', 'text', 'truth', 'name', 'rule', 'path', 'provides'] as const

/** Text of a must-have: of the main key of a map, or else of the whole value. */
function truthOf(value: FrontValue): string | null {
  const keys = isFrontMap(value) ? Object.keys(value) : []
  // `- The user sees: a list` is a sentence that YAML parses as a map.
  if (keys.length === 1 && !TEXT_KEYS.includes(keys[0] as (typeof TEXT_KEYS)[number])) return textOf(value)
  return entryText(value, ...TEXT_KEYS)
}

/** The must-haves of a plan: the list below `must_haves.truths`, or directly below `must_haves`. */
function truthsBelow(front: Front): FrontValue | undefined {
  const whole = front.at('must_haves', 'must-haves')
  return whole === undefined || isFrontList(whole) ? whole : partOf(whole, 'truths')
}

/** A plan with this single must-have promises exactly the success criteria of its phase in ROADMAP.md. */
export const PHASE_CRITERIA_TRUTH = 'the success criteria of the phase'

function read(source: Source) {
  const front = new Front(source)
  return lazily({
    /** As written: 02-auth, 2, 02. */
    phase: () => front.text('phase'),
    /** As written: 01, 1. The plan's id comes from its file name. */
    plan: () => front.text('plan'),
    /** As declared; null if absent or not a whole number. The actual wave is computed from `dependsOn`. */
    wave: () => numberOf(front.at('wave')),
    /** Plan ids in any spelling. */
    dependsOn: () => front.ids('depends_on', 'depends-on'),
    filesModified: () => front.ids('files_modified', 'files-modified'),
    /** Shared files that the plan only adds to, such as an index or a changelog. */
    filesAppended: () => front.ids('files_appended', 'files-appended'),
    /** False if a task needs the user. */
    autonomous: () => !isFalse(front.text('autonomous')),
    requirements: () => front.ids('requirements'),
    gapClosure: () => front.text('gap_closure', 'gap-closure') === 'true',
    /** Pending actions that the plan does (`01-02#1`) or gives up (`01-02#1 dropped: why`). */
    handles: () => front.texts('handles'),
    /** `superseded` removes the plan from its phase. */
    status: () => front.text('status'),
    verify: () => readChecks(source, front.at('verify')).checks,
    mustHaves: () => ({ truths: textsOf(truthsBelow(front), truthOf) }),
    objective: () => objectiveOf(source),
    tasks: () => readTasks(source).tasks.map(({ task }) => task),
  })
}
export type PlanValue = ReturnType<typeof read>

const hasKey = (source: Source, key: string): boolean => readFrontMatter(source).data[key] !== undefined

const RULES: readonly DraftRule<PlanValue>[] = [
  [
    'KEY_MISSING',
    'must_haves.truths in the front matter',
    'Add must_haves.truths: to the front matter.',
    ({ mustHaves }) => mustHaves.truths.length === 0,
    'the front matter has no "must_haves.truths"',
  ],
  [
    'SECTION_MISSING',
    'the result of the plan',
    'Write it as a sentence above the tasks.',
    ({ objective }) => objective === null,
  ],
  [
    'NO_TASKS',
    'a task',
    'Add numbered lines: "1. what to do, with names, signatures and edge cases".',
    ({ tasks }) => tasks.length === 0,
    'the plan has no task',
  ],
  [
    'AUTONOMOUS_CHECKPOINT',
    'autonomous: false',
    'Set autonomous: false.',
    ({ autonomous, tasks }, source) => autonomous && hasKey(source, 'autonomous') && tasks.some(isCheckpoint),
    'a task needs the user, but the plan says autonomous: true',
  ],
]

/** The rule that a plan has checks. It gives only a notice, because the project's own checks can be enough. */
const CHECKS_RULE: DraftRule<PlanValue> = [
  'NO_CHECKS',
  'at least one entry below verify:',
  'Add verify: with `- run: [program, argument]` and `expect: 0`.',
  ({ verify }) => verify.length === 0,
]

function draftIssues(source: Source, value: PlanValue, issues: readonly Issue[]): readonly Issue[] {
  const found = issues.map((issue): Issue => (issue.code === 'TASK_HEADING' ? { ...issue, severity: 'error' } : issue))
  // A superseded plan needs nothing.
  if (value.status === 'superseded') return found
  const notices = brokenRules([CHECKS_RULE], source, value).map((issue): Issue => ({ ...issue, severity: 'notice' }))
  const questions = openQuestionsOf(source)
    .slice(0, 1)
    .map((question) =>
      draftIssue(source, 'OPEN_QUESTIONS', 'no open question', ASK_FIX, `an open question: ${question}`),
    )
  return [...found, ...brokenRules(RULES, source, value), ...notices, ...questions]
}

const ASK_FIX = 'Ask the user and record the answer as a decision, or decide yourself.'

export const plan = markdownKind({
  read,
  id: 'plan',
  about: 'One plan: tasks for an executor, and conditions that must hold afterwards',
  parseIssues: (source) => [
    ...readChecks(source, readFrontMatter(source).data['verify']).issues,
    ...readTasks(source).issues,
  ],
  draftIssues,
})

export function readChecks(source: Source, value: FrontValue | undefined) {
  const checks: PlanCheck[] = []
  const issues: Issue[] = []
  const offset =
    readFrontMatter(source).keys.find(({ path }) => path.length === 1 && path[0] === 'verify')?.valueStart ?? 0
  for (const item of entriesOf(value)) {
    if (isPlaceholderEntry(item)) continue
    const found = checkOf(item)
    if ('argv' in found) checks.push(found)
    else issues.push(badCheck(source, offset, found.expected, found.received))
  }
  return { checks, issues }
}

/** The entries of `verify:`. A list of single words (`verify: [npm, test]`) is one entry: a program with arguments. */
function entriesOf(value: FrontValue | undefined): readonly FrontValue[] {
  if (value === undefined || typeof value === 'string' || !isFrontList(value)) return mapsOf(value)
  const words = value.every((item) => typeof item === 'string' && !/\s/.test(item.trim()))
  return words && value.length > 1 ? [value] : value
}

/** Whether an entry is a placeholder of the template. */
function isPlaceholderEntry(item: FrontValue): boolean {
  if (typeof item === 'string') return textOf(item) === null
  const run = partOf(item, 'run')
  return run !== undefined && isFrontList(run) && run.length > 0 && run.every((word) => textOf(word) === null)
}

function checkOf(item: FrontValue): PlanCheck | UnreadCheck {
  const run = isFrontMap(item) ? partOf(item, 'run', 'command', 'cmd') : item
  if (run === undefined) return { expected: 'an entry with `run: [program, argument]`', received: JSON.stringify(item) }
  const wanted = isFrontMap(item) ? textOf(partOf(item, 'expect', 'exit')) : null
  if (wanted !== null && !/^\d{1,3}$/.test(wanted))
    return { expected: 'an exit code, e.g. `expect: 0`', received: wanted }
  if (isFrontMap(run)) return { expected: 'a list of words', received: JSON.stringify(run) }
  const expect = Number(wanted ?? 0)
  if (typeof run === 'string') {
    const found = commandIn(run)
    return 'argv' in found && wanted !== null ? { ...found, expect } : found
  }
  const argv = run.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
  const bad = argv.find((word) => SHELL_WORD.test(word))
  if (bad !== undefined) return { expected: 'one program with its arguments, no shell', received: bad }
  if ((argv[0] ?? '').trim() === '' || /\s/.test(argv[0] ?? ''))
    return { expected: 'the program as the first word of the list', received: argv[0] ?? 'nothing' }
  return { argv, expect }
}

const badCheck = (source: Source, offset: number, expected: string, received: string): Issue =>
  issueAt(source, offset, {
    code: 'PLAN_VERIFY',
    expected,
    received,
    fix: 'Write each check as `- run: [npm, test]` with `expect: 0` below it; several programs are several entries.',
  })
