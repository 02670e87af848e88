// Calls that once set the position in STATE.md. They complete nothing: each refreshes it from evidence, and what an argument states must be what derivation says.
import type { StateValue } from '../artifacts/state/state.js'
import { sameLabel } from '../artifacts/state/state-edit.js'
import { type Derivation, derive } from '../core/derivation/derive.js'
import type { PhaseFacts } from '../core/derivation/facts.js'
import { progressBar } from '../core/derivation/progress.js'
import { statusOf } from '../core/derivation/state-word.js'
import { displayPhaseId, parsePhaseId, samePhase } from '../core/ids.js'
import { phaseMissing } from '../core/phases/locate.js'
import type { View } from '../core/view.js'
import type { ErrorBody } from '../errors.js'
import { bool, int, listOf, maybe, orNull, record, type Shape, text, textOrNull } from '../std/shape.js'
import { slugOf } from '../std/text.js'
import { unknownShape } from '../verbs/findings.js'
import { shareShape } from '../verbs/standing.js'
import { namesOf, POSITION_READS, type Refreshed, refresh } from '../verbs/state/position.js'
import { stateMissing } from '../verbs/state/reading.js'
import { type Args, arg, type Given, mutation } from '../verbs/verb.js'

/** `error`: why nothing is written. */
type Said<R> = { readonly result: R; readonly error?: ErrorBody | null }

/** A call that refreshes the position: what it answers without STATE.md, and with it. */
const position = <const A extends Args, R>(
  name: string,
  {
    without,
    answer,
    ...verb
  }: {
    readonly about: string
    readonly args: A
    readonly result: Shape<R>
    without(given: Given<A>, view: View): R
    answer(found: Refreshed, given: Given<A>): Said<R>
  },
) =>
  mutation<A, R>(name, {
    ...verb,
    reads: POSITION_READS,
    writes: ['state'],
    run(given, view) {
      const found = refresh(view)
      if (found === null) return { result: without(given, view), error: stateMissing(view) }
      const { result, error = null } = answer(found, given)
      return error === null ? { result, edits: found.edits } : { result, error }
    },
  })

/** What an argument states, and what derivation says instead. */
const differs = (what: string, stated: string, derived: string, fix: string): ErrorBody => ({
  code: 'DERIVED_DIFFERS',
  message: `${what}: the argument says "${stated}", derivation says "${derived}"`,
  fix,
})

function phaseIn({ facts }: Derivation, given: string): { phase: PhaseFacts } | { error: ErrorBody } {
  const id = parsePhaseId(given)
  const phase = id === null ? undefined : facts.phases.find((other) => samePhase(other.id, id))
  if (phase !== undefined) return { phase }
  const known = facts.phases.map((other) => displayPhaseId(other.id))
  return { error: phaseMissing(given, known) }
}

/** Why the name or the count of plans is not what ROADMAP and disk say; null where they agree. */
function contradiction(phase: PhaseFacts, name: string | undefined, plans: number | undefined): ErrorBody | null {
  if (name !== undefined && slugOf(name) !== slugOf(phase.title) && slugOf(name) !== phase.directory?.slug)
    return differs('name of the phase', name, phase.title, 'leave --name out, or change the heading in ROADMAP.md')
  if (plans !== undefined && plans !== phase.plans.length)
    return differs(
      'plans of the phase',
      String(plans),
      String(phase.plans.length),
      `leave --plans out; gsd-tools phase plan-index ${displayPhaseId(phase.id)} lists them`,
    )
  return null
}

const PHASE = arg.text('Phase, e.g. 3 or 2.1', { positional: true, names: 'phase' })
const UPDATED = listOf(text(), 'Fields that changed')

const STATED = {
  phase: { ...PHASE, required: true },
  name: arg.text('Its name; compared with ROADMAP.md'),
  plans: arg.int('Its plans; compared with what is on disk'),
} as const

export const stateBeginPhase = position('state.begin-phase', {
  about: 'Show in STATE.md the phase that derivation calls active',
  args: STATED,
  result: record({ updated: UPDATED, phase: text(), phase_name: textOrNull(), plan_count: orNull(int()) }),
  without: ({ phase }) => ({ updated: [], phase, phase_name: null, plan_count: null }),
  answer({ derivation, changes }, { phase: given, name, plans }) {
    const { active, state } = derivation
    const named = phaseIn(derivation, given)
    if ('error' in named)
      return { result: { updated: [], phase: given, phase_name: null, plan_count: null }, error: named.error }
    const { phase } = named
    const error =
      active?.id === phase.id
        ? contradiction(phase, name, plans)
        : differs(
            'active phase',
            displayPhaseId(phase.id),
            active === null ? state.step : displayPhaseId(active.id),
            'gsd-tools next says what to work on; gsd-tools unit claim begins it',
          )
    const updated = error === null ? namesOf(changes) : []
    return { result: { updated, phase: phase.id, phase_name: phase.title, plan_count: phase.plans.length }, error }
  },
})

export const statePlannedPhase = position('state.planned-phase', {
  about: 'Show in STATE.md that a phase has its plans',
  args: STATED,
  result: record({ updated: UPDATED, phase: text(), plan_count: orNull(int()) }),
  without: ({ phase }) => ({ updated: [], phase, plan_count: null }),
  answer({ derivation, changes }, { phase: given, name, plans }) {
    const named = phaseIn(derivation, given)
    if ('error' in named) return { result: { updated: [], phase: given, plan_count: null }, error: named.error }
    const { phase } = named
    const fix = `gsd-tools unit claim plan-phase ${phase.id} begins planning it`
    const error =
      contradiction(phase, name, plans) ??
      (phase.plans.length === 0 ? differs('plans of the phase', 'planned', 'none on disk', fix) : null)
    return {
      result: { updated: error === null ? namesOf(changes) : [], phase: phase.id, plan_count: phase.plans.length },
      error,
    }
  },
})

