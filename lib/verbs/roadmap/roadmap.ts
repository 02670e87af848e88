// roadmap analyze: the phases of the active milestone with what lies on disk.
import { emptyOf } from '../../artifacts/parts/empty-of.js'
import { phasesTold } from '../../artifacts/roadmap/milestone-text.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { phaseRange } from '../../artifacts/roadmap/roadmap-text.js'
import { closedWindows, summaryOnly } from '../../artifacts/roadmap/roadmap-windows.js'
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { type Milestone, type PhaseFacts, POSITION_READS } from '../../core/derivation/facts.js'
import {
  isBetween,
  type PhaseRow,
  phaseTable,
  shippedReport,
  shownMilestone,
} from '../../core/derivation/phase-table.js'
import { displayPhaseId, shownPhase } from '../../core/ids.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { PHASE_ROW, shownRow } from '../phase-row.js'
import { shareShape, shippedShape } from '../standing.js'
import { query } from '../verb.js'

export const noRoadmap = (view: View): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected ${view.at('ROADMAP.md')}, it is not there`,
  fix: 'gsd-tools next says how to get one',
})

const SCOPES = ['complete', 'truncated', 'unscoped', 'between_milestones', 'empty'] as const
const FACTS = POSITION_READS

const ANALYZED = record({
  ...PHASE_ROW,
  mode: orNull(text()),
  complete_count: int('Plans that are complete by evidence'),
  done: bool('Derivation calls it done'),
  open: listOf(text(), 'What its VERIFICATION and UAT leave open although it is done'),
  closed: bool('It lies in a closed milestone'),
})

const analyzed = (row: PhaseRow) => ({
  ...shownRow(row),
  mode: row.section.mode,
  complete_count: row.complete,
  done: row.done,
  open: row.open,
  closed: row.closed,
})

const BETWEEN = 'every milestone is closed; gsd-tools brief new-milestone begins a new one'

const ANALYSIS = record({
  milestones: listOf(
    record({
      heading: text(),
      version: orNull(text()),
      status: oneOf(['shipped', 'open'] as const),
      phases: orNull(text('Those it counts up, as in "1-4, 2.1"')),
    }),
  ),
  phases: listOf(ANALYZED),
  phase_count: int(),
  completed_phases: int('By derivation'),
  total_plans: int(),
  total_summaries: int(),
  progress_percent: orNull(int()),
  share: shareShape,
  current_phase: orNull(text('The phase that next is about')),
  next_phase: orNull(
    text('The next one to plan: the current one while it has no plan, else the first open one behind it'),
  ),
  missing_phase_details: orNull(listOf(text(), 'Phases that are only listed, without a section')),
  shipped: shippedShape,
  scope: oneOf(SCOPES),
  unknown: unknownShape,
})

export const roadmapAnalyze = query('roadmap.analyze', {
  about: 'Phases of the active milestone with what is on disk',
  result: ANALYSIS,
  reads: FACTS,
  run(_args, view) {
    const derivation = derive(view)
    const { facts, active, state } = derivation
    const { roadmap, scope } = facts
    const between = isBetween(derivation)
    if (roadmap === null && !between)
      return { result: { ...emptyOf(ANALYSIS), scope: 'empty' as const }, error: noRoadmap(view) }
    const rows = phaseTable(derivation)
    const next = nextPhase(derivation)
    return {
      result: {
        milestones: roadmap === null ? [] : milestonesOf(roadmap, shownMilestone(derivation), rows),
        phases: rows.map(analyzed),
        phase_count: rows.length,
        completed_phases: rows.filter((row) => row.done).length,
        total_plans: sum(rows.map((row) => row.plans)),
        total_summaries: sum(rows.map((row) => row.summaries)),
        progress_percent: state.progress.percent,
        share: state.progress.share,
        current_phase: active === null ? null : displayPhaseId(active.id),
        next_phase: next === null ? null : displayPhaseId(next.id),
        missing_phase_details: listOrNull(
          (roadmap === null ? [] : summaryOnly(roadmap)).map(({ id }) => shownPhase(id)),
        ),
        shipped: shippedReport(derivation, rows),
        scope: between ? ('between_milestones' as const) : scope,
        unknown: unknowns(between, active, state.progress.percent, derivation.reason),
      },
    }
  },
})

/** The next phase to plan. */
function nextPhase({ facts, done, active }: Derivation): PhaseFacts | null {
  if (active === null || active.plans.length === 0) return active
  return facts.phases.find((phase) => !done.has(phase.id) && phase !== active) ?? null
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const listOrNull = (list: readonly string[]) => (list.length === 0 ? null : list)

/** Those with a part of the document of their own, then those that are only listed; in the order of the list where all are in it. */
function milestonesOf(roadmap: RoadmapValue, open: Milestone | null, rows: readonly PhaseRow[]) {
  const { windows, milestones, phases } = roadmap
  const closed = closedWindows(roadmap)
  const listed = (version: string | null) => milestones.find((line) => version !== null && line.version === version)
  const all = [
    ...windows.flatMap(({ version, name, note }, index) => {
      const own = () => rangeOf(phases.filter(({ window }) => window === index))
      const told = phasesTold(listed(version)?.rest ?? '') ?? phasesTold(`${name ?? ''} ${note ?? ''}`) ?? own()
      return version === null ? [] : [{ version, name, isOver: closed.has(index), told }]
    }),
    ...milestones
      .filter(({ version }) => windows.every((window) => window.version !== version))
      .map(({ version, name, mark, rest }) => ({ version, name, isOver: mark === 'shipped', told: phasesTold(rest) })),
  ]
  if (open?.id != null && all.every(({ version }) => version !== open.id))
    all.push({ version: open.id, name: open.title, isOver: false, told: rangeOf(rows.map(({ section }) => section)) })
  const place = ({ version }: { readonly version: string | null }) =>
    milestones.findIndex((line) => line.version === version)
  const ordered = all.every((one) => place(one) >= 0) ? all.sort((a, b) => place(a) - place(b)) : all
  return ordered.map(({ version, name, isOver, told }) => ({
    heading: [version, listed(version)?.name ?? name].filter(Boolean).join(' '),
    version,
    status: isOver ? ('shipped' as const) : ('open' as const),
    phases: told,
  }))
}

const rangeOf = (phases: readonly Pick<PhaseRow['section'], 'id'>[]): string | null =>
  phaseRange(phases).replace(/^Phases? /, '') || null

function unknowns(between: boolean, active: PhaseFacts | null, percent: number | null, reason: string) {
  const rows = []
  if (active === null) {
    const why = between ? { code: 'BETWEEN_MILESTONES', reason: BETWEEN } : { code: 'NO_OPEN_PHASE', reason }
    rows.push({ path: 'current_phase', ...why }, { path: 'next_phase', ...why })
  }
  if (percent === null)
    rows.push({ path: 'progress_percent', code: 'NOTHING_TO_COUNT', reason: 'the milestone has no phase and no plan' })
  return rows
}
