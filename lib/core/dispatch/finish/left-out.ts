// Tasks of a plan without work: none of the files they name changed since it was begun, and the result does not say why.
import { isCheckpoint } from '../../../artifacts/plan/plan-tasks.js'
import { baseName } from '../../../std/paths.js'
import type { UnitStep } from '../../builtin-steps.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { changedFiles, ignoredSteps, isTouched } from './changes.js'
import type { Work } from './work.js'

type Plan = PlanFacts['plan'] | null
type Summary = NonNullable<PlanFacts['summary']>
type Looking = Parameters<typeof changedFiles>[0]

interface LeftOut {
  readonly number: string
  readonly name: string
  readonly files: readonly string[]
}

const NUMBER = /^task\s+(\d+[a-z]?)\b[\s:.–—-]*/i

/** As far as git can tell: a task of which anything may have changed is not among them. */
export function leftOut(plan: Plan, work: Looking): readonly LeftOut[] {
  const changed = changedFiles(work)
  if (changed === null) return []
  return (plan?.tasks ?? []).flatMap((task, index) => {
    const isIdle = task.files.length > 0 && task.files.every((file) => isTouched(file, work, changed) === false)
    if (isCheckpoint(task) || !isIdle) return []
    const name = task.name ?? ''
    return [
      { number: NUMBER.exec(name)?.[1] ?? String(index + 1), name: name.replace(NUMBER, '').trim(), files: task.files },
    ]
  })
}

export const leftOutSteps = (plan: Plan, work: Looking): readonly UnitStep[] =>
  ignoredSteps(leftOut(plan, work).flatMap(({ files }) => files))

const RANGES = /\btasks\s+#?(\d+)\s*(?:to|[-–])\s*#?(\d+)\b/gi

/** The result speaks of the task where it says what was done otherwise, or what is left. */
function isExplained({ number, name, files }: LeftOut, said: string): boolean {
  const names = [name, ...files.flatMap((file) => [file, baseName(file)])].map((word) => word.toLowerCase())
  const byNumber = new RegExp(`\\btasks?\\s+(?:#?\\d+[a-z]?\\s*(?:,|and|&|to|[-–])\\s*)*#?${number}\\b`, 'i')
  const isWithin = [...said.matchAll(RANGES)].some(([, from, to]) => Number(from) < +number && +number < Number(to))
  return byNumber.test(said) || isWithin || names.some((word) => word.length > 3 && said.toLowerCase().includes(word))
}

/** What a SUMMARY says of the work beside what it calls done. */
const explained = (summary: Summary): string =>
  [
    ...[summary.deviations, summary.issuesEncountered, summary.knownIssues],
    ...[...summary.pendingActions, ...summary.tickedActions, ...summary.blockers],
    ...[...summary.decisions, ...summary.keyDecisions],
  ].join('\n')

export function leftOutFindings(work: Work, plan: Plan, summary: Summary, path: string): readonly UnitFinding[] {
  const said = explained(summary)
  return leftOut(plan, work)
    .filter((task) => !isExplained(task, said))
    .map(({ number, name, files }) =>
      finding(
        'TASK_LEFT_OUT',
        `task ${number}${name === '' ? '' : ` (${name})`} has no work: nothing changed in ${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''} since the plan was begun`,
        path,
        `do it and commit; where nothing was to do, or it was done in other files, say so below deviations: "- Task ${number}: why"`,
      ),
    )
}
