// A plan whose work was there before it was begun, by another plan or by hand: it ends with nothing changed, and what shows it is what runs on the present tree.
import { lookStep, type UnitStep } from '../../builtin-steps.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { ownChecks, projectChecks } from '../../judging/checks.js'
import { runKey } from '../../judging/receipts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { changedFiles, isThere, isTouched } from './changes.js'
import { filesOf, namedPath } from './repository.js'
import type { Work } from './work.js'

/** `status:` of its SUMMARY. */
export const ALREADY = 'already'

type Summary = NonNullable<PlanFacts['summary']>
export const isAlready = (summary: Summary | null): boolean => summary?.status === ALREADY

const HASH = /\b[0-9a-f]{7,40}\b/g
export const hashesIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => text.match(HASH) ?? [])),
]

const BEFORE = 'finish:before'

/** All that the plan says shall be there. */
function promised(plan: PlanFacts['plan'] | null): readonly string[] {
  const more = [
    ...(plan?.tasks ?? []).flatMap(({ files }) => files),
    ...(plan?.mustHaves.artifacts ?? []).map(({ path }) => path),
  ]
  return [...new Set([...filesOf(plan, null), ...more.flatMap((entry) => namedPath(entry) ?? [])])]
}

/** The commits that made what the plan promises. */
export const alreadySteps = ({ view, plan }: Work): readonly UnitStep[] =>
  view.hasGit ? [lookStep(BEFORE, ['git', 'log', '--format=%H', 'HEAD', '--', ...promised(plan?.plan ?? null)])] : []

/** Whether a check of the plan's own can show it: those of the project pass whatever this plan was to do. */
function isShown({ plan, derivation }: Work): boolean {
  const common = new Set(projectChecks(derivation.facts).checks.map(runKey))
  return ownChecks(plan?.plan ?? { verify: [] }).some((check) => check.required && !common.has(runKey(check)))
}

export function alreadyFindings(work: Work, summary: Summary, path: string): readonly UnitFinding[] {
  const { plan, view, claim } = work
  const one = (code: string, message: string, fix: string) => [finding(code, message, path, fix)]
  if (plan === null)
    return one(
      'ALREADY_TASK',
      'a small task whose work was there before is no task',
      `gsd-tools unit finish --claim ${claim.token} --status cancelled`,
    )
  const files = promised(plan.plan)
  const changed = changedFiles(work) ?? new Set<string>()
  const touched = files.filter((file) => isTouched(file, work, changed) === true)
  if (touched.length > 0)
    return one(
      'ALREADY_CHANGED',
      `the result says that nothing was left to do, and ${touched.slice(0, 3).join(', ')} changed since the work on this unit began`,
      'leave "already:" out; a task that needed nothing is named below deviations: "- Task 1: done in <commit>"',
    )
  const missing = files.filter((file) => !isThere(view, file))
  if (missing.length > 0)
    return one(
      'ALREADY_MISSING',
      `the plan promises ${missing.slice(0, 5).join(', ')}, and nothing of that name is there`,
      'do what is missing, commit it, and leave "already:" out',
    )
  if (!isShown(work))
    return one(
      'ALREADY_UNSHOWN',
      'the plan names no check of its own, so nothing that runs can show that its work is there',
      `write a test that shows it, commit it${files.length === 0 ? '' : ' with the files of the plan'}, and leave "already:" out`,
    )
  if (!view.hasGit) return []
  const known = (work.results.get(BEFORE)?.stdout ?? '').split('\n').filter((hash) => hash !== '')
  const odd = summary.commits.filter((hash) => !known.some((full) => full.startsWith(hash)))
  if (summary.commits.length > 0 && odd.length === 0) return []
  const makers = known.slice(0, 5).map((hash) => hash.slice(0, 10))
  return one(
    'ALREADY_WHERE',
    odd.length === 0
      ? 'the result does not say which commits did the work'
      : `${odd.join(', ')} changed nothing of what the plan promises${files.length === 0 ? '' : `: ${files.slice(0, 3).join(', ')}`}`,
    makers.length === 0
      ? 'commit what is there, and leave "already:" out'
      : `name those that did it, below "already:"; these changed files of the plan: ${makers.join(', ')}`,
  )
}
