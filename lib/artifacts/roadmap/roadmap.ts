// The value of a roadmap, and what follows from it: open and closed milestones, and the entries of each.
import { repeatsIn } from '../../std/grouped.js'
import { onceOf } from '../../std/once.js'
import * as s from '../../std/shape.js'
import { findByPhase, isBacklog, phaseKey, withoutCode } from '../parts/phase-token.js'
import { listedIds, listedPhases, type Mark } from './milestone-text.js'

/** A line under `## Milestones`, which is a projection. */
export interface MilestoneLine {
  readonly version: string | null
  readonly name: string | null
  readonly mark: Mark | null
  /** Text after the name, e.g. `Phases 1-4 (shipped 2026-01-02)`. */
  readonly rest: string
}

/** A milestone's window: its part of the document. Headings and `<details>` of one version are one window. */
export interface RoadmapWindow {
  readonly version: string | null
  readonly name: string | null
  readonly mark: Mark | null
  /** Whether every phase is inside a `<details>` without `open`. */
  readonly folded: boolean
  /** Text after the name in its heading or summary, e.g. `(In Progress)`. */
  readonly note: string | null
}

/** A line of a phase's plan list; `id` as written: `01-01`, `01-01-setup`, `02.1-03`. */
const PLAN_LINE = s.record({ id: s.text(), text: s.text(), done: s.bool() })
export type PlanLine = s.Infer<typeof PLAN_LINE>

/** A phase: its section, or a line or row in its place. Ids as written (`2.1`, `02.1`, `10a`, `PROJ-42`, `2-01`). */
export const PHASE_SECTION = s.record({
  id: s.text(),
  title: s.text(),
  /** The bracketed code before the word Phase: `[CODE] Phase 3`. */
  code: s.textOrNull(),
  /** Whether the title has the tag `(INSERTED)`. */
  inserted: s.bool(),
  form: s.oneOf(['heading', 'bullet']),
  /** Index into `windows`; null for a phase outside of milestones. */
  window: s.orNull(s.int()),
  goal: s.textOrNull(),
  /** In lower case. */
  mode: s.textOrNull(),
  /** As written: a depth, and the reason for it. */
  depth: s.textOrNull(),
  /** As written: `Phase 2`, `Nothing (first phase)`. `phaseRefsIn` reads the ids. */
  dependsOn: s.textOrNull(),
  /** Ids; empty when absent or `TBD`. */
  requirements: s.texts(),
  successCriteria: s.texts(),
  /** A projection: the text of the `Plans` field, e.g. `1/2 plans complete`. */
  plansText: s.textOrNull(),
  /** A projection: the list of plans. */
  plans: s.listOf(PLAN_LINE),
  /** Other labels as written, e.g. `UI hint`. */
  fields: s.mapOf(s.text()),
})
export type PhaseSection = s.Infer<typeof PHASE_SECTION>

/** A line `- [ ] **Phase 1: Name** - text`: a projection, or the only trace of a phase without section. */
export interface PhaseLine {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly done: boolean
  /** `YYYY-MM-DD` of `(completed …)`. */
  readonly completed: string | null
  readonly window: number | null
}

/** A row of a progress table, which is a projection. */
export interface ProgressRow {
  readonly id: string
  readonly title: string
  readonly milestone: string | null
  readonly plans: string
  readonly status: string
  /** '' if there is no such column; null if the cell is empty or a dash. */
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
  /** Null if there is no progress table. */
  readonly progress: readonly ProgressRow[] | null
}

/**
 * `complete`: an open milestone with sections · `truncated`: an open one whose phases are only listed · `unscoped`:
 * phases, no milestone · `between_milestones`: every milestone closed, no phase open · `empty`: no phase.
 */
export type RoadmapScope = 'complete' | 'truncated' | 'unscoped' | 'between_milestones' | 'empty'

interface WindowState {
  readonly mark: Mark | null
  readonly closed: boolean
  /** Whether the window has phases or checklist lines outside the backlog. */
  readonly hasPhases: boolean
}

const windowStates = onceOf((value: RoadmapValue): readonly WindowState[] => {
  if (value.windows.length === 0) return []
  const listed = new Map<string | null, Mark | null>()
  for (const { version, mark } of value.milestones) if (!listed.has(version)) listed.set(version, mark)
  const held = [...value.phases, ...value.checklist].filter(({ id }) => !isBacklog(id))
  const holders = new Set(held.map(({ window }) => window))
  const marked = value.windows.map(({ version, mark: own, folded }, index) => {
    const mark = own ?? (version === null ? null : (listed.get(version) ?? null))
    return { mark, closed: mark === null ? folded : mark === 'shipped', hasPhases: holders.has(index) }
  })
  if (marked.every(({ mark, closed, hasPhases }) => closed || mark !== null || !hasPhases)) return marked
  // An unmarked milestone is over once its phases are ticked while others are open.
  const open = held.filter(({ id, window }) => !isTicked(value, id, window))
  const isOver = (index: number) => !open.some(({ window }) => window === index)
  const goesOn = open.some(({ window }) => window === null || marked[window]?.closed === false)
  return marked.map((one, index) =>
    one.mark === null && one.hasPhases && goesOn && isOver(index) ? { ...one, closed: true } : one,
  )
})

