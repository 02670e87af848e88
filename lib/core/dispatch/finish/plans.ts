// Finishing plan-phase: plans fit together, answer what they were asked for, and get the wave they have.
import { Doc } from '../../../artifacts/doc.js'
import { Front } from '../../../artifacts/parts/front-fields.js'
import { isCheckpoint } from '../../../artifacts/plan/plan-tasks.js'
import type { Source } from '../../../ports.js'
import { someOf } from '../../../std/text.js'
import { renderReplans } from '../../captures/replan-record.js'
import { type PhaseFacts, phaseDirectoryPath } from '../../derivation/facts.js'
import { isHandledBy } from '../../derivation/leftovers.js'
import { isComplete, type PlanFacts } from '../../derivation/plan-facts.js'
import { askedActions, openTriggers, pendingTriggers, replansOf } from '../../derivation/triggers.js'
import { planWaves } from '../../derivation/waves.js'
import { type PlanId, parsePlanStem, samePlan } from '../../ids.js'
import { projectChecks } from '../../judging/checks.js'
import type { View } from '../../view.js'
import type { Artifact } from '../drafts.js'
import { listedFiles } from '../plan-files.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { unplannedFindings } from './unplanned.js'
import { ownName, textOf, type Work } from './work.js'

interface PlanDraft {
  readonly artifact: Artifact
  readonly id: PlanId
  readonly stem: string
}

const planDrafts = (work: Work): readonly PlanDraft[] =>
  work.gathered.artifacts
    .filter(({ expected, draft }) => expected.schema === 'plan' && draft !== null)
    .map((artifact) => {
      const stem = artifact.path.slice(artifact.path.lastIndexOf('/') + 1, -'-PLAN.md'.length)
      return { artifact, id: parsePlanStem(stem, work.phase?.id), stem }
    })

export function inspectPlans(work: Work): readonly UnitFinding[] {
  const { phase, view } = work
  if (phase === null) return []
  const drafts = planDrafts(work)
  const done = drafts.flatMap(({ id, artifact }) =>
    phase.plans.some((plan) => samePlan(plan.id, id) && isComplete(plan))
      ? [
          finding(
            'PLAN_DONE',
            `plan ${id} is carried out and must not change`,
            artifact.path,
            'give the new plan the next free number',
          ),
        ]
      : [],
  )
  const unchecked =
    projectChecks(work.derivation.facts).checks.length > 0
      ? []
      : drafts
          .filter(
            ({ artifact }) =>
              planValue(view, artifact).verify.length === 0 &&
              planValue(view, artifact).status !== 'superseded' &&
              !hasUnreadChecks(view, artifact),
          )
          .map(({ id, artifact }) =>
            finding(
              'PLAN_NO_CHECKS',
              `plan ${id} names no check that could prove it`,
              artifact.path,
              'add verify: [{run: ["npm", "test"]}] to its front matter, or set verification.commands in config.json',
            ),
          )
  const values = drafts.map(({ artifact }) => planValue(view, artifact)).filter(({ status }) => status !== 'superseded')
  const kept = phase.plans.filter(({ id }) => !drafts.some((draft) => samePlan(draft.id, id))).map(({ plan }) => plan)
  const unplanned = unplannedFindings(work, [...kept, ...values], drafts[0]?.artifact.path ?? '')
  const bare = drafts.filter(
    ({ artifact }) =>
      values.length + kept.length > 1 &&
      listedFiles(planValue(view, artifact)).length === 0 &&
      planValue(view, artifact).status !== 'superseded',
  )
  return [
    ...done,
    ...bare.map(({ id, artifact }) =>
      finding(
        'PLAN_FILES',
        `plan ${id} names no file, and another plan may change the same`,
        artifact.path,
        'list every path its tasks change, tests included, below files_modified',
      ),
    ),
    ...unchecked,
    ...unplanned,
    ...waveFindings(work, drafts),
    ...replanFindings(work, drafts),
    ...unhandledFindings(work, drafts),
  ]
}

/** Entries of `verify:` that are none were reported already. */
const hasUnreadChecks = (view: View, { source }: Artifact): boolean =>
  (view.codec('plan')?.parse(source).issues ?? []).some(({ code }) => code === 'PLAN_VERIFY')

const planValue = (view: View, { source }: Artifact) => {
  const codec = view.codec('plan')
  if (codec === null) throw new Error('no codec of "plan" was declared')
  return codec.parse(source).value as PlanFacts['plan']
}

/** Waves over the plans as they will be. */
function futureWaves(work: Work, drafts: readonly PlanDraft[]) {
  const { phase, view } = work
  const kept = (phase?.plans ?? []).filter(({ id }) => !drafts.some((draft) => samePlan(draft.id, id)))
  const values = drafts.map((draft) => ({ ...draft, value: planValue(view, draft.artifact) }))
  return planWaves(phase?.id ?? ('' as PhaseFacts['id']), [
    ...kept.map(({ id, file, plan }) => ({ id, stem: file.stem, dependsOn: plan.dependsOn, declaredWave: plan.wave })),
    ...values
      .filter(({ value }) => value.status !== 'superseded')
      .map(({ id, stem, value }) => ({ id, stem, dependsOn: value.dependsOn, declaredWave: null })),
  ])
}

