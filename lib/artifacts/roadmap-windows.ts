// Which milestone of a roadmap is the open one, and what belongs to it.
import { findByPhase, isSentinel, phaseKey } from './phase-token.js'
import type { PhaseLine, PhaseSection, RoadmapValue } from './roadmap.js'

/**
 * `complete`: an open milestone with phase sections · `truncated`: an open one whose phases are only listed ·
 * `unscoped`: phases, but no milestone is named · `between_milestones`: every milestone is closed and no phase is open · `empty`: no phase at all.
 */
export type RoadmapScope = 'complete' | 'truncated' | 'unscoped' | 'between_milestones' | 'empty'

/** A milestone is closed when it is marked shipped, here or in the list, or when everything of it is folded away and nothing marks it open. */
export function isClosed(value: RoadmapValue, window: number): boolean {
  const found = value.windows[window]
  if (found === undefined) return false
  const mark = markOf(value, window)
  return mark === null ? found.folded : mark === 'shipped'
}

const markInList = (value: RoadmapValue, version: string | null) =>
  version === null ? null : (value.milestones.find((line) => line.version === version)?.mark ?? null)

/** Index of the open milestone: by `queue`, then the one in progress, then document order; those with phases first. Null when none is open. */
export function activeWindow(value: RoadmapValue): number | null {
  const rank = (index: number) => {
    const window = value.windows[index]
    const queued = window?.version == null ? -1 : value.queue.indexOf(window.version)
    const mark = markOf(value, index)
    const held = holds(value, index) ? 0 : 1
    return [held, queued < 0 ? value.queue.length : queued, mark === 'active' ? 0 : 1, index] as const
  }
  const open = value.windows
    .map((_, index) => index)
    .filter((index) => !isClosed(value, index) && (holds(value, index) || markOf(value, index) === 'active'))
  open.sort((a, b) => compareRanks(rank(a), rank(b)))
  return open[0] ?? null
}

const markOf = (value: RoadmapValue, index: number) =>
  value.windows[index]?.mark ?? markInList(value, value.windows[index]?.version ?? null)

const compareRanks = (a: readonly number[], b: readonly number[]) => {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

const holds = (value: RoadmapValue, index: number) =>
  [...value.phases, ...value.checklist].some(({ id, window }) => window === index && !isSentinel(id))

/** Sections of the active milestone, backlog and sentinels left out; the whole document where no milestone is named. */
export function activePhases(value: RoadmapValue): readonly PhaseSection[] {
  const active = activeWindow(value)
  return value.phases.filter((phase) => !isSentinel(phase.id) && (phase.window === null || phase.window === active))
}

/** Sections that lie in closed milestones. */
export const closedPhases = (value: RoadmapValue): readonly PhaseSection[] =>
  value.phases.filter((phase) => phase.window !== null && isClosed(value, phase.window))

export function scopeOf(value: RoadmapValue): RoadmapScope {
  const sections = activePhases(value)
  const active = activeWindow(value)
  if (sections.length > 0) return active === null ? 'unscoped' : 'complete'
  if (active !== null || summaryOnly(value).some((line) => line.window === null)) return 'truncated'
  const closed =
    value.windows.some((_, index) => isClosed(value, index)) || value.milestones.some((line) => line.mark === 'shipped')
  return closed ? 'between_milestones' : 'empty'
}

/** Checklist lines without a section, outside closed milestones. */
export function summaryOnly(value: RoadmapValue): readonly PhaseLine[] {
  const known = new Set(value.phases.map((phase) => phaseKey(phase.id)))
  return value.checklist.filter(
    (line) => !known.has(phaseKey(line.id)) && (line.window === null || !isClosed(value, line.window)),
  )
}

/** The section of a phase: an active one first, then any; padding and project codes as in `findByPhase`. */
export const phaseSectionOf = (value: RoadmapValue, id: string): PhaseSection | null =>
  findByPhase(activePhases(value), id) ?? findByPhase(value.phases, id)
