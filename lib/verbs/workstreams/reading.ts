// What stands in each workstream: files, phases, progress, all by derivation.
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { type PhaseRow, phaseTable } from '../../core/derivation/phase-table.js'
import type { Share } from '../../core/derivation/progress.js'
import { statusOf } from '../../core/derivation/state-word.js'
import type { View } from '../../core/view.js'
import { bool, int, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { query } from '../verb.js'
import { activeWorkstream, baseOf, modeOf, workstreamNames } from './names.js'

export const COMMON = { reads: [...FACT_READS, 'state'], needsWorkstream: false } as const
export const MODE = oneOf(['flat', 'workstream'])

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

export function summaryOf(view: View): Summary {
  const derivation = derive(view)
  const rows = phaseTable(derivation)
  const open = rows.filter(({ closed }) => !closed)
  const phases = { done: open.filter(({ done }) => done).length, total: open.length }
  const plans = {
    done: open.reduce((sum, { complete }) => sum + complete, 0),
    total: open.reduce((sum, row) => sum + row.plans, 0),
  }
  return {
    rows,
    status: statusOf(derivation),
    currentPhase: derivation.active?.id ?? null,
    percent: derivation.state.progress.percent,
    share: derivation.state.progress.share,
    plans,
    phases,
  }
}

export const has = (view: View, base: string, name: string) => view.list(base).some((entry) => entry.name === name)

export const workstreamList = query('workstream.list', {
  about: 'The workstreams of the project and where each stands',
  result: record({
    mode: MODE,
    workstreams: listOf(
      record({
        name: text(),
        active: bool('Every other call means it'),
        path: text(),
        has_roadmap: bool(),
        has_state: bool(),
        status: text(),
        current_phase: orNull(text()),
        phase_count: int(),
        completed_phases: int(),
        plans: text('Complete of all, such as 2/5'),
      }),
    ),
    count: int(),
    message: maybe(text()),
  }),
  ...COMMON,
  run(_, view) {
    const active = activeWorkstream(view)
    const workstreams = workstreamNames(view).map((name) => {
      const { status, currentPhase, phases, plans } = summaryOf(view.inBase(baseOf(name)))
      return {
        name,
        active: name === active,
        path: baseOf(name),
        has_roadmap: has(view, baseOf(name), 'ROADMAP.md'),
        has_state: has(view, baseOf(name), 'STATE.md'),
        status,
        current_phase: currentPhase,
        phase_count: phases.total,
        completed_phases: phases.done,
        plans: `${plans.done}/${plans.total}`,
      }
    })
    const message = workstreams.length === 0 ? { message: 'the project is planned as one' } : {}
    return { result: { mode: modeOf(view), workstreams, count: workstreams.length, ...message } }
  },
})
