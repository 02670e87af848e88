// Reads of STATE.md, of the position behind it, and of what both together say to a session that begins.

import { isSaid } from '../../artifacts/parts/placeholders.js'
import type { StateValue } from '../../artifacts/state/state.js'
import { sameLabel } from '../../artifacts/state/state-edit.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { shownMilestone } from '../../core/derivation/phase-table.js'
import { phaseStatus } from '../../core/derivation/standing.js'
import { statusOf } from '../../core/derivation/state-word.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { any, int, mapOf, maybe, orNull, record, text } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { phaseStatusShape, shareShape } from '../standing.js'
import { query } from '../verb.js'

export const statePath = (view: View) => view.at('STATE.md')

export const stateMissing = (view: View): ErrorBody => ({
  code: 'STATE_MISSING',
  message: `expected ${statePath(view)}, it is not there`,
  fix: 'gsd-tools state rebuild makes one from what is on disk',
})

export const readState = (view: View): StateValue | null => view.parse('state', statePath(view))?.value ?? null

export const stateJson = query('state.json', {
  about: 'Position and progress as STATE.md would show them, from derivation',
  result: record({
    gsd_state_version: text(),
    milestone: orNull(text()),
    milestone_name: orNull(text()),
    status: text('One of the seven words of STATE.md'),
    step: text('The derived step'),
    rule: text('The rule that fired'),
    stopped_at: orNull(text()),
    last_updated: orNull(text()),
    last_activity: orNull(text()),
    last_activity_desc: orNull(text()),
    share: shareShape,
    progress: record({
      total_phases: int(),
      completed_phases: int(),
      total_plans: int(),
      completed_plans: int(),
      percent: orNull(int('null where there is nothing to count')),
    }),
    current_phase: maybe(text()),
    current_phase_status: maybe(phaseStatusShape),
    current_phase_name: maybe(text()),
    current_plan: maybe(text()),
    extensions: mapOf(any(), 'What extensions keep: of the milestone, the active phase and its plans'),
    unknown: unknownShape,
  }),
  reads: [...new Set(['state', 'requirements', ...FACT_READS] as const)],
  run(_args, view) {
    const derivation = derive(view)
    const { state, active, facts } = derivation
    const { progress } = state
    const milestone = shownMilestone(derivation)
    const memory = readState(view)
    const front = memory?.front ?? null
    return {
      result: {
        gsd_state_version: '1.0',
        milestone: milestone?.id ?? null,
        milestone_name: milestone?.title ?? null,
        status: statusOf(derivation),
        step: state.step,
        rule: state.rule,
        stopped_at: front?.stoppedAt ?? fieldIn(memory, 'stopped at'),
        last_updated: front?.lastUpdated ?? null,
        last_activity: lastActivity(memory),
        last_activity_desc: activityIn(memory).what,
        share: progress.share,
        progress: {
          total_phases: progress.phases.total,
          completed_phases: progress.phases.done,
          total_plans: progress.plans.total,
          completed_plans: progress.plans.done,
          percent: progress.percent,
        },
        ...(active === null
          ? {}
          : {
              current_phase: active.id,
              current_phase_name: active.title,
              current_phase_status: phaseStatus(derivation, active),
            }),
        ...(state.plan === null ? {} : { current_plan: state.plan.id }),
        extensions: state.extensions,
        unknown: [
          ...(milestone?.id == null ? [noMilestone(facts.scope === 'between_milestones')] : []),
          ...(progress.percent === null ? [NOTHING_TO_COUNT] : []),
        ],
      },
    }
  },
})

const noMilestone = (between: boolean) => ({
  path: 'milestone',
  ...(between
    ? { code: 'BETWEEN_MILESTONES', reason: 'every milestone is closed' }
    : { code: 'MILESTONE_UNNAMED', reason: 'ROADMAP.md names no open milestone' }),
})
const NOTHING_TO_COUNT = {
  path: 'progress.percent',
  code: 'NOTHING_TO_COUNT',
  reason: 'the milestone has no phase and no plan',
}

/** What the body says where the front matter is silent. */
function fieldIn(state: StateValue | null, name: string): string | null {
  const said = state?.fields.find(({ label }) => sameLabel(label, name))?.value ?? ''
  return isSaid(said) ? said : null
}

export const lastActivity = (state: StateValue | null): string | null =>
  state?.front.lastActivity ?? activityIn(state).day

/** `2026-01-02 — Plan 01-01 finished` as day and words. */
function activityIn(state: StateValue | null): { readonly day: string | null; readonly what: string | null } {
  const value = fieldIn(state, 'last activity')
  const found = /^(\d{4}-\d{2}-\d{2})\s*(?:[—–:-]+\s*(.*))?$/s.exec(value?.trim() ?? '')
  if (found === null) return { day: null, what: value }
  return { day: found[1] ?? null, what: found[2] || null }
}
