// Changes of a roadmap value: new phases, and the list lines and table rows that mirror them. Each gives a value that reads back as it is.
import { oneLine } from '../parts/draft.js'
import { comparePhaseIds, findByPhase, isBacklog, isNumericId, phaseKey, phaseRefsIn } from '../parts/phase-token.js'
import { phaseCellIn } from './phase-line.js'
import type { PhaseLine, PhaseSection, ProgressRow, RoadmapValue } from './roadmap.js'
import type { MilestoneScope } from './roadmap-scope.js'
import { activePhases, activeWindow, closedWindows } from './roadmap-windows.js'

const inserted = <T>(items: readonly T[], at: number, item: T): readonly T[] => [
  ...items.slice(0, at),
  item,
  ...items.slice(at),
]

/** A checklist line for each of these phases that has none, where the phases of its milestone are listed. */
export function withLines(value: RoadmapValue, phases: readonly PhaseSection[]): RoadmapValue {
  const isOpen = openLine(value)
  const checklist = phases.reduce((lines, { id, title, goal, window }) => {
    if (findByPhase(lines.filter(isOpen), id) !== null) return lines
    const text = oneLine(goal ?? '')
    const line: PhaseLine = { id, title, text, done: false, completed: null, window: listWindow(value, window) }
    return inserted(lines, placeInWindow(lines, line), line)
  }, value.checklist)
  return checklist === value.checklist ? value : { ...value, checklist }
}

/** A Progress row for each of these phases that has none, behind the rows of lower phases; the table where it is missing. */
export function withRows(value: RoadmapValue, phases: readonly PhaseSection[]): RoadmapValue {
  const before = value.progress ?? []
  const hasPlans = before.length === 0 || before.some(({ plans }) => plans !== '')
  const isDated = before.every(({ completed }) => completed !== '')
  const after = phases.reduce((rows, { id, title, window }) => {
    const milestone = milestoneCell(value, window)
    const isOwn = (row: ProgressRow) => (row.milestone ?? milestone ?? '').startsWith(milestone ?? '')
    if (findByPhase(rows.filter(isOwn), id) !== null || !isTold(id)) return rows
    const row: ProgressRow = {
      ...{ id, title, milestone, status: 'Not started' },
      plans: hasPlans ? '0/0' : '',
      completed: isDated ? null : '',
    }
    const place = placeAmong(rows, id, (other) => other.milestone === milestone)
    return inserted(rows, place ?? rows.findLastIndex((other) => !isBacklog(other.id)) + 1, row)
  }, before)
  return after === before ? value : { ...value, progress: after }
}

/** Not every named id can be told from the words of a cell. */
const isTold = (id: string) => phaseCellIn(`${id}. Title`)?.id === id

/** What the Milestone cell of a row says: null where the table has no such column. A table that is still to be made has one. */
function milestoneCell(value: RoadmapValue, window: number | null): string | null {
  const column = value.progress === null || value.progress.some((row) => row.milestone !== null)
  return column && window !== null ? (value.windows[window]?.version ?? null) : null
}

export interface NewPhase extends Pick<PhaseSection, 'id' | 'title' | 'dependsOn'> {
  /** Bracket before the word Phase. */
  readonly code?: string | null
  readonly inserted?: boolean
  /** Milestone it belongs to; the active one when it is not said. */
  readonly window?: number | null
  readonly goal?: string
  readonly criteria?: readonly string[]
}

/**
 * Adds section, checklist line and, where there is a table, Progress row to the open milestone, behind the last phase of lower number.
 * Between milestones (no open one) they go to the part of the document that belongs to none. A phase that is there already is left as it is.
 */