function isTicked({ phases, checklist, progress, windows }: RoadmapValue, id: string, window: number | null): boolean {
  const key = phaseKey(id)
  const line = checklist.find((one) => phaseKey(one.id) === key && one.window === window)
  if (line !== undefined) return line.done
  if (phases.some((one) => phaseKey(one.id) === key && one.window === window && isFinished(one))) return true
  const version = window === null ? null : (windows[window]?.version ?? null)
  return (progress ?? []).some(
    (row) =>
      phaseKey(row.id) === key &&
      isComplete(row) &&
      (row.milestone === null || version === null || row.milestone.startsWith(version)),
  )
}

/** Whether a status says, in any wording, that the phase is completed or abandoned. */
export const isComplete = ({ status }: Pick<ProgressRow, 'status'>): boolean =>
  /^\W*(?:completed?|done|shipped|closed|released|finished|superseded|abandoned|cancell?ed)\b/i.test(status) ||
  /^[✅✓✔☑]/u.test(status)

/** Whether the `Status:` line of a section says that the phase is completed or abandoned. */
export const isFinished = ({ fields }: Pick<PhaseSection, 'fields'>): boolean =>
  Object.entries(fields).some(([label, status]) => /^status$/i.test(label) && isComplete({ status }))

/** Ids of phases in closed milestones, and ids that a closed milestone lists. */
export function closedIds(value: RoadmapValue): readonly string[] {
  const closed = closedWindows(value)
  const isOver = ({ window }: Pick<PhaseSection, 'window'>) => window !== null && closed.has(window)
  const texts = [
    ...value.milestones.filter(({ mark }) => mark === 'shipped').map(({ rest }) => rest),
    ...value.windows.flatMap(({ name, note }, index) => (closed.has(index) ? [`${name ?? ''} ${note ?? ''}`] : [])),
  ]
  return [
    ...[...value.phases, ...value.checklist].filter(isOver).map(({ id }) => id),
    ...texts.flatMap((text) => listedIds(listedPhases(text) ?? '').filter((id) => id !== '')),
  ]
}

/** Closed milestones: marked shipped, here or in the list; or unmarked and folded, or ticked off while others go on. */
export const closedWindows = onceOf(
  (value: RoadmapValue): ReadonlySet<number> =>
    new Set(windowStates(value).flatMap(({ closed }, index) => (closed ? [index] : []))),
)

/** Open milestones: those with phases first, then by `queue`, then those in progress first, then in document order. */
const openWindows = onceOf((value: RoadmapValue): readonly number[] => {
  const places = new Map([...value.queue].reverse().map((version, at) => [version, value.queue.length - 1 - at]))
  const open = windowStates(value).flatMap(({ mark, closed, hasPhases }, index) => {
    if (closed || !(hasPhases || mark === 'active')) return []
    const version = value.windows[index]?.version ?? null
    const queued = version === null ? undefined : places.get(version)
    return [[hasPhases ? 0 : 1, queued ?? value.queue.length, mark === 'active' ? 0 : 1, index] as const]
  })
  return open.sort(compareRanks).map(([, , , index]) => index)
})

export const activeWindow = (value: RoadmapValue): number | null => openWindows(value)[0] ?? null

/** The next open milestone after the active one; null if there is none, or if it has no phases. */
export function plannedWindow(value: RoadmapValue): RoadmapValue['windows'][number] | null {
  const [, next] = openWindows(value)
  return next !== undefined && windowStates(value)[next]?.hasPhases === true ? (value.windows[next] ?? null) : null
}

