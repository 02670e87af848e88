// ROADMAP.md as a value.
import {
  bool,
  type Infer,
  int,
  listOf,
  mapOf,
  oneOf,
  orNull,
  record,
  text,
  textOrNull,
  texts,
} from '../../std/shape.js'
import { MARKS } from './milestone-text.js'

const MARK = orNull(oneOf(MARKS))

/** One line of the list under `## Milestones`: a projection. */
const MILESTONE_LINE = record({
  version: textOrNull(),
  name: textOrNull(),
  mark: MARK,
  /** Text after the name, e.g. `Phases 1-4 (shipped 2026-01-02)`. */
  rest: text(),
})
export type MilestoneLine = Infer<typeof MILESTONE_LINE>

/** The part of the document that belongs to one milestone. Headings and `<details>` of one version are one window. */
const WINDOW = record({
  version: textOrNull(),
  name: textOrNull(),
  mark: MARK,
  /** Every phase of it lies inside a `<details>` that is not `open`. */
  folded: bool(),
  /** Text after the name in its heading or summary, e.g. `(In Progress)`. */
  note: textOrNull(),
})
export type RoadmapWindow = Infer<typeof WINDOW>

/** One line of a phase's plan list. `id` is what the line names: `01-01`, `01-01-setup`, `02.1-03`; `wave` the number of the `**Wave N**` group it stands in. */
const PLAN_LINE = record({ id: text(), text: text(), done: bool(), wave: orNull(int()) })
export type PlanLine = Infer<typeof PLAN_LINE>

/** A phase as its section says: the truth about which phases exist. Ids are spelled as in the heading (`2.1`, `02.1`, `10a`, `PROJ-42`, `2-01`). */
const PHASE_SECTION = record({
  id: text(),
  title: text(),
  /** Bracket before the word Phase: `[CODE] Phase 3`. */
  code: textOrNull(),
  /** The literal tag `(INSERTED)`. */
  inserted: bool(),
  form: oneOf(['heading', 'bullet']),
  /** Index into `windows`; null before the first window or where there is none. */
  window: orNull(int()),
  goal: textOrNull(),
  /** Lower case. */
  mode: textOrNull(),
  /** As written: `Phase 2`, `Nothing (first phase)`. `phaseRefsIn` reads the ids. */
  dependsOn: textOrNull(),
  /** Ids; empty when absent or `TBD`. */
  requirements: texts(),
  successCriteria: texts(),
  /** Projection: text of the `Plans` field, e.g. `1/2 plans complete`. */
  plansText: textOrNull(),
  /** Projection: plan checklist. */
  plans: listOf(PLAN_LINE),
  /** Other labelled lines by label as written, e.g. `UI hint`. */
  fields: mapOf(text()),
})
export type PhaseSection = Infer<typeof PHASE_SECTION>

/** One `- [ ] **Phase 1: Name** - text` line: a projection, and the only trace of a phase that has no section. */
const PHASE_LINE = record({
  id: text(),
  title: text(),
  text: text(),
  done: bool(),
  /** `YYYY-MM-DD` of `(completed …)`. */
  completed: textOrNull(),
  window: orNull(int()),
})
export type PhaseLine = Infer<typeof PHASE_LINE>

/** One row of the Progress table: a projection. */
const PROGRESS_ROW = record({
  id: text(),
  title: text(),
  milestone: textOrNull(),
  plans: text(),
  status: text(),
  completed: textOrNull(),
})
export type ProgressRow = Infer<typeof PROGRESS_ROW>

export const ROADMAP = record({
  title: textOrNull(),
  /** Milestone versions in the order to work on, from the front matter; empty without one. */
  queue: texts(),
  milestones: listOf(MILESTONE_LINE),
  windows: listOf(WINDOW),
  /** In document order, backlog (999.x) and sentinel (0.x) ones included. */
  phases: listOf(PHASE_SECTION),
  checklist: listOf(PHASE_LINE),
  /** null: there is no such table. */
  progress: orNull(listOf(PROGRESS_ROW)),
})
export type RoadmapValue = Infer<typeof ROADMAP>
