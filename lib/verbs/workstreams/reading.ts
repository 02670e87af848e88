// What stands in each workstream: files, phases, progress, all by derivation.
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { phaseEvidence } from '../../core/derivation/phase-evidence.js'
import { type PhaseRow, phaseTable } from '../../core/derivation/phase-table.js'
import { progressOf, type Share } from '../../core/derivation/progress.js'
import { statusOf } from '../../core/derivation/state-word.js'
import { isLegalName } from '../../core/project/workstream-name.js'
import type { View } from '../../core/view.js'
import { bool, int, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { phaseStatusShape, shareShape } from '../standing.js'
import { query } from '../verb.js'
import { activeWorkstream, baseOf, illegalName, modeOf, unknownWorkstream, workstreamNames } from './names.js'

const COMMON = { reads: [...FACT_READS, 'state'], needsWorkstream: false } as const
const MODE = oneOf(['flat', 'workstream'])

interface Summary {
  readonly rows: readonly PhaseRow[]
  readonly status: string
  readonly currentPhase: string | null
  readonly percent: number | null
  readonly share: Share
  /** Plans complete by evidence, of all. */
  readonly plans: { readonly done: number; readonly total: number }
  readonly phases: { readonly done: number; readonly total: number }
}

/** The status is `claimed` while finished work is only said to be finished. */
function summaryOf(view: View): Summary {
  const derivation = derive(view)
  const rows = phaseTable(derivation)
  const open = rows.filter(({ closed }) => !closed)
  const phases = { done: open.filter(({ done }) => done).length, total: open.length }
  const plans = {
    done: open.reduce((sum, { complete }) => sum + complete, 0),
    total: open.reduce((sum, row) => sum + row.plans, 0),
  }
  const claimed =
    open.length > 0 &&
    open.every(({ facts, done }) => done || (facts !== null && phaseEvidence(derivation.facts, facts) === 'claimed')) &&
    phases.done < phases.total
  return {
    rows,
    status: claimed ? 'claimed' : statusOf(derivation),
    currentPhase: derivation.active?.id ?? null,
    percent: progressOf(phases, plans).percent,
    share: progressOf(phases, plans).share,
    plans,
    phases,
  }
}

const has = (view: View, base: string, name: string) => view.list(base).some((entry) => entry.name === name)

export const workstreamList = query({
  name: 'workstream.list',
  about: 'The workstreams of the project and where each stands',
  args: {},
  result: record({
    mode: MODE,
    workstreams: listOf(
      record({
        name: text(),
        path: text(),
        has_roadmap: bool(),
        has_state: bool(),
        status: text(),
        current_phase: orNull(text()),
        phase_count: int(),
        completed_phases: int(),
      }),
    ),
    count: int(),
    message: maybe(text()),
  }),
  ...COMMON,
  run(_, view) {
    const workstreams = workstreamNames(view).map((name) => {
      const { status, currentPhase, phases } = summaryOf(view.inBase(baseOf(name)))
      return {
        name,
        path: baseOf(name),
        has_roadmap: has(view, baseOf(name), 'ROADMAP.md'),
        has_state: has(view, baseOf(name), 'STATE.md'),
        status,
        current_phase: currentPhase,
        phase_count: phases.total,
        completed_phases: phases.done,
      }
    })
    const message = workstreams.length === 0 ? { message: 'the project is planned as one' } : {}
    return { result: { mode: modeOf(view), workstreams, count: workstreams.length, ...message } }
  },
})

export const workstreamStatus = query({
  name: 'workstream.status',
  about: 'One workstream with its files and phases',
  args: { name: { type: 'text', positional: true, required: true, names: 'workstream', about: 'Workstream' } },
  result: record({
    found: bool(),
    workstream: text(),
    path: maybe(text()),
    files: maybe(record({ roadmap: bool(), state: bool(), requirements: bool() })),
    phases: maybe(
      listOf(
        record({
          number: text('Padded id'),
          directory: orNull(text()),
          status: phaseStatusShape,
          plan_count: int(),
          summary_count: int(),
        }),
      ),
    ),
    phase_count: maybe(int()),
    completed_phases: maybe(int()),
    status: maybe(text()),
    current_phase: maybe(orNull(text())),
    last_activity: maybe(orNull(text())),
  }),
  ...COMMON,
  run({ name }, view) {
    if (!isLegalName(name)) return { result: { found: false, workstream: name }, error: illegalName(name) }
    if (!workstreamNames(view).includes(name))
      return { result: { found: false, workstream: name }, error: unknownWorkstream(name, view) }
    const base = baseOf(name)
    const own = view.inBase(base)
    const { rows, status, currentPhase, phases } = summaryOf(own)
    return {
      result: {
        found: true,
        workstream: name,
        path: base,
        files: {
          roadmap: has(view, base, 'ROADMAP.md'),
          state: has(view, base, 'STATE.md'),
          requirements: has(view, base, 'REQUIREMENTS.md'),
        },
        phases: rows.map((row) => ({
          number: row.id,
          directory: row.files?.directory.path ?? null,
          status: row.status,
          plan_count: row.plans,
          summary_count: row.summaries,
        })),
        phase_count: phases.total,
        completed_phases: phases.done,
        status,
        current_phase: currentPhase,
        last_activity: own.parse('state', own.at('STATE.md'))?.value.front.lastActivity ?? null,
      },
    }
  },
})

export const workstreamGet = query({
  name: 'workstream.get',
  about: 'The active workstream',
  args: {},
  result: record({ active: orNull(text()), mode: MODE }),
  reads: [],
  needsWorkstream: false,
  run: (_, view) => ({ result: { active: activeWorkstream(view), mode: modeOf(view) } }),
})

export const workstreamProgress = query({
  name: 'workstream.progress',
  about: 'Progress of every workstream',
  args: {},
  result: record({
    mode: MODE,
    active: orNull(text()),
    workstreams: listOf(
      record({
        name: text(),
        active: bool(),
        status: text(),
        current_phase: orNull(text()),
        phases: text('Done of all, such as 2/5'),
        plans: text('Complete of all'),
        progress_percent: orNull(int()),
        share: shareShape,
      }),
    ),
    count: int(),
    names: texts(),
    unknown: unknownShape,
  }),
  ...COMMON,
  run(_, view) {
    const active = activeWorkstream(view)
    const names = workstreamNames(view)
    const workstreams = names.map((name) => {
      const { status, currentPhase, phases, plans, percent, share } = summaryOf(view.inBase(baseOf(name)))
      return {
        name,
        active: name === active,
        status,
        current_phase: currentPhase,
        phases: `${phases.done}/${phases.total}`,
        plans: `${plans.done}/${plans.total}`,
        progress_percent: percent,
        share,
      }
    })
    const unknown = workstreams.flatMap(({ progress_percent }, index) =>
      progress_percent === null
        ? [
            {
              path: `workstreams[${index}].progress_percent`,
              code: 'NO_DIVISOR',
              reason: 'no phase and no plan is there',
            },
          ]
        : [],
    )
    return { result: { mode: modeOf(view), active, workstreams, count: names.length, names, unknown } }
  },
})
