// The position in STATE.md, refreshed from evidence. These verbs complete nothing: what an argument states must be what derivation says.
import type { StateValue } from '../../artifacts/state/state.js'
import { sameLabel } from '../../artifacts/state/state-edit.js'
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { FACT_READS, type PhaseFacts } from '../../core/derivation/facts.js'
import { progressBar } from '../../core/derivation/progress.js'
import { statusOf } from '../../core/derivation/state-word.js'
import { displayPhaseId, parsePhaseId, samePhase } from '../../core/ids.js'
import { phaseMissing } from '../../core/phases/locate.js'
import { completeState } from '../../core/project/new-project.js'
import type { View } from '../../core/view.js'
import { refreshState } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { differencesOf } from '../../core/writing/state-projection.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, maybe, orNull, record, text, textOrNull } from '../../std/shape.js'
import { slugOf } from '../../std/text.js'
import { unknownShape } from '../findings.js'
import { shareShape } from '../standing.js'
import { type Change, mutation } from '../verb.js'
import { readState, stateMissing, statePath } from './reading.js'

const READS = [...new Set(['state', 'requirements', ...FACT_READS] as const)]

const PHASE = { type: 'text', about: 'Phase, e.g. 3 or 2.1' } as const

/** What an argument states, and what derivation says instead. */
const differs = (what: string, stated: string, derived: string, fix: string): ErrorBody => ({
  code: 'DERIVED_DIFFERS',
  message: `${what}: the argument says "${stated}", derivation says "${derived}"`,
  fix,
})

const refused = <R>(result: R, error: ErrorBody): Change<R> => ({ result, error, edits: [] })

interface Refreshed {
  readonly derivation: Derivation
  readonly before: StateValue
  readonly after: StateValue
  /** `status: planning → executing`. */
  readonly changes: readonly string[]
  readonly edits: Change<unknown>['edits']
}

/** STATE.md as derivation wants it; null without one. */
function refresh(view: View, prepare: (staging: Staging) => void = () => {}): Refreshed | null {
  const staging = new Staging(view)
  prepare(staging)
  const before = staging.view.parse('state', statePath(view))?.value
  if (before === undefined) return null
  const derivation = refreshState(staging)
  const after = staging.view.parse('state', statePath(view))?.value ?? before
  const changes = differencesOf(before, after).map(
    ({ field, stated, derived }) => `${field}: ${stated ?? 'none'} → ${derived ?? 'none'}`,
  )
  return { derivation, before, after, changes, edits: staging.edits() }
}

const namesOf = (changes: readonly string[]): readonly string[] =>
  changes.map((change) => change.slice(0, change.indexOf(': ')))

type PhaseOrError = { readonly phase: PhaseFacts } | { readonly error: ErrorBody }

function phaseIn({ facts }: Derivation, given: string): PhaseOrError {
  const id = parsePhaseId(given)
  const phase = id === null ? undefined : facts.phases.find((other) => samePhase(other.id, id))
  return phase === undefined
    ? {
        error: phaseMissing(
          given,
          facts.phases.map((other) => displayPhaseId(other.id)),
        ),
      }
    : { phase }
}

interface Stated {
  readonly name?: string | undefined
  readonly plans?: number | undefined
}

