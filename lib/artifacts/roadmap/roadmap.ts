// ROADMAP.md: milestones, phase sections (truth), and the ticks, counts and tables that only mirror them.

import { isFrontList, readFrontMatter } from '../../markdown/frontmatter.js'
import { renderFrontMatter, setFrontMatter } from '../../markdown/frontmatter-edit.js'
import { frontMatterOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import { bool, int, listOf, mapOf, oneOf, orNull, record, type Shape, text } from '../../std/shape.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { Draft } from '../parts/draft.js'
import { notText } from '../parts/issues.js'
import type { Mark } from './milestone-text.js'
import { roadmapIssues } from './roadmap-check.js'
import { freshRoadmap } from './roadmap-fresh.js'
import { readRoadmap } from './roadmap-read.js'
import { changeRoadmap } from './roadmap-write.js'

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

const mark = orNull(oneOf(['shipped', 'active', 'planned'])) as Shape<Mark | null>
const maybeText = orNull(text())

const shape: Shape<RoadmapValue> = record({
  title: maybeText,
  queue: listOf(text()),
  milestones: listOf(record({ version: maybeText, name: maybeText, mark, rest: text() })),
  windows: listOf(record({ version: maybeText, name: maybeText, mark, folded: bool(), note: maybeText })),
  phases: listOf(
    record({
      id: text(),
      title: text(),
      code: maybeText,
      inserted: bool(),
      form: oneOf(['heading', 'bullet']),
      window: orNull(int()),
      goal: maybeText,
      mode: maybeText,
      dependsOn: maybeText,
      requirements: listOf(text()),
      successCriteria: listOf(text()),
      plansText: maybeText,
      plans: listOf(record({ id: text(), text: text(), done: bool(), wave: orNull(int()) })),
      fields: mapOf(text()),
    }),
  ),
  checklist: listOf(
    record({ id: text(), title: text(), text: text(), done: bool(), completed: maybeText, window: orNull(int()) }),
  ),
  progress: orNull(
    listOf(
      record({
        id: text(),
        title: text(),
        milestone: maybeText,
        plans: text(),
        status: text(),
        completed: maybeText,
      }),
    ),
  ),
})

const NOTHING: RoadmapValue = {
  title: null,
  queue: [],
  milestones: [],
  windows: [],
  phases: [],
  checklist: [],
  progress: null,
}

export const roadmap: Codec<RoadmapValue> = {
  id: 'roadmap',
  about: 'Milestones, phases and their order',
  path: 'ROADMAP.md',
  shape,
  empty: { ...NOTHING, title: 'Roadmap', progress: [] },

  parse(source): Parsed<RoadmapValue> {
    if (source.text === null) return { value: NOTHING, issues: [notText(source)] }
    const reading = readRoadmap(source)
    const { title, milestones, windows, phases } = reading.value
    const value: RoadmapValue = {
      title,
      queue: queueOf(source),
      milestones,
      windows,
      phases,
      get checklist() {
        return reading.value.checklist
      },
      get progress() {
        return reading.value.progress
      },
    }
    const issues = once(() => roadmapIssues(source, value, reading.places))
    return {
      value,
      // Most who ask for the value never look at them.
      get issues() {
        return issues()
      },
    }
  },

  render(value, previous): Rendered {
    if (previous === undefined) return { text: head(value) + freshRoadmap(value) }
    const draft = new Draft(previous)
    const { queue, ...body } = value
    if (!same(queue, queueOf(previous))) {
      const set = setFrontMatter(previous, { queue: queue.length === 0 ? null : queue })
      if ('refused' in set) draft.refuseWith(set.refused)
      else draft.splice(set.splices)
    }
    changeRoadmap(draft, previous, body)
    return draft.finish()
  },
}

const head = ({ queue }: RoadmapValue): string => (queue.length === 0 ? '' : `${renderFrontMatter({ queue })}\n`)

/** Front matter is rare here, so its reader is only asked where the scanner saw a block. */
function queueOf(source: Source): readonly string[] {
  if (frontMatterOf(source) === null) return []
  const queue = readFrontMatter(source).data['queue']
  if (typeof queue === 'string') return queue === '' ? [] : [queue]
  return queue !== undefined && isFrontList(queue) ? queue.filter((entry) => typeof entry === 'string') : []
}