const compareRanks = (a: readonly number[], b: readonly number[]) => {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** The milestone of phases outside of windows: the listed one in progress, or else the only one not shipped. */
export function listedMilestone(value: RoadmapValue): MilestoneLine | null {
  if (activeWindow(value) !== null || !value.phases.some(({ id, window }) => window === null && !isBacklog(id)))
    return null
  const open = value.milestones.filter(({ mark }) => mark !== 'shipped')
  return open.find(({ mark }) => mark === 'active') ?? (open.length === 1 ? (open[0] ?? null) : null)
}

/** Whether a line or row belongs to a closed milestone, and so to history, even if an open phase has its number. */
export function historyIn(value: RoadmapValue): {
  line(line: PhaseLine): boolean
  row(row: ProgressRow): boolean
} {
  const closed = closedWindows(value)
  const versions = [...closed].flatMap((index) => value.windows[index]?.version ?? [])
  return {
    line: ({ window }) => window !== null && closed.has(window),
    row: ({ milestone }) => milestone !== null && versions.some((version) => milestone.split(' ')[0] === version),
  }
}

/** Phases of the active milestone and those outside of milestones, without the backlog. */
export const activePhases = (value: RoadmapValue): readonly PhaseSection[] => value.phases.filter(activeIn(value))

function activeIn(value: RoadmapValue): (phase: Pick<PhaseSection, 'id' | 'window'>) => boolean {
  const active = activeWindow(value)
  return ({ id, window }) => !isBacklog(id) && (window === null || window === active)
}

export const closedPhases = (value: RoadmapValue): readonly PhaseSection[] => {
  const closed = closedWindows(value)
  return value.phases.filter(({ window }) => window !== null && closed.has(window))
}

export function scopeOf(value: RoadmapValue): RoadmapScope {
  const sections = activePhases(value)
  const active = activeWindow(value)
  if (sections.length > 0) return active === null && listedMilestone(value) === null ? 'unscoped' : 'complete'
  if (active !== null || linesWithoutSection(value).some((line) => line.window === null)) return 'truncated'
  const closed = closedWindows(value).size > 0 || value.milestones.some((line) => line.mark === 'shipped')
  return closed ? 'between_milestones' : 'empty'
}

/** The checklist lines of phases without a section, outside closed milestones. */
export function linesWithoutSection(value: RoadmapValue): readonly PhaseLine[] {
  const known = new Set(value.phases.map((phase) => phaseKey(phase.id)))
  const closed = closedWindows(value)
  return value.checklist.filter(
    (line) => !known.has(phaseKey(line.id)) && (line.window === null || !closed.has(line.window)),
  )
}

/** The unticked checklist lines of phases without a section, in the active milestone. */
export const openLinesWithoutSection = (value: RoadmapValue): readonly PhaseLine[] => {
  const isActive = activeIn(value)
  return linesWithoutSection(value).filter((line) => !line.done && isActive(line))
}

/** The phase with this id, preferably an active one; ids are compared as in `findByPhase`. */
export const phaseSectionOf = (value: RoadmapValue, id: string): PhaseSection | null =>
  findByPhase(value.phases, id, activeIn(value)) ?? findByPhase(value.phases, id)

/** The entries of one milestone, as indices into the value's lists. */
export interface MilestoneScope {
  /** The milestone's window; null if the document has none. */
  readonly home: number | null
  readonly sections: ReadonlySet<number>
  readonly lines: ReadonlySet<number>
  readonly rows: ReadonlySet<number>
}

const keyOf = (id: string): string => phaseKey(withoutCode(id))

/** A milestone's entries. Phases outside of windows belong to the active milestone. */
export function scopeOfMilestone(value: RoadmapValue, home: number | null): MilestoneScope {
  const active = activeWindow(value)
  const isHome = (window: number | null) => (window ?? active) === home
  const sections = indices(value.phases, ({ window, id }) => isHome(window) && !isBacklog(id))
  return milestoneScope(value, home, sections)
}

export function scopeOfSection(value: RoadmapValue, at: number): MilestoneScope {
  const { home, sections } = scopeOfMilestone(value, value.phases[at]?.window ?? activeWindow(value))
  return milestoneScope(value, home, new Set(sections).add(at))
}

export function mirrorsOf(value: RoadmapValue, at: number): Pick<MilestoneScope, 'lines' | 'rows'> {
  const home = value.phases[at]?.window ?? activeWindow(value)
  return milestoneScope(value, home, new Set([at]))
}

function milestoneScope(value: RoadmapValue, home: number | null, sections: ReadonlySet<number>): MilestoneScope {
  const closed = closedWindows(value)
  const keys = new Set([...sections].map((index) => keyOf((value.phases[index] as PhaseSection).id)))
  const history = new Set(
    value.phases.flatMap(({ id, window }) => (window !== null && closed.has(window) ? [keyOf(id)] : [])),
  )
  const lines = indices(
    value.checklist,
    ({ id, window, done }) =>
      keys.has(keyOf(id)) && (window === null ? !(done && history.has(keyOf(id))) : window === home),
  )
  const version = home === null ? null : (value.windows[home]?.version ?? null)
  const isOwn = ({ milestone }: ProgressRow) =>
    milestone === null || version === null || milestone === version || milestone.startsWith(`${version} `)
  return { home, sections, lines, rows: indices(value.progress ?? [], (row) => keys.has(keyOf(row.id)) && isOwn(row)) }
}

/** An id that occurs twice in a milestone; null if none. */
export function repeatedId(value: RoadmapValue, { sections, lines, rows }: MilestoneScope): string | null {
  const ids = (list: readonly { readonly id: string }[], chosen: ReadonlySet<number>) =>
    list.flatMap(({ id }, index) => (chosen.has(index) ? [id] : []))
  const found = [ids(value.phases, sections), ids(value.checklist, lines), ids(value.progress ?? [], rows)]
  return found.flatMap((all) => repeatsIn(all, keyOf))[0] ?? null
}

const indices = <T>(items: readonly T[], test: (item: T) => boolean): Set<number> =>
  new Set(items.flatMap((item, at) => (test(item) ? [at] : [])))
