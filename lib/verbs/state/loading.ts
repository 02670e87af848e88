// What a session begins with: settings and files of the project, and the memory of STATE.md as it stands.
import type { StateValue } from '../../artifacts/state/state.js'
import { sameLabel } from '../../artifacts/state/state-edit.js'
import { effectiveConfig } from '../../core/project/effective-config.js'
import { readSettings } from '../../core/project/settings.js'
import type { JsonObject } from '../../std/json.js'
import { any, bool, int, listOf, mapOf, orNull, record, text, textOrNull } from '../../std/shape.js'
import { query } from '../verb.js'
import { activityIn, readState, stateMissing, statePath } from './reading.js'

export const stateLoad = query('state.load', {
  about: 'Effective settings, STATE.md as it stands, and which files there are',
  result: record({
    config: mapOf(any(), 'Effective settings under the names the family knows; secrets are masked'),
    state_raw: text('STATE.md; empty without one'),
    state_exists: bool(),
    roadmap_exists: bool(),
    config_exists: bool(),
    debug_dir: text('Folder of debug sessions'),
  }),
  reads: ['state', 'config'],
  run(_args, view) {
    const settings = readSettings(view)
    const source = view.source(statePath(view))
    const files = {
      state_raw: source?.text ?? '',
      state_exists: source !== null,
      roadmap_exists: view.source(view.at('ROADMAP.md')) !== null,
      config_exists: view.source(view.at('config.json')) !== null,
      debug_dir: '.planning/debug',
    }
    return settings.problem === null
      ? { result: { config: effectiveConfig(settings), ...files } }
      : { result: { config: {}, ...files }, error: settings.problem }
  },
  pretty: ({ config, state_exists, roadmap_exists, config_exists }) =>
    Object.entries({ ...(config as JsonObject), state_exists, roadmap_exists, config_exists })
      .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n'),
})

export const stateSnapshot = query('state-snapshot', {
  about: 'What STATE.md says: position, decisions, blockers, session',
  result: record({
    current_phase: textOrNull(),
    current_phase_name: textOrNull(),
    total_phases: orNull(int()),
    current_plan: textOrNull(),
    total_plans_in_phase: orNull(int()),
    status: textOrNull('As it stands; state json answers with the derived one'),
    progress_percent: orNull(int()),
    last_activity: textOrNull(),
    last_activity_desc: textOrNull(),
    decisions: listOf(record({ phase: textOrNull(), summary: text(), rationale: textOrNull() })),
    blockers: listOf(text()),
    paused_at: textOrNull(),
    session: record({ last_date: textOrNull(), stopped_at: textOrNull(), resume_file: textOrNull() }),
  }),
  reads: ['state'],
  run(_args, view) {
    const state = readState(view)
    return state === null ? { result: NOTHING, error: stateMissing(view) } : { result: snapshotOf(state) }
  },
})

const NOTHING = {
  current_phase: null,
  current_phase_name: null,
  total_phases: null,
  current_plan: null,
  total_plans_in_phase: null,
  status: null,
  progress_percent: null,
  last_activity: null,
  last_activity_desc: null,
  decisions: [],
  blockers: [],
  paused_at: null,
  session: { last_date: null, stopped_at: null, resume_file: null },
}

/** Front matter before body, bold labels before plain ones of the same fact. */
function snapshotOf(state: StateValue) {
  const { front } = state
  const field = (...labels: readonly string[]): string | null => {
    for (const label of labels) {
      const found = state.fields.find((one) => sameLabel(one.label, label))
      if (found !== undefined && !isNone(found.value)) return found.value
    }
    return null
  }
  const phase = positionIn(field('phase'))
  const plan = positionIn(field('plan'))
  const activity = activityIn(state)
  return {
    current_phase: front.currentPhase ?? field('current phase') ?? phase.at,
    current_phase_name: front.currentPhaseName ?? field('current phase name') ?? phase.name,
    total_phases: front.progress?.totalPhases ?? whole(field('total phases')) ?? whole(phase.of),
    current_plan: front.currentPlan ?? field('current plan') ?? plan.at,
    total_plans_in_phase: whole(field('total plans in phase')) ?? whole(plan.of),
    status: front.status ?? field('status'),
    progress_percent: front.progress?.percent ?? whole(/(\d{1,3})\s*%/.exec(field('progress') ?? '')?.[1] ?? null),
    last_activity: front.lastActivity ?? activity.day,
    last_activity_desc: activity.what,
    decisions: state.decisions ?? [],
    blockers: state.blockers ?? [],
    paused_at: front.pausedAt ?? field('paused at'),
    session: {
      last_date: field('last session', 'last date'),
      stopped_at: front.stoppedAt ?? field('stopped at'),
      resume_file: field('resume file'),
    },
  }
}

const isNone = (text: string) => /^(?:none|none yet|-|—)?\.?$/i.test(text.trim())

const whole = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null)

/** `1 of 3 (Foundation)` in its parts. */
function positionIn(text: string | null) {
  const found = /^(\S+)(?:\s+of\s+(\d+))?(?:\s+\(([^)]*)\))?/i.exec(text ?? '')
  const at = found?.[1] ?? null
  return { at: at !== null && /\d/.test(at) ? at : null, of: found?.[2] ?? null, name: found?.[3] ?? null }
}
