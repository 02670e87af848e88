import * as s from '../../std/shape.js'
import { MARKS } from './milestone-text.js'

const MARK = s.orNull(s.oneOf(MARKS))

/** A line under `## Milestones`: a projection. */
const MILESTONE_LINE = s.record({
  version: s.textOrNull(),
  name: s.textOrNull(),
  mark: MARK,
  /** Text after the name, e.g. `Phases 1-4 (shipped 2026-01-02)`. */
  rest: s.text(),
})
export type MilestoneLine = s.Infer<typeof MILESTONE_LINE>

/** A milestone's part of the document. Headings and `<details>` of one version are one window. */
const WINDOW = s.record({
  version: s.textOrNull(),
  name: s.textOrNull(),
  mark: MARK,
  /** Whether every phase lies inside a closed `<details>`. */
  folded: s.bool(),
  /** Text after the name in its heading or summary, e.g. `(In Progress)`. */
  note: s.textOrNull(),
})
export type RoadmapWindow = s.Infer<typeof WINDOW>

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
const PHASE_LINE = s.record({
  id: s.text(),
  title: s.text(),
  text: s.text(),
  done: s.bool(),
  /** `YYYY-MM-DD` of `(completed …)`. */
  completed: s.textOrNull(),
  window: s.orNull(s.int()),
})
export type PhaseLine = s.Infer<typeof PHASE_LINE>

/** One row of the Progress table: a projection. */
const PROGRESS_ROW = s.record({
  id: s.text(),
  title: s.text(),
  milestone: s.textOrNull(),
  plans: s.text(),
  status: s.text(),
  /** '' if there is no such column. */
  completed: s.textOrNull(),
})
export type ProgressRow = s.Infer<typeof PROGRESS_ROW>

export const ROADMAP = s.record({
  title: s.textOrNull(),
  /** Milestone versions in working order, from the front matter. */
  queue: s.texts(),
  milestones: s.listOf(MILESTONE_LINE),
  windows: s.listOf(WINDOW),
  /** In document order, including the backlog (999.x). */
  phases: s.listOf(PHASE_SECTION),
  checklist: s.listOf(PHASE_LINE),
  /** Null if there is no such table. */
  progress: s.orNull(s.listOf(PROGRESS_ROW)),
})
export type RoadmapValue = s.Infer<typeof ROADMAP>
