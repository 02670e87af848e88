// pending list and pending accept: the required leftovers of finished plans.
import { renderReplans } from '../../core/captures/replan-record.js'
import { decide, isRefused, YES } from '../../core/consent.js'
import { derive } from '../../core/derivation/derive.js'
import {
  FACT_READS,
  gatherFacts,
  type PhaseFacts,
  POSITION_READS,
  type ProjectFacts,
  phaseDirectoryPath,
} from '../../core/derivation/facts.js'
import {
  blockerTriggers,
  handledKeys,
  leftoversIn,
  pendingTriggers,
  replansOf,
  type Trigger,
} from '../../core/derivation/triggers.js'
import { phaseOrRefuse, planNamed } from '../../core/derivation/unknown.js'
import { pendingActionsShape } from '../../core/dispatch/unit-shapes.js'
import { agreedLine } from '../../core/history/ledger.js'
import { userNameIn, userNameSteps } from '../../core/project/person.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { refreshState } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { bool, listOf, maybe, orNull, record, text, texts } from '../../std/shape.js'
import { shellQuoted } from '../../std/text.js'

export const pendingList = verb('pending.list', {
  about: 'List the leftovers of finished plans, the replanning they caused, and how each was resolved',
  args: { phase: arg.text('Phase; default: the active phase', { positional: true }) },
  result: record({
    phase: orNull(text('null if none is active')),
    frontier: listOf(
      record({ planId: text(), key: text(), handled: bool(), actions: pendingActionsShape }),
      'Leftovers of finished plans, oldest first; `handled`: replanned or accepted',
    ),
    replans: listOf(
      record({
        key: text(),
        kind: text('pending, blocker or triage'),
        source: text('Plan or capture'),
        at: text(),
        result: text('replanned, accepted or superseded'),
        plans_changed: texts(),
        who: maybe(text()),
        reason: maybe(text()),
      }),
      'Earlier causes of replanning, and how each was resolved',
    ),
  }),
  reads: FACT_READS,
  run({ view }, { phase: named }) {
    const { facts, active } = derive(view)
    const phase = named === undefined ? active : phaseOrRefuse(facts, named)
    if (phase === null) return { result: { phase: null, frontier: [], replans: [] } }
    const left = leftoversIn(facts, phase).filter(({ actions }) => actions.length > 0)
    const frontier = left.map(({ plan, key, isHandled, actions }) => ({
      planId: plan.id,
      key,
      handled: isHandled,
      actions,
    }))
    const replans = replansOf(facts, phase).map(({ plansChanged, ...entry }) => {
      return { ...entry, plans_changed: plansChanged }
    })
    return { result: { phase: phase.id, frontier, replans } }
  },
})

interface PlanLeftovers {
  readonly phase: PhaseFacts
  readonly planId: string
  readonly triggers: readonly Trigger[]
}

function leftoversOf(facts: ProjectFacts, named: string): PlanLeftovers | { readonly error: ErrorBody } {
  const refused = (code: ErrorBody['code'], message: string, fix: string) => ({ error: { code, message, fix } })
  const found = planNamed(facts, named)
  const known = 'run gsd-tools pending list, which shows plans with leftovers'
  if (found === null) return refused('PLAN_NOT_FOUND', `"${named}" is not a plan of the active milestone`, known)
  const { phase, plan } = found
  const all = [...pendingTriggers(facts, phase), ...blockerTriggers(facts, phase)]
  const triggers = all.filter(({ source }) => source === plan.id)
  if (triggers.length > 0) return { phase, planId: plan.id, triggers }
  const message = `plan ${plan.id} has no open pending action or blocker`
  return refused('NOT_FOUND', message, `run gsd-tools pending list ${phase.id}`)
}

/** Stages the edits that mark the triggers as accepted, except those already handled. */
function accept(view: View, { phase, triggers }: PlanLeftovers, facts: ProjectFacts, who: string, reason: string) {
  const handled = handledKeys(facts, phase)
  const at = new Date(view.clock.now()).toISOString()
  const added = triggers
    .filter(({ key }) => !handled.has(key))
    .map(({ key, kind, source }) => ({ key, kind, source, at, result: 'accepted', plansChanged: [], who, reason }))
  const staging = new Staging(view)
  if (added.length === 0) return staging
  const path = phase.files?.replan ?? `${phaseDirectoryPath(facts, phase)}/${phase.id}-REPLAN.md`
  staging.put(path, renderReplans(phase.id, replansOf(facts, phase), added, view.source(path)))
  refreshState(staging)
  return staging
}

export const pendingAccept = verb('pending.accept', {
  about: 'Accept the leftovers and blockers of a plan, so that they cause no replanning',
  args: {
    planId: arg.word('Plan with the leftovers'),
    reason: arg.text('Why the leftovers are acceptable', { required: true }),
    yes: YES,
  },
  result: record({
    accepted: bool(),
    key: orNull(text("Key of the plan's first leftover or blocker; null if refused")),
    result: orNull(text()),
  }),
  needs: ['programs'],
  reads: POSITION_READS,
  writes: ['replan', 'state', 'ledger'],
  async run({ view, results, run }, { planId, reason, yes }) {
    await run(() => userNameSteps(view, undefined))
    const facts = gatherFacts(view)
    const leftovers = leftoversOf(facts, planId)
    const refused = { accepted: false, key: null, result: null }
    if ('error' in leftovers) return { result: refused, error: leftovers.error }
    const staging = accept(view, leftovers, facts, userNameIn(undefined, results), reason)
    if (staging.edits().length > 0) {
      const about = JSON.stringify([leftovers.planId, leftovers.triggers.map(({ key }) => key).sort(), reason])
      const decider = decide(view, yes, {
        question: `Accept what plan ${leftovers.planId} left open: ${leftovers.triggers.flatMap(({ texts }) => texts).join('; ')}? Reason: ${reason}`,
        call: `gsd-tools pending accept ${leftovers.planId} --reason ${shellQuoted(reason)}`,
      })
      if (isRefused(decider)) return { result: refused, exit: 4, error: decider }
      staging.append(agreedLine(view, 'pending.accept', about, decider))
    }
    const key = leftovers.triggers[0]?.key ?? null
    const before = replansOf(facts, leftovers.phase).find((one) => one.key === key)
    return { result: { accepted: true, key, result: before?.result ?? 'accepted' }, edits: staging.edits() }
  },
})