/** The number of plans carried out, or of the plan in work, as STATE.md shows it. */
function planShown(state: StateValue): number | null {
  const field = (label: string) => state.fields.find((one) => sameLabel(one.label, label))?.value ?? ''
  const shown =
    /^(\d+)\s+of\b/.exec(field('plan'))?.[1] ??
    /(\d+)\D*$/.exec(field('current plan') || state.front.currentPlan || '')?.[1]
  return shown === undefined ? null : Number(shown)
}

export const stateAdvancePlan = position('state.advance-plan', {
  about: 'Move the plan in STATE.md as far as valid SUMMARYs reach',
  args: {},
  result: record({
    advanced: bool(),
    reason: maybe(text('no_new_summary or last_plan')),
    previous_plan: orNull(int('As STATE.md showed it')),
    current_plan: orNull(int('As it shows it now')),
    total_plans: orNull(int()),
    updated: UPDATED,
  }),
  without: () => ({ advanced: false, previous_plan: null, current_plan: null, total_plans: null, updated: [] }),
  answer({ derivation: { active, state }, before, after, changes }) {
    const [previous, current] = [planShown(before), planShown(after)]
    const advanced = current !== null && current > (previous ?? 0)
    const isLast = active === null || state.step !== 'executing'
    return {
      result: {
        advanced,
        ...(advanced ? {} : { reason: isLast ? 'last_plan' : 'no_new_summary' }),
        previous_plan: previous,
        current_plan: current,
        total_plans: active?.plans.length ?? null,
        updated: namesOf(changes),
      },
    }
  },
})

export const stateCompletePhase = position('state.complete-phase', {
  about: 'Show in STATE.md that a phase is done; refused until it is',
  args: { phase: PHASE },
  result: record({ updated: UPDATED, phase: textOrNull(), idempotent: bool('STATE.md said so already') }),
  without: ({ phase = null }) => ({ updated: [], phase, idempotent: false }),
  answer({ derivation, before, changes }, { phase: given }) {
    const { active, facts, done, reason } = derivation
    const named = phaseIn(derivation, given ?? before.front.currentPhase ?? active?.id ?? facts.phases.at(-1)?.id ?? '')
    if ('error' in named)
      return { result: { updated: [], phase: given ?? null, idempotent: false }, error: named.error }
    const { id } = named.phase
    if (done.has(id)) return { result: { updated: namesOf(changes), phase: id, idempotent: changes.length === 0 } }
    return {
      result: { updated: [], phase: id, idempotent: false },
      error: {
        code: 'PHASE_VERIFICATION_INCOMPLETE',
        message: `phase ${displayPhaseId(id)} is not done: ${active?.id === id ? reason : 'its evidence is incomplete'}`,
        fix: `gsd-tools next says what is missing; gsd-tools phase complete ${displayPhaseId(id)} closes it`,
      },
    }
  },
})

const NOTHING_TO_COUNT = {
  path: 'percent',
  code: 'NOTHING_TO_COUNT',
  reason: 'the milestone has no phase and no plan',
}

/** `shown`: there is a STATE.md that shows it. */
function progressOf({ state }: Derivation, shown: boolean) {
  const { percent, plans, share } = state.progress
  return {
    updated: shown && percent !== null,
    percent,
    completed: plans.done,
    total: plans.total,
    share,
    bar: percent === null ? null : progressBar(percent),
    unknown: percent === null ? [NOTHING_TO_COUNT] : [],
  }
}

export const stateUpdateProgress = position('state.update-progress', {
  about: 'Show the derived progress in body and front matter of STATE.md',
  args: {},
  result: record({
    updated: bool('STATE.md shows it'),
    percent: orNull(int()),
    completed: int('Plans carried out'),
    total: int('Plans'),
    share: shareShape,
    bar: textOrNull(),
    unknown: unknownShape,
  }),
  without: (_, view) => progressOf(derive(view), false),
  answer: ({ derivation }) => ({ result: progressOf(derivation, true) }),
})

const milestoneOf = (derivation: Derivation) => ({
  switched: false,
  version: derivation.state.milestone?.id ?? null,
  name: derivation.state.milestone?.title ?? null,
  status: statusOf(derivation),
})

export const stateMilestoneSwitch = position('state.milestone-switch', {
  about: 'Show in STATE.md the milestone that ROADMAP.md holds open',
  args: {
    milestone: arg.word('Version, e.g. v1.1; compared with ROADMAP.md'),
    name: arg.text('Its name; compared with ROADMAP.md'),
  },
  result: record({ switched: bool('STATE.md changed'), version: textOrNull(), name: textOrNull(), status: text() }),
  without: (_, view) => milestoneOf(derive(view)),
  answer({ derivation, edits }, { milestone, name }) {
    const result = milestoneOf(derivation)
    const version = `v${milestone.trim().replace(/^v/i, '')}`.toLowerCase()
    const fix = 'the open milestone is the one ROADMAP.md holds open; mark or queue it there'
    if (version !== (result.version ?? '').toLowerCase())
      return { result, error: differs('milestone', milestone, result.version ?? 'none is open', fix) }
    if (name !== undefined && slugOf(name) !== slugOf(result.name ?? ''))
      return { result, error: differs('name of the milestone', name, result.name ?? 'none', fix) }
    return { result: { ...result, switched: edits.length > 0 } }
  },
})
