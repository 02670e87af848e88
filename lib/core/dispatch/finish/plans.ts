// Checks that the plans of a phase fit together and cover requirements and leftovers, and completes their front matter.
import { Doc } from '../../../artifacts/doc.js'
import { Front } from '../../../artifacts/parts/front-fields.js'
import { isCheckpoint } from '../../../artifacts/plan/plan-tasks.js'
import type { Requirement } from '../../../artifacts/requirements/requirements.js'
import type { Source } from '../../../ports.js'
import { correctionsText } from '../../../std/ids-meant.js'
import { baseName } from '../../../std/paths.js'
import { someOf } from '../../../std/text.js'
import { renderReplans } from '../../captures/replan-record.js'
import { type PhaseFacts, phaseDirectoryPath } from '../../derivation/facts.js'
import { isDroppedBy, isHandledBy } from '../../derivation/leftovers.js'
import { isComplete, type PlanFacts } from '../../derivation/plan-facts.js'
import { bindingActions, openTriggers, pendingTriggers, replansOf } from '../../derivation/triggers.js'
import { planWaves } from '../../derivation/waves.js'
import { type PlanId, parsePlanStem, samePlan } from '../../ids.js'
import { projectChecks } from '../../judging/check.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { listedFiles } from './repository.js'
import { phaseFolderName, textOf, type Work } from './work.js'

interface PlanDraft {
  readonly path: string
  readonly id: PlanId
  readonly stem: string
  readonly value: PlanFacts['plan']
  /** Whether the plan has invalid `verify:` entries, which are reported elsewhere. */
  readonly hasUnreadChecks: boolean
}

/** The phase's plans as they will be after this finish. */
interface Planning {
  readonly drafts: readonly PlanDraft[]
  /** Drafts without the status `superseded`. */
  readonly live: readonly PlanDraft[]
  /** Plans that no draft replaces. */
  readonly kept: readonly PlanFacts[]
}

function planningOf({ gathered, phase, view }: Work): Planning {
  const codec = view.codec('plan')
  const drafts = gathered.artifacts.flatMap(({ expected, draft, path, source }): readonly PlanDraft[] => {
    if (codec === null || expected.schema !== 'plan' || draft === null) return []
    const stem = baseName(path).slice(0, -'-PLAN.md'.length)
    const { value, issues } = codec.parse(source)
    const hasUnreadChecks = issues.some(({ code }) => code === 'PLAN_VERIFY')
    return [{ path, id: parsePlanStem(stem, phase?.id), stem, value: value as PlanFacts['plan'], hasUnreadChecks }]
  })
  return {
    drafts,
    live: drafts.filter(({ value }) => value.status !== 'superseded'),
    kept: (phase?.plans ?? []).filter(({ id }) => !drafts.some((draft) => samePlan(draft.id, id))),
  }
}

export function inspectPlans(work: Work): readonly UnitFinding[] {
  const { phase } = work
  if (phase === null) return []
  const planning = planningOf(work)
  const { drafts, live, kept } = planning
  const isAlone = live.length + kept.length === 1
  const isChecked = projectChecks(work.derivation.facts).checks.length > 0
  const flawOf = ({ id, value, hasUnreadChecks }: PlanDraft): readonly [string, string, string] | null => {
    if (phase.plans.some((plan) => samePlan(plan.id, id) && isComplete(plan)))
      return ['PLAN_DONE', 'is finished and must not change', 'give the new plan the next free number']
    if (value.status === 'superseded') return null
    if (!isAlone && listedFiles(value).length === 0)
      return [
        'PLAN_FILES',
        'names no files, so another plan may change the same files',
        'list every path that the plan changes, tests included, under files_modified',
      ]
    if (isChecked || hasUnreadChecks || value.verify.length > 0) return null
    return [
      'PLAN_NO_CHECKS',
      'names no check to prove it',
      'add verify: [{run: ["npm", "test"]}] to the plan\'s front matter, or set verification.commands in config.json',
    ]
  }
  return [
    ...drafts.flatMap((draft) => {
      const [code, flaw, fix] = flawOf(draft) ?? []
      return code === undefined ? [] : finding(code, `plan ${draft.id} ${flaw}`, draft.path, fix ?? '')
    }),
    ...unplannedFindings(work, phase, planning),
    ...waveFindings(phase, planning),
    ...unhandledFindings(work, phase, planning),
  ]
}

const plansIn = ({ live, kept }: Planning): readonly PlanFacts['plan'][] => [
  ...kept.map(({ plan }) => plan),
  ...live.map(({ value }) => value),
]

/** Modes that plan the whole phase; repairs and replans only add to the plans. */
const FULL_PLANNING_MODES: ReadonlySet<string | null> = new Set([null, 'full', 'revise'])

function unplannedFindings({ claim, view }: Work, phase: PhaseFacts, planning: Planning): readonly UnitFinding[] {
  const plans = plansIn(planning)
  if (claim.unitType !== 'plan-phase' || !FULL_PLANNING_MODES.has(claim.mode) || plans.length === 0) return []
  const known: readonly Requirement[] = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value.requirements ?? []
  const carried = new Set(plans.flatMap(({ requirements }) => requirements))
  const uncovered = known.filter(({ id }) => phase.section.requirements.includes(id) && !carried.has(id))
  const unplanned = uncovered.flatMap(({ id, scope, done }) => (scope === 'v1' && done !== true ? [id] : []))
  if (unplanned.length === 0) return []
  const unknown = [...carried].filter((id) => known.every((one) => one.id !== id))
  const also = unknown.length === 0 ? '' : `; plans name ${unknown.join(', ')}, which REQUIREMENTS.md does not define`
  const message = `no plan of phase ${phase.id} covers ${unplanned.join(', ')}${also}`
  const fix = `name each requirement under requirements: of the plan that builds it${correctionsText(unknown, unplanned)}, add a plan for the requirement, or move it to another phase in ROADMAP.md`
  return [finding('REQUIREMENT_UNPLANNED', message, planning.drafts[0]?.path ?? '', fix)]
}

