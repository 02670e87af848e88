// Whether a plan has what its executor needs: one list for all verbs, so that they agree.
import { issueAt } from '../../artifacts/parts/issues.js'
import type { PlanValue } from '../../artifacts/plan/plan.js'
import type { PlanTask } from '../../artifacts/plan/plan-lines.js'
import { readPlanLines } from '../../artifacts/plan/plan-lines.js'
import { readTasks } from '../../artifacts/plan/plan-tasks.js'
import type { Issue } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import type { ProjectFacts } from '../derivation/facts.js'

/** Front matter keys of a plan, each with its spellings. */
const PLAN_KEYS: readonly (readonly string[])[] = [
  ['phase'],
  ['plan'],
  ['type'],
  ['wave'],
  ['depends_on', 'depends-on'],
  ['files_modified', 'files-modified'],
  ['autonomous'],
  ['must_haves', 'must-haves'],
]

/**
 * `draft`: handed in now · `open`: not executed yet · `past`: executed, or of a closed milestone. A gap that a default
 * can fill is an error only in a draft.
 */
export type PlanStage = 'draft' | 'open' | 'past'

type Weight = 'always' | 'draft' | 'never'
const isError = (weight: Weight, stage: PlanStage) =>
  stage !== 'past' && (weight === 'always' || (weight === 'draft' && stage === 'draft'))

interface Lack {
  readonly code: string
  /** Stages in which it is an error; otherwise a notice. */
  readonly weight: Weight
  readonly expected: string
  readonly message: string
  readonly fix: string
  readonly at: number | null
}

/** The stage of an existing file. */
export const stageOfPlan = ({ phases }: Pick<ProjectFacts, 'phases'>, path: string): PlanStage =>
  openIn(phases).has(path) ? 'open' : 'past'

/** Memoised, as a lint of the whole project asks for each plan. */
const openIn = onceOf(
  (phases: ProjectFacts['phases']): ReadonlySet<string> =>
    new Set(
      phases.flatMap(({ plans }) => plans.flatMap(({ file, evidence }) => (evidence === 'open' ? [file.path] : []))),
    ),
)

/** `commands`: the setting verification.commands. */
export function planStructure(source: Source, plan: PlanValue, commands: unknown, stage: PlanStage): readonly Issue[] {
  return [...keyLacks(source), ...contentLacks(plan, commands), ...taskLacks(plan, source)].map(
    ({ at, weight, ...lack }) =>
      issueAt(source, at, { ...lack, severity: isError(weight, stage) ? 'error' : 'notice', received: 'none' }),
  )
}

const isCheckpoint = ({ type }: PlanTask) => type.startsWith('checkpoint')

const hasVerify = (task: PlanTask) => task.verify !== null || task.automated !== null || task.humanCheck !== null

function keyLacks(source: Source): readonly Lack[] {
  const there = Object.keys(readFrontMatter(source).data)
  return PLAN_KEYS.filter((spellings) => !spellings.some((key) => there.includes(key))).map(([key]) => ({
    code: 'KEY_MISSING',
    weight: 'draft',
    expected: `${key} in the front matter`,
    message: `the front matter has no "${key}"`,
    fix: `add ${key}: to the front matter`,
    at: null,
  }))
}

function contentLacks(plan: PlanValue, commands: unknown): readonly Lack[] {
  const lack = (code: string, weight: Weight, expected: string, message: string, fix: string): Lack => ({
    code,
    weight,
    expected,
    message,
    fix,
    at: null,
  })
  const noCheck = plan.verify.length === 0 && (!Array.isArray(commands) || commands.length === 0)
  return [
    ...(plan.tasks.length > 0
      ? []
      : [lack('NO_TASKS', 'always', 'a task', 'the plan has no task', 'add numbered lines: "1. what to do"')]),
    ...(plan.autonomous && plan.tasks.some(isCheckpoint)
      ? [
          lack(
            'AUTONOMOUS_CHECKPOINT',
            'always',
            'autonomous: false',
            'a task needs the user, but the plan says autonomous: true',
            'set autonomous: false',
          ),
        ]
      : []),
    ...(noCheck
      ? [
          lack(
            'NO_CHECK',
            'draft',
            'a check',
            'no check for this plan: it has no verify list and the settings have no verification.commands',
            'add verify: with at least one {run: [program, argument]} to the front matter',
          ),
        ]
      : []),
  ]
}

interface Part {
  readonly tag: string
  readonly weight: Weight
  has(task: PlanTask): boolean
}

const PARTS: readonly Part[] = [
  { tag: 'name', weight: 'always', has: ({ name }) => name !== null },
  { tag: 'action', weight: 'always', has: (task) => isCheckpoint(task) || task.action !== null },
  { tag: 'verify', weight: 'never', has: (task) => isCheckpoint(task) || hasVerify(task) },
  {
    tag: 'done',
    weight: 'never',
    has: (task) => isCheckpoint(task) || task.done !== null || task.acceptanceCriteria.length > 0,
  },
]

function taskLacks(plan: PlanValue, source: Source): readonly Lack[] {
  // A numbered line describes its task completely.
  if (readPlanLines(source).tasks.length > 0) return []
  const { tasks } = readTasks(source)
  return plan.tasks.flatMap((task, index) =>
    PARTS.filter(({ has }) => !has(task)).map(({ tag, weight }) => ({
      code: `TASK_${tag.toUpperCase()}`,
      weight,
      expected: `<${tag}> in task ${index + 1}`,
      message: `task ${index + 1}${task.name === null ? '' : ` (${task.name})`} has no <${tag}>`,
      fix: `add <${tag}> to it`,
      at: tasks[index]?.start ?? null,
    })),
  )
}