/** Why the name or the count of plans is not what ROADMAP and disk say; null where they agree. */
function contradiction(phase: PhaseFacts, { name, plans }: Stated): ErrorBody | null {
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

export const stateBeginPhase = mutation({
  name: 'state.begin-phase',
  about: 'Show in STATE.md the phase that derivation calls active',
  args: {
    phase: { ...PHASE, positional: true, required: true },
    name: { type: 'text', about: 'Its name; compared with ROADMAP.md' },
    plans: { type: 'int', about: 'Its plans; compared with what is on disk' },
  },
  result: record({
    updated: listOf(text(), 'Fields that changed'),
    phase: text(),
    phase_name: textOrNull(),
    plan_count: orNull(int()),
  }),
  reads: READS,
  writes: ['state'],
  run({ phase: given, ...stated }, view) {
    const nothing = { updated: [], phase: given, phase_name: null, plan_count: null }
    const found = refresh(view)
    if (found === null) return refused(nothing, stateMissing(view))
    const { derivation } = found
    const named = phaseIn(derivation, given)
    if ('error' in named) return refused(nothing, named.error)
    const { phase } = named
    const result = { updated: [], phase: phase.id, phase_name: phase.title, plan_count: phase.plans.length }
    if (derivation.active?.id !== phase.id)
      return refused(
        result,
        differs(
          'active phase',
          displayPhaseId(phase.id),
          derivation.active === null ? derivation.state.step : displayPhaseId(derivation.active.id),
          'gsd-tools next says what to work on; gsd-tools unit claim begins it',
        ),
      )
    const wrong = contradiction(phase, stated)
    if (wrong !== null) return refused(result, wrong)
    return { result: { ...result, updated: namesOf(found.changes) }, edits: found.edits }
  },
})

export const statePlannedPhase = mutation({
  name: 'state.planned-phase',
  about: 'Show in STATE.md that a phase has its plans',
  args: {
    phase: { ...PHASE, positional: true, required: true },
    name: { type: 'text', about: 'Its name; compared with ROADMAP.md' },
    plans: { type: 'int', about: 'Its plans; compared with what is on disk' },
  },
  result: record({ updated: listOf(text(), 'Fields that changed'), phase: text(), plan_count: orNull(int()) }),
  reads: READS,
  writes: ['state'],
  run({ phase: given, ...stated }, view) {
    const found = refresh(view)
    if (found === null) return refused({ updated: [], phase: given, plan_count: null }, stateMissing(view))
    const named = phaseIn(found.derivation, given)
    if ('error' in named) return refused({ updated: [], phase: given, plan_count: null }, named.error)
    const { phase } = named
    const result = { updated: [], phase: phase.id, plan_count: phase.plans.length }
    const wrong = contradiction(phase, stated)
    if (wrong !== null) return refused(result, wrong)
    if (phase.plans.length === 0)
      return refused(
        result,
        differs(
          'plans of the phase',
          'planned',
          'none on disk',
          `gsd-tools unit claim plan-phase ${phase.id} begins planning it`,
        ),
      )
    return { result: { ...result, updated: namesOf(found.changes) }, edits: found.edits }
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

export const stateAdvancePlan = mutation({
  name: 'state.advance-plan',
  about: 'Move the plan in STATE.md as far as valid SUMMARYs reach',
  args: {},
  result: record({
    advanced: bool(),
    reason: maybe(text('no_new_summary or last_plan')),
    previous_plan: orNull(int('As STATE.md showed it')),
    current_plan: orNull(int('As it shows it now')),
    total_plans: orNull(int()),
    updated: listOf(text(), 'Fields that changed'),
  }),
  reads: READS,
  writes: ['state'],
  run(_args, view) {
    const found = refresh(view)
    const nothing = { advanced: false, previous_plan: null, current_plan: null, total_plans: null, updated: [] }
    if (found === null) return refused(nothing, stateMissing(view))
    const { derivation, before, after, changes, edits } = found
    const { active } = derivation
    const [previous, current] = [planShown(before), planShown(after)]
    const advanced = current !== null && current > (previous ?? 0)
    const isLast = active === null || derivation.state.step !== 'executing'
    return {
      result: {
        advanced,
        ...(advanced ? {} : { reason: isLast ? 'last_plan' : 'no_new_summary' }),
        previous_plan: previous,
        current_plan: current,
        total_plans: active?.plans.length ?? null,
        updated: namesOf(changes),
      },
      edits,
    }
  },
})

export const stateCompletePhase = mutation({
  name: 'state.complete-phase',
  about: 'Show in STATE.md that a phase is done; refused until it is',
  args: { phase: { ...PHASE, positional: true } },
  result: record({
    updated: listOf(text(), 'Fields that changed'),
    phase: textOrNull(),
    idempotent: bool('STATE.md said so already'),
  }),
  reads: READS,
  writes: ['state'],
  run({ phase: given }, view) {
    const nothing = { updated: [], phase: given ?? null, idempotent: false }
    const found = refresh(view)
    if (found === null) return refused(nothing, stateMissing(view))
    const { derivation, before } = found
    const name = given ?? before.front.currentPhase ?? derivation.active?.id ?? derivation.facts.phases.at(-1)?.id ?? ''
    const named = phaseIn(derivation, name)
    if ('error' in named) return refused(nothing, named.error)
    const { id } = named.phase
    if (!derivation.done.has(id))
      return refused(
        { ...nothing, phase: id },
        {
          code: 'PHASE_VERIFICATION_INCOMPLETE',
          message: `phase ${displayPhaseId(id)} is not done: ${derivation.active?.id === id ? derivation.reason : 'its evidence is incomplete'}`,
          fix: `gsd-tools next says what is missing; gsd-tools phase complete ${displayPhaseId(id)} closes it`,
        },
      )
    return {
      result: { updated: namesOf(found.changes), phase: id, idempotent: found.changes.length === 0 },
      edits: found.edits,
    }
  },
})

const NOTHING_TO_COUNT = {
  path: 'percent',
  code: 'NOTHING_TO_COUNT',
  reason: 'the milestone has no phase and no plan',
}

export const stateUpdateProgress = mutation({
  name: 'state.update-progress',
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
  reads: READS,
  writes: ['state'],
  run(_args, view) {
    const found = refresh(view)
    const { percent, plans, share } = (found?.derivation ?? derive(view)).state.progress
    const result = {
      updated: found !== null && percent !== null,
      percent,
      completed: plans.done,
      total: plans.total,
      share,
      bar: percent === null ? null : progressBar(percent),
      unknown: percent === null ? [NOTHING_TO_COUNT] : [],
    }
    return found === null ? refused(result, stateMissing(view)) : { result, edits: found.edits }
  },
})

export const stateSync = mutation({
  name: 'state.sync',
  about: 'Refresh the position in STATE.md from what is on disk',
  args: { verify: { type: 'flag', about: 'Only say what would change' } },
  result: record({ synced: bool(), changes: listOf(text()), dry_run: bool() }),
  reads: READS,
  writes: ['state'],
  run({ verify }, view) {
    const found = refresh(view)
    if (found === null) return refused({ synced: false, changes: [], dry_run: verify }, stateMissing(view))
    return {
      result: { synced: !verify || found.changes.length === 0, changes: found.changes, dry_run: verify },
      edits: verify ? [] : found.edits,
    }
  },
})

/** Labels of a position for a body that shows none. */
const POSITION = ['Phase', 'Plan', 'Status', 'Progress'] as const

function withPositionLabels(state: StateValue): StateValue {
  if (state.fields.some(({ section }) => section === 'position')) return state
  const at = state.fields.findLastIndex(({ section }) => section === 'project') + 1
  const fields = POSITION.map((label) => ({ section: 'position' as const, label, value: 'Not started' }))
  return { ...state, fields: state.fields.toSpliced(at, 0, ...fields) }
}

export const stateRebuild = mutation({
  name: 'state.rebuild',
  about: 'Make or repair STATE.md from what is on disk; prose stays',
  args: {},
  result: record({
    rebuilt: bool(),
    mutations: int('Fields that changed'),
    phase_inventory_scan_failed: bool(),
    created: bool('There was no STATE.md'),
    note: text(),
  }),
  reads: [...READS, 'project'],
  writes: ['state'],
  run(_args, view) {
    const created = readState(view) === null
    const found = refresh(view, (staging) => {
      completeState(staging)
      staging.update('state', statePath(view), withPositionLabels)
    })
    const { changes = [], edits = [] } = found ?? {}
    const said = created
      ? 'STATE.md was made'
      : edits.length === 0
        ? 'STATE.md is as it should be'
        : 'STATE.md was mended'
    return {
      result: {
        rebuilt: edits.length > 0,
        mutations: changes.length,
        phase_inventory_scan_failed: false,
        created,
        note: `${said}; text that people wrote stays`,
      },
      edits,
    }
  },
})

export const stateMilestoneSwitch = mutation({
  name: 'state.milestone-switch',
  about: 'Show in STATE.md the milestone that ROADMAP.md holds open',
  args: {
    milestone: {
      type: 'text',
      positional: true,
      required: true,
      about: 'Version, e.g. v1.1; compared with ROADMAP.md',
    },
    name: { type: 'text', about: 'Its name; compared with ROADMAP.md' },
  },
  result: record({ switched: bool('STATE.md changed'), version: textOrNull(), name: textOrNull(), status: text() }),
  reads: READS,
  writes: ['state'],
  run({ milestone, name }, view) {
    const found = refresh(view)
    const derivation = found?.derivation ?? derive(view)
    const { state } = derivation
    const result = {
      switched: false,
      version: state.milestone?.id ?? null,
      name: state.milestone?.title ?? null,
      status: statusOf(derivation),
    }
    if (found === null) return refused(result, stateMissing(view))
    const version = `v${milestone.trim().replace(/^v/i, '')}`.toLowerCase()
    const fix = 'the open milestone is the one ROADMAP.md holds open; mark or queue it there'
    if (version !== (result.version ?? '').toLowerCase())
      return refused(result, differs('milestone', milestone, result.version ?? 'none is open', fix))
    if (name !== undefined && slugOf(name) !== slugOf(result.name ?? ''))
      return refused(result, differs('name of the milestone', name, result.name ?? 'none', fix))
    return { result: { ...result, switched: found.edits.length > 0 }, edits: found.edits }
  },
})