const wavesOf = (phase: PhaseFacts, { live, kept }: Planning) =>
  planWaves(phase.id, [
    ...kept.map(({ id, file, plan }) => ({ id, stem: file.stem, dependsOn: plan.dependsOn, wave: plan.wave })),
    ...live.map(({ id, stem, value }) => ({ id, stem, dependsOn: value.dependsOn, wave: null })),
  ])

function waveFindings(phase: PhaseFacts, planning: Planning): readonly UnitFinding[] {
  const { cycle, plans } = wavesOf(phase, planning)
  const pathOf = (id: PlanId | undefined) => planning.drafts.find((draft) => draft.id === id)?.path ?? ''
  const ids = plans.map(({ id }) => id)
  const [first] = cycle ?? []
  const message = `circular dependency of plans: ${[...(cycle ?? []), first].join(' → ')}`
  return [
    ...(first === undefined ? [] : [finding('PLAN_CYCLE', message, pathOf(first), 'remove one depends_on')]),
    ...plans.flatMap(({ id, unresolved }) =>
      unresolved.map((ref) => {
        const message = `plan ${id} depends on "${ref}", which is not a plan`
        return finding('PLAN_DEPENDENCY', message, pathOf(id), `use one of ${someOf(ids, ref)}`)
      }),
    ),
  ]
}

/** Reports pending actions of finished plans that no plan takes up or drops with a reason. */
function unhandledFindings({ derivation }: Work, phase: PhaseFacts, planning: Planning): readonly UnitFinding[] {
  const handles = plansIn(planning).flatMap((plan) => plan.handles)
  const open = bindingActions(derivation.facts, phase).filter(({ ref }) => !isHandledBy(ref, handles))
  return open.map(({ ref, text }) => {
    const fix = `write handles: ["${ref}"] into the plan that has a task for the action; if the action is no longer needed, write handles: ["${ref} dropped: the reason"]`
    return finding('ACTION_UNHANDLED', `no plan handles ${ref}, "${text}"`, planning.drafts[0]?.path ?? '', fix)
  })
}

export function stampPlan(work: Work, artifact: Artifact): string {
  if (artifact.expected.schema !== 'plan' || artifact.draft === null || work.phase === null) return textOf(artifact)
  const { view, claim } = work
  const planning = planningOf(work)
  const plan = planning.drafts.find(({ path }) => path === artifact.path)
  if (plan === undefined) return textOf(artifact)
  const { value } = plan
  const before = view.source(artifact.path)
  if (value.status === 'superseded' && before !== null) return withStatus(before, value.status)
  const wave = wavesOf(work.phase, planning).plans.find(({ id }) => id === plan.id)?.wave ?? value.wave
  const front = new Front(artifact.source)
  const isSet = (...keys: readonly string[]) => front.at(...keys) !== undefined
  const files = listedFiles(value)
  const doc = new Doc(artifact.source)
  doc.setFront({
    ...(value.phase === null ? { phase: phaseFolderName(work.phase, work) } : {}),
    ...(value.plan === null ? { plan: numberOf(plan.id) } : {}),
    ...(isSet('type') ? {} : { type: value.tasks.every(({ tdd }) => tdd) ? 'tdd' : 'execute' }),
    ...(wave === value.wave ? {} : { wave }),
    ...(isSet('depends_on', 'depends-on') ? {} : { depends_on: [] }),
    ...(isSet('requirements') ? {} : { requirements: [] }),
    ...(files.length === value.filesModified.length && isSet('files_modified', 'files-modified')
      ? {}
      : { [isSet('files-modified') ? 'files-modified' : 'files_modified']: files }),
    ...(isSet('autonomous') ? {} : { autonomous: !value.tasks.some(isCheckpoint) }),
    ...(claim.mode === 'gaps' && !isSet('gap_closure', 'gap-closure') ? { gap_closure: true } : {}),
  })
  return doc.editedText()
}

function withStatus(source: Source, status: string): string {
  const doc = new Doc(source)
  doc.setFront({ status })
  return doc.editedText()
}

const numberOf = (id: PlanId): string => id.slice(id.lastIndexOf('-') + 1)

/** Records in <phase>-REPLAN.md which triggers the new plans answer. */
export function recordReplan(work: Work): void {
  const { phase, claim, derivation, staging, at } = work
  if (phase === null || claim.mode !== 'replan') return
  const open = openTriggers(derivation.facts, phase)
  if (open.length === 0) return
  const planning = planningOf(work)
  const plansChanged = planning.drafts.map(({ id }) => id)
  const named = plansIn(planning).flatMap(({ handles }) => handles)
  const asked = new Map(pendingTriggers(derivation.facts, phase).map((trigger) => [trigger.key, trigger.actions]))
  const entries = open.map(({ key, kind, source }) => {
    const refs = asked.get(key)?.map(({ ref }) => ref)
    const dropped = (refs ?? []).filter((ref) => isDroppedBy(ref, named))
    return {
      ...{ key, kind, source, at, result: 'replanned', plansChanged },
      ...(refs === undefined ? {} : { handles: refs.filter((ref) => !dropped.includes(ref)) }),
      ...(dropped.length === 0 ? {} : { dropped }),
    }
  })
  const path = phase.files?.replan ?? `${phaseDirectoryPath(derivation.facts, phase)}/${phase.id}-REPLAN.md`
  staging.put(path, renderReplans(phase.id, replansOf(derivation.facts, phase), entries, staging.view.source(path)))
}
