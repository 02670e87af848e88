// Changes of a roadmap value: ticks, plan lists, counts, rows, new phases. Each gives a value that reads back as it is.
import { oneLine } from './draft.js'
import { comparePhaseIds, findByPhase, isSentinel, phaseKey } from './phase-token.js'
import type { PhaseLine, PhaseSection, PlanLine, ProgressRow, RoadmapValue } from './roadmap.js'
import { activePhases, activeWindow, closedWindows, phaseSectionOf } from './roadmap-windows.js'

const replaced = <T>(items: readonly T[], old: T, next: T): readonly T[] =>
  items.map((item) => (item === old ? next : item))

const inserted = <T>(items: readonly T[], at: number, item: T): readonly T[] => [
  ...items.slice(0, at),
  item,
  ...items.slice(at),
]

/** The value with the section of `id` changed; the value itself when there is no such section. */
export function withPhase(
  value: RoadmapValue,
  id: string,
  change: (phase: PhaseSection) => PhaseSection,
): RoadmapValue {
  const phase = phaseSectionOf(value, id)
  return phase === null ? value : { ...value, phases: replaced(value.phases, phase, change(phase)) }
}

/** Plan ids mean the same plan when phase and number are equal; padding, slug and case do not count. */
export function planKey(id: string): string {
  const found = /^(?:[A-Z][A-Z0-9_]*-)?(\d+[A-Za-z]?(?:\.\d+)*)-(\d+[A-Za-z]?)(?=$|-)/.exec(id)
  return found === null ? id.toLowerCase() : `${phaseKey(found[1] ?? '')}-${phaseKey(found[2] ?? '')}`
}

/** Ticks exactly the plans in `done` (ids in any spelling), unticks the others of the phase. */
export const withPlanTicks = (value: RoadmapValue, id: string, done: Iterable<string>): RoadmapValue => {
  const exact = new Set(done)
  const keys = new Set([...exact].map(planKey))
  return withPhase(value, id, (phase) => ({
    ...phase,
    plans: phase.plans.map((plan) => ({ ...plan, done: exact.has(plan.id) || keys.has(planKey(plan.id)) })),
  }))
}

/** Makes the plan list say exactly `plans`; lines that are there keep their id's spelling, their wave and, without a new text, their text. */
export const withPlans = (
  value: RoadmapValue,
  id: string,
  plans: readonly { readonly id: string; readonly text?: string; readonly done: boolean }[],
): RoadmapValue =>
  withPhase(value, id, (phase) => {
    const old = new Map(phase.plans.map((plan) => [planKey(plan.id), plan]))
    let wave = phase.plans[0]?.wave ?? null
    const next = plans.map((plan): PlanLine => {
      const was = old.get(planKey(plan.id))
      wave = was?.wave ?? wave
      return { id: was?.id ?? plan.id, text: oneLine(plan.text ?? was?.text ?? ''), done: plan.done, wave }
    })
    return { ...phase, plans: next }
  })

export const withPlansText = (value: RoadmapValue, id: string, text: string): RoadmapValue =>
  withPhase(value, id, (phase) => ({ ...phase, plansText: oneLine(text) }))

/** Entries outside closed milestones first. */
function lineOf(value: RoadmapValue, id: string): PhaseLine | null {
  const closed = closedWindows(value)
  const open = value.checklist.filter((line) => line.window === null || !closed.has(line.window))
  return findByPhase(open, id) ?? findByPhase(value.checklist, id)
}

/** Ticks the checklist line of a phase with a day, or unticks it and takes the day away. */
export function withPhaseTick(value: RoadmapValue, id: string, completed: string | null): RoadmapValue {
  const line = lineOf(value, id)
  if (line === null) return value
  return { ...value, checklist: replaced(value.checklist, line, { ...line, done: completed !== null, completed }) }
}

/** Changes the Progress row of a phase; adds it, behind the rows of lower phases, where the table has none. Without a table nothing happens. */
export function withProgress(
  value: RoadmapValue,
  id: string,
  change: Partial<Omit<ProgressRow, 'id' | 'title'>>,
): RoadmapValue {
  if (value.progress === null) return value
  const row = findByPhase(value.progress, id)
  if (row !== null) return { ...value, progress: replaced(value.progress, row, { ...row, ...change }) }
  const section = phaseSectionOf(value, id)
  if (section === null) return value
  const fresh = { plans: '0/0', status: 'Not started', completed: null, ...change }
  const milestone = milestoneCell(value, section.window)
  const next: ProgressRow = { id: section.id, title: oneLine(section.title), ...fresh, milestone }
  return { ...value, progress: inserted(value.progress, rowPlace(value.progress, id), next) }
}

