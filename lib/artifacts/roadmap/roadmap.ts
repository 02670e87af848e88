// ROADMAP.md as a value.
import type { Mark } from './milestone-text.js'

export type { Mark } from './milestone-text.js'

/** One line of the list under `## Milestones`: a projection. */
export interface MilestoneLine {
  readonly version: string | null
  readonly name: string | null
  readonly mark: Mark | null
  /** Text after the name, e.g. `Phases 1-4 (shipped 2026-01-02)`. */
  readonly rest: string
}

/** The part of the document that belongs to one milestone. Headings and `<details>` of one version are one window. */
export interface RoadmapWindow {
  readonly version: string | null
  readonly name: string | null
  readonly mark: Mark | null
  /** Every phase of it lies inside a `<details>` that is not `open`. */
  readonly folded: boolean
  /** Text after the name in its heading or summary, e.g. `(In Progress)`. */
  readonly note: string | null
}

/** One line of a phase's plan list. `id` is what the line names: `01-01`, `01-01-setup`, `02.1-03`. */
export interface PlanLine {
  readonly id: string
  readonly text: string
  readonly done: boolean
  /** Number of the `**Wave N**` group the line stands in. */
  readonly wave: number | null
}

/** A phase as its section says: the truth about which phases exist. Ids are spelled as in the heading (`2.1`, `02.1`, `10a`, `PROJ-42`, `2-01`). */
export interface PhaseSection {
  readonly id: string
  readonly title: string
  /** Bracket before the word Phase: `[CODE] Phase 3`. */
  readonly code: string | null
  /** The literal tag `(INSERTED)`. */
  readonly inserted: boolean
  readonly form: 'heading' | 'bullet'
  /** Index into `windows`; null before the first window or where there is none. */
  readonly window: number | null
  readonly goal: string | null
  /** Lower case. */
  readonly mode: string | null
  /** As written: `Phase 2`, `Nothing (first phase)`. `phaseRefsIn` reads the ids. */
  readonly dependsOn: string | null
  /** Ids; empty when absent or `TBD`. */
  readonly requirements: readonly string[]
  readonly successCriteria: readonly string[]
  /** Projection: text of the `Plans` field, e.g. `1/2 plans complete`. */
  readonly plansText: string | null
  /** Projection: plan checklist. */
  readonly plans: readonly PlanLine[]
  /** Other labelled lines by label as written, e.g. `UI hint`. */
  readonly fields: Readonly<Record<string, string>>
}

/** One `- [ ] **Phase 1: Name** - text` line: a projection, and the only trace of a phase that has no section. */
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
  readonly completed: string | null
}

export interface RoadmapValue {
  readonly title: string | null
  /** Milestone versions in the order to work on, from the front matter; empty without one. */
  readonly queue: readonly string[]
  readonly milestones: readonly MilestoneLine[]
  readonly windows: readonly RoadmapWindow[]
  /** In document order, backlog (999.x) and sentinel (0.x) ones included. */
  readonly phases: readonly PhaseSection[]
  readonly checklist: readonly PhaseLine[]
  /** null: there is no such table. */
  readonly progress: readonly ProgressRow[] | null
}
