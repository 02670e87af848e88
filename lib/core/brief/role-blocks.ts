// Shared brief blocks about the work at hand: plan check issues, leftovers and checks to run.
import { pathText, type SafeText, say } from '../../std/safe-text.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { type CheckRecord, parseCheckRecord } from '../derivation/phase-rules.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { type PendingAction, pendingActions, takenUpBy } from '../derivation/triggers.js'
import { filesBelow } from '../dispatch/drafts.js'
import { parsePlanId, quickNumber } from '../ids.js'
import { projectChecks } from '../judging/check.js'
import { shownCommand } from '../trust.js'
import { type Block, type Item, items, type Reading, rules } from './brief-blocks.js'
import { type AgentSubject, type BriefWorld, isAuto } from './brief-world.js'

/** The plan check's issues for this verdict; for one plan only if it is named. */
export function checkIssues(
  { phase, plan }: AgentSubject,
  { view }: BriefWorld,
  verdict: CheckRecord['verdict'] = 'issues',
): readonly Item[] {
  const path = phase?.files?.check ?? null
  const text = path === null ? null : view.source(path)?.text
  const record = text == null ? null : parseCheckRecord(text)
  if (path === null || record?.verdict !== verdict) return []
  const isMeant = (issue: unknown) => {
    const about = (issue as { readonly plan?: unknown } | null)?.plan
    return plan === null || typeof about !== 'string' || parsePlanId(about) === plan.id
  }
  return record.issues.filter(isMeant).map((issue) => ({
    text: typeof issue === 'string' ? issue : JSON.stringify(issue),
    whole: { path, about: say`all issues of the plan check` },
  }))
}

export const summaryOf = (plan: PlanFacts | undefined): Reading | null =>
  plan === undefined || plan.file.summary === null
    ? null
    : { path: plan.file.summary, about: say`leftovers of ${pathText(plan.id)}` }

export const actionItems = (phase: PhaseFacts | null, actions: readonly PendingAction[]): readonly Item[] =>
  actions.map(({ index, text, planId }) => ({
    text,
    before: say`${pathText(planId)}#${index + 1} `,
    whole: summaryOf(phase?.plans.find(({ id }) => id === planId)),
  }))

/** A quick task has its plan among its drafts. */
export const planDrafts = (subject: AgentSubject, { view }: BriefWorld): readonly string[] => {
  const drafts = subject.claim.unitType === 'quick' ? subject.claim.drafts : null
  return drafts === null
    ? []
    : filesBelow(view, drafts)
        .filter((name) => name.endsWith('-PLAN.md'))
        .map((name) => `${drafts}/${name}`)
}

export function executorBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase, plan } = subject
  const inherited = phase === null ? [] : pendingActions(world.derivation.facts, phase)
  const paths = [...(plan === null ? [] : [plan.file.path]), ...planDrafts(subject, world)]
  const checks = paths.flatMap((path) =>
    (path === plan?.file.path ? plan.plan.verify : (world.view.parse('plan', path)?.value.verify ?? [])).map(
      (check) => ({
        text: shownCommand(check),
        behind: say` → exit ${Number(check.expect)}`,
        whole: { path, about: say`your plan, to execute` },
      }),
    ),
  )
  // A quick task often has no plan, so project checks prove it.
  const common = subject.claim.unitType === 'quick' ? projectChecks(world.derivation.facts).checks : []
  const commonItems = common
    .map((check) => ({ text: shownCommand(check), whole: null }))
    .filter(({ text }) => !checks.some((check) => check.text === text))
  const auto = isAuto(world)
  return [
    ...items(
      'actions',
      say`Inherited actions: list each open one as pending again, and tick done or obsolete ones (\`- [x] name: why\`)`,
      actionItems(phase, inherited),
    ),
    ...items(
      'handles',
      say`Leftovers of earlier plans that yours handles: your summary lists any still open`,
      phase === null || plan === null ? [] : actionItems(phase, takenUpBy(world.derivation.facts, phase, plan)),
    ),
    ...items('noted', say`Noted by the plan check`, checkIssues(subject, world, 'passed')),
    ...items('checks', say`Checks run at the finish: run them yourself only while working`, [
      ...checks,
      ...commonItems,
    ]),
    ...rules('quick', say`Quick task`, quickRules(subject)),
    ...rules('auto', say`Checkpoints`, [
      auto
        ? say`Auto mode is on: human-verify counts as approved and a decision takes its first option. Never at \`blocking-human\`, never at a human-action.`
        : say`Auto mode is off: every checkpoint ends your run.`,
    ]),
  ]
}

function quickRules({ claim }: AgentSubject): readonly SafeText[] {
  if (claim.unitType !== 'quick') return []
  const number = pathText(quickNumber(claim.unitId))
  return [say`- Scope of each commit: \`${number}\`, e.g. \`fix(${number}): …\`.`]
}