export function withNewPhase(value: RoadmapValue, phase: NewPhase): RoadmapValue {
  const window = phase.window === undefined ? activeWindow(value) : phase.window
  const mates =
    phase.window === undefined ? activePhases(value) : value.phases.filter((other) => other.window === window)
  const key = phaseKey(phase.id)
  if (mates.some((other) => phaseKey(other.id) === key)) return value
  // Where phases are lines of a list or of a table, a new one is.
  const isBullet = mates.length > 0 && mates.every(({ form }) => form === 'bullet')
  const section: PhaseSection = {
    id: phase.id,
    title: oneLine(phase.title),
    code: phase.code ?? null,
    inserted: phase.inserted ?? false,
    form: isBullet ? 'bullet' : 'heading',
    window,
    goal: phase.goal ?? (isBullet ? null : oneLine(phase.title)),
    mode: null,
    depth: null,
    dependsOn: isBullet ? null : phase.dependsOn,
    requirements: [],
    successCriteria: phase.criteria ?? [],
    plansText: isBullet ? null : '0 plans',
    plans: [],
    fields: {},
  }
  const isListed = value.checklist.length > 0 || value.phases.length === 0
  const grown = { ...value, phases: inserted(value.phases, placeInWindow(value.phases, section), section) }
  const listed = isListed ? withLines(grown, [section]) : grown
  return value.progress === null ? listed : withRows(listed, [section])
}

function openLine(value: RoadmapValue): (line: PhaseLine) => boolean {
  const closed = closedWindows(value)
  return ({ window }) => window === null || !closed.has(window)
}

/** Where the phases of a milestone are listed: in it, or in one list above all milestones. */
function listWindow(value: RoadmapValue, window: number | null): number | null {
  const own = value.phases.filter((phase) => phase.window === window && !isBacklog(phase.id))
  const keys = new Set(own.map(({ id }) => phaseKey(id)))
  const last = value.checklist.filter(openLine(value)).findLast(({ id }) => keys.has(phaseKey(id)))
  return last === undefined ? window : last.window
}

const placeInWindow = <T extends Listed & { readonly window: number | null }>(items: readonly T[], item: T): number =>
  placeAmong(items, item.id, ({ window }) => window === item.window) ?? items.length

interface Listed {
  readonly id: string
}

/** Behind the last mate of lower number, or behind all of them where a name among them leaves only the order of the document. Null without mates. */
function placeAmong<T extends Listed>(items: readonly T[], id: string, isMate: (item: T) => boolean): number | null {
  const isOne = (item: T) => isMate(item) && !isBacklog(item.id)
  const first = items.findIndex(isOne)
  if (first < 0) return null
  const byNumber = isNumericId(id) && items.every((item) => !isOne(item) || isNumericId(item.id))
  // Most phases come behind all others, so the last is asked first.
  const last = items.findLastIndex((item) => isOne(item) && (!byNumber || comparePhaseIds(item.id, id) < 0))
  return last < 0 ? first : last + 1
}

export interface DependencyChange {
  readonly phase: string
  readonly was: string
  readonly now: string
}

/** Without one phase of the milestone of `scope`. What waited for it waits for what it waited for; every other id stays. */
export function withoutPhase(
  value: RoadmapValue,
  at: number,
  scope: MilestoneScope,
): { readonly value: RoadmapValue; readonly dependencies: readonly DependencyChange[] } {
  const gone = value.phases[at] as PhaseSection
  const key = phaseKey(gone.id)
  const isGone = ({ id }: Listed) => phaseKey(id) === key
  const inherited = phaseRefsIn(gone.dependsOn ?? '')
  const closed = closedWindows(value)
  const dependencies: DependencyChange[] = []
  const phases = value.phases.flatMap((section, index): readonly PhaseSection[] => {
    if (index === at) return []
    const was = section.dependsOn
    const refs = phaseRefsIn(was ?? '')
    const isHistory = section.window !== null && closed.has(section.window)
    if (was === null || isHistory || !refs.some((id) => isGone({ id }))) return [section]
    const left = [...new Set(refs.flatMap((id) => (isGone({ id }) ? inherited : [id])))]
    const now = left.length === 0 ? 'Nothing' : left.map((id) => `Phase ${id}`).join(', ')
    dependencies.push({ phase: section.id, was, now })
    return [{ ...section, dependsOn: now }]
  })
  return {
    value: {
      ...value,
      phases,
      checklist: value.checklist.filter((line, index) => !(scope.lines.has(index) && isGone(line))),
      progress: value.progress?.filter((row, index) => !(scope.rows.has(index) && isGone(row))) ?? null,
    },
    dependencies,
  }
}