function waveFindings(work: Work, drafts: readonly PlanDraft[]): readonly UnitFinding[] {
  const { cycle, plans } = futureWaves(work, drafts)
  const pathOf = (id: PlanId) => drafts.find((draft) => draft.id === id)?.artifact.path ?? ''
  const circle =
    cycle === null
      ? []
      : [
          finding(
            'PLAN_CYCLE',
            `plans depend on each other in a circle: ${[...cycle, cycle[0]].join(' → ')}`,
            pathOf(cycle[0] as PlanId),
            'take one depends_on out',
          ),
        ]
  const unresolved = plans.flatMap(({ id, unresolved: refs }) =>
    refs.map((ref) =>
      finding(
        'PLAN_DEPENDENCY',
        `plan ${id} depends on "${ref}", which is not a plan`,
        pathOf(id),
        `use one of ${someOf(
          plans.map((plan) => plan.id),
          ref,
        )}`,
      ),
    ),
  )
  return [...circle, ...unresolved]
}

/** Every action that finished plans left is taken up by a plan, or given up with a reason; a plan that is rewritten loses none. */
function unhandledFindings(work: Work, drafts: readonly PlanDraft[]): readonly UnitFinding[] {
  const { phase, derivation } = work
  if (phase === null) return []
  const kept = phase.plans.filter(({ id }) => !drafts.some((draft) => samePlan(draft.id, id))).map(({ plan }) => plan)
  const live = drafts
    .map(({ artifact }) => planValue(work.view, artifact))
    .filter(({ status }) => status !== 'superseded')
  const handles = [...kept, ...live].flatMap((plan) => plan.handles)
  return askedActions(derivation.facts, phase)
    .filter(({ ref }) => !isHandledBy(ref, handles))
    .map(({ ref, text }) =>
      finding(
        'ACTION_UNHANDLED',
        `no plan takes up ${ref}, "${text}"`,
        drafts[0]?.artifact.path ?? '',
        `write handles: ["${ref}"] into the plan whose task does it; where it is no longer needed, handles: ["${ref} dropped: the reason"]`,
      ),
    )
}

function replanFindings({ claim, view }: Work, drafts: readonly PlanDraft[]): readonly UnitFinding[] {
  return claim.mode === 'gaps' &&
    drafts.length > 0 &&
    drafts.every(({ artifact }) => view.source(artifact.path) !== null)
    ? [
        finding(
          'GAPS_NEED_PLANS',
          'the gaps need at least one new plan',
          drafts[0]?.artifact.path ?? '',
          'write a plan with the next free number and gap_closure: true',
        ),
      ]
    : []
}

export function stampPlan(work: Work, artifact: Artifact): string {
  if (artifact.expected.schema !== 'plan' || artifact.draft === null || work.phase === null) return textOf(artifact)
  const { view, claim } = work
  const drafts = planDrafts(work)
  const own = drafts.find((draft) => draft.artifact.path === artifact.path)
  const value = planValue(view, artifact)
  const before = view.source(artifact.path)
  if (value.status === 'superseded' && before !== null) return withStatus(before, value.status)
  const wave = futureWaves(work, drafts).plans.find(({ id }) => id === own?.id)?.wave ?? value.wave
  const front = new Front(artifact.source)
  const isSaid = (...keys: readonly string[]) => front.at(...keys) !== undefined
  const files = listedFiles(value)
  const doc = new Doc(artifact.source)
  doc.setFront({
    ...(value.phase === null ? { phase: ownName(work.phase, work) } : {}),
    ...(value.plan === null && own !== undefined ? { plan: numberOf(own.id) } : {}),
    ...(isSaid('type') ? {} : { type: value.tasks.every(({ tdd }) => tdd) ? 'tdd' : 'execute' }),
    ...(wave === value.wave ? {} : { wave }),
    ...(isSaid('depends_on', 'depends-on') ? {} : { depends_on: [] }),
    ...(isSaid('requirements') ? {} : { requirements: [] }),
    ...(files.length === value.filesModified.length && isSaid('files_modified', 'files-modified')
      ? {}
      : { [isSaid('files-modified') ? 'files-modified' : 'files_modified']: files }),
    ...(isSaid('autonomous') ? {} : { autonomous: !value.tasks.some(isCheckpoint) }),
    ...(claim.mode === 'gaps' && !isSaid('gap_closure', 'gap-closure') ? { gap_closure: true } : {}),
  })
  return doc.whole()
}

function withStatus(source: Source, status: string): string {
  const doc = new Doc(source)
  doc.setFront({ status })
  return doc.whole()
}

const numberOf = (id: PlanId): string => id.slice(id.lastIndexOf('-') + 1)

/** Notes in XX-REPLAN.md which triggers the new plans answer. */
export function recordReplan(work: Work): void {
  const { phase, claim, derivation, staging, at } = work
  if (phase === null || claim.mode !== 'replan') return
  const open = openTriggers(derivation.facts, phase)
  if (open.length === 0) return
  const changed = planDrafts(work).map(({ id }) => id)
  const asked = new Map(pendingTriggers(derivation.facts, phase).map((trigger) => [trigger.key, trigger.actions]))
  const entries = open.map(({ key, kind, source }) => {
    const actions = asked.get(key)
    return {
      key,
      kind,
      source,
      at,
      result: 'replanned',
      plansChanged: changed,
      ...(actions === undefined ? {} : { handles: actions.map(({ ref }) => ref) }),
    }
  })
  const path = phase.files?.replan ?? `${phaseDirectoryPath(derivation.facts, phase)}/${phase.id}-REPLAN.md`
  staging.put(path, renderReplans(phase.id, replansOf(derivation.facts, phase), entries, staging.view.source(path)))
}