/** What the Milestone cell of a row says: null where the table has no such column. A table that is still to be made has one. */
export function milestoneCell(value: RoadmapValue, window: number | null): string | null {
  const column = value.progress === null || value.progress.some((row) => row.milestone !== null)
  return column && window !== null ? (value.windows[window]?.version ?? null) : null
}

const rowPlace = (rows: readonly ProgressRow[], id: string): number => {
  const at = rows.findIndex((row) => comparePhaseIds(row.id, id) > 0)
  return at < 0 ? rows.length : at
}

export interface NewPhase {
  readonly id: string
  readonly title: string
  readonly goal?: string
  readonly mode?: string
  readonly dependsOn?: string
  readonly requirements?: readonly string[]
  readonly successCriteria?: readonly string[]
  /** Behind the title in the checklist; the goal when absent. */
  readonly summary?: string
  readonly inserted?: boolean
}

/**
 * Adds section, checklist line and Progress row to the open milestone: behind the phase `after` where one is given, else behind the last phase of lower number.
 * Between milestones (no open one) they go to the part of the document that belongs to none. A phase that is there already is left as it is.
 */
export function withNewPhase(value: RoadmapValue, phase: NewPhase, after: string | null = null): RoadmapValue {
  if (activePhases(value).some((other) => phaseKey(other.id) === phaseKey(phase.id))) return value
  const section: PhaseSection = {
    id: phase.id,
    title: oneLine(phase.title),
    code: null,
    inserted: phase.inserted ?? false,
    form: 'heading',
    window: activeWindow(value),
    goal: oneLine(phase.goal ?? '[To be planned]'),
    mode: phase.mode ?? null,
    dependsOn: phase.dependsOn === undefined ? null : oneLine(phase.dependsOn),
    requirements: phase.requirements ?? [],
    successCriteria: (phase.successCriteria ?? []).map(oneLine),
    plansText: '0 plans',
    plans: [],
    fields: {},
  }
  const line: PhaseLine = {
    id: phase.id,
    title: section.title,
    text: oneLine(phase.summary ?? phase.goal ?? ''),
    done: false,
    completed: null,
    window: listWindow(value, section.window),
  }
  const listed = value.checklist.length > 0 || value.phases.length === 0
  const grown: RoadmapValue = {
    ...value,
    phases: inserted(value.phases, placeIn(value.phases, section, after), section),
    checklist: listed ? inserted(value.checklist, placeIn(value.checklist, line, after), line) : value.checklist,
  }
  return withProgress(grown, phase.id, {})
}

/** Where the phases of a milestone are listed: in it, or in one list above all milestones. */
function listWindow(value: RoadmapValue, window: number | null): number | null {
  const own = value.phases.filter((phase) => phase.window === window && !isSentinel(phase.id))
  const keys = new Set(own.map(({ id }) => phaseKey(id)))
  const last = value.checklist.findLast(({ id }) => keys.has(phaseKey(id)))
  return last === undefined ? window : last.window
}

function placeIn<T extends { readonly id: string; readonly window: number | null }>(
  items: readonly T[],
  item: T,
  after: string | null,
): number {
  const named =
    after === null
      ? null
      : findByPhase(
          items.filter(({ window }) => window === item.window),
          after,
        )
  if (named !== null) return lastOfBranch(items, items.indexOf(named), item) + 1
  const same = items.flatMap(({ window, id }, at) => (window === item.window && !isSentinel(id) ? [at] : []))
  const lower = same.filter((at) => comparePhaseIds((items[at] as T).id, item.id) < 0)
  if (lower.length > 0) return (lower.at(-1) as number) + 1
  return same[0] ?? items.length
}

/** Index of the last item between the named one and the new one's own number, so that `2.2` comes behind `2.1`. */
function lastOfBranch<T extends { readonly id: string; readonly window: number | null }>(
  items: readonly T[],
  from: number,
  item: T,
): number {
  let at = from
  for (let next = from + 1; next < items.length; next++) {
    const other = items[next] as T
    if (other.window !== item.window || comparePhaseIds(other.id, item.id) >= 0) break
    at = next
  }
  return at
}

/** Takes section, checklist line and Progress row of a phase away. */
export function withoutPhase(value: RoadmapValue, id: string): RoadmapValue {
  const section = phaseSectionOf(value, id)
  const line = lineOf(value, id)
  const row = value.progress === null ? null : findByPhase(value.progress, id)
  return {
    ...value,
    phases: value.phases.filter((phase) => phase !== section),
    checklist: value.checklist.filter((other) => other !== line),
    progress: value.progress?.filter((other) => other !== row) ?? null,
  }
}
