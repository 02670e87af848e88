// Every phase a roadmap names in sections, lists and tables, with its milestone: the count while no milestone is open.
import { comparePhaseIds, isBacklog, PREFIXED, phaseKey } from '../../artifacts/parts/phase-token.js'
import { listedPhases, tellsPhase } from '../../artifacts/roadmap/milestone-text.js'
import { PHASE_SECTION, type PhaseSection, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { closedWindows } from '../../artifacts/roadmap/roadmap-windows.js'
import { emptyOf } from '../../std/shape.js'
import type { View } from '../view.js'
import { lastShipped, MILESTONE_ARCHIVE } from './last-shipped.js'

export interface NamedPhase {
  readonly section: PhaseSection
  /** Version of its milestone. */
  readonly milestone: string | null
  /** False for the backlog, and for phases that a shipped milestone postponed. */
  readonly done: boolean
}

/** Reads the roadmap, else the last archive. */
export function namedPhases(view: View, roadmap: RoadmapValue | null): readonly NamedPhase[] {
  const named = roadmap === null ? [] : namedIn(roadmap)
  if (named.length > 0) return named
  const version = lastShipped(view, roadmap)?.version ?? null
  const archive = version === null ? null : view.parse('roadmap', MILESTONE_ARCHIVE(version))
  const own = (archive?.value.phases ?? []).filter(({ id, window }) => {
    const of = window === null ? null : (archive?.value.windows[window]?.version ?? null)
    return !isBacklog(id) && (of === null || of === version)
  })
  return own.map((section) => ({ section, milestone: version, done: true }))
}

const BARE = emptyOf(PHASE_SECTION)
const PUT_OFF = /\b(?:deferred|postponed|dropped|cancell?ed|moved|skipped)\b/i

function namedIn(roadmap: RoadmapValue): readonly NamedPhase[] {
  const { phases, checklist, windows } = roadmap
  const closed = closedWindows(roadmap)
  const found: { section: PhaseSection; milestone: string | null; done: boolean }[] = []
  const same = (id: string) => found.filter(({ section }) => phaseKey(section.id) === phaseKey(id))
  const add = (section: PhaseSection, milestone: string | null, done = true) => {
    const isOver = section.window !== null && closed.has(section.window)
    found.push({ section, milestone, done: done && (isOver || !isBacklog(section.id)) })
  }
  const versionOf = (window: number | null) => (window === null ? null : (windows[window]?.version ?? null))
  for (const section of phases) add(section, versionOf(section.window))
  for (const { id, title, text, done, window } of checklist)
    if (!same(id).some(({ section }) => section.window === window || window === null))
      add({ ...BARE, id, title, window }, versionOf(window), done || !PUT_OFF.test(text))
  const isPrefixed = phases.some(({ id }) => PREFIXED.test(id))
  for (const row of roadmap.progress ?? []) {
    // `1-85. All of them` lists many.
    if (PREFIXED.test(row.id) && !isPrefixed) continue
    const milestone = row.milestone ?? tellerOf(roadmap, row.id)
    const isThere = ({ milestone: own }: NamedPhase) => own === null || milestone === null || milestone.startsWith(own)
    if (!same(row.id).some(isThere)) add({ ...BARE, id: row.id, title: row.title }, milestone)
  }
  const order = [...new Set([...windows.map(({ version }) => version), ...found.map(({ milestone }) => milestone)])]
  return found.sort(
    (a, b) => order.indexOf(a.milestone) - order.indexOf(b.milestone) || comparePhaseIds(a.section.id, b.section.id),
  )
}

/** The milestone that lists the phase. */
const tellerOf = ({ milestones }: RoadmapValue, id: string): string | null =>
  milestones.find(({ rest }) => {
    const told = listedPhases(rest)
    return told !== null && tellsPhase(told, id)
  })?.version ?? null
