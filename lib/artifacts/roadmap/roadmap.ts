import * as s from '../../std/shape.js'
import type { Mark } from './milestone-text.js'

/** A line under `## Milestones`: a projection. */
export interface MilestoneLine {
  readonly version: string | null
  readonly name: string | null
  readonly mark: Mark | null
  /** Text after the name, e.g. `Phases 1-4 (shipped 2026-01-02)`. */
  readonly rest: string
}

/** A milestone's part of the document. Headings and `<details>` of one version are one window. */
export interface RoadmapWindow {
  readonly version: string | null
  readonly name: string | null
  readonly mark: Mark | null
  /** Whether every phase lies inside a closed `<details>`. */
  readonly folded: boolean
  /** Text after the name in its heading or summary, e.g. `(In Progress)`. */
  readonly note: string | null
}

/** A line of a phase's plan list; `id` as written: `01-01`, `01-01-setup`, `02.1-03`. */
const PLAN_LINE = s.record({ id: s.text(), text: s.text(), done: s.bool() })
export type PlanLine = s.Infer<typeof PLAN_LINE>

/** A phase exists if it has a section. Ids as in the heading (`2.1`, `02.1`, `10a`, `PROJ-42`, `2-01`). */
export const PHASE_SECTION = s.record({
  id: s.text(),
  title: s.text(),
  /** Bracket before the word Phase: `[CODE] Phase 3`. */
  code: s.textOrNull(),
  /** The literal tag `(INSERTED)`. */
  inserted: s.bool(),
  form: s.oneOf(['heading', 'bullet']),
  /** Index into `windows`; null before the first window or without one. */
  window: s.orNull(s.int()),
  goal: s.textOrNull(),
  /** Lower case. */
  mode: s.textOrNull(),
  /** As written: a depth, then its reason. */
  depth: s.textOrNull(),
  /** As written: `Phase 2`, `Nothing (first phase)`. `phaseRefsIn` reads the ids. */
  dependsOn: s.textOrNull(),
  /** Ids; empty when absent or `TBD`. */
  requirements: s.texts(),
  successCriteria: s.texts(),
  /** Projection: text of the `Plans` field, e.g. `1/2 plans complete`. */
  plansText: s.textOrNull(),
  /** Projection: plan checklist. */
  plans: s.listOf(PLAN_LINE),
  /** Other labels as written, e.g. `UI hint`. */
  fields: s.mapOf(s.text()),
})
export type PhaseSection = s.Infer<typeof PHASE_SECTION>

/** A `- [ ] **Phase 1: Name** - text` line: a projection, or the only trace of a phase without section. */
export interface PhaseLine {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly done: boolean
  /** `YYYY-MM-DD` of `(completed …)`. */
  readonly completed: string | null
  readonly window: number | null
}

/** One row of the Progress table: a projection. */
export interface ProgressRow {
  readonly id: string
  readonly title: string
  readonly milestone: string | null
  readonly plans: string
  readonly status: string
  /** '' if there is no such column. */
  readonly completed: string | null
}

export interface RoadmapValue {
  readonly title: string | null
  /** Milestone versions in working order, from the front matter. */
  readonly queue: readonly string[]
  readonly milestones: readonly MilestoneLine[]
  readonly windows: readonly RoadmapWindow[]
  /** In document order, including the backlog (999.x). */
  readonly phases: readonly PhaseSection[]
  readonly checklist: readonly PhaseLine[]
  /** Null if there is no such table. */
  readonly progress: readonly ProgressRow[] | null
}
