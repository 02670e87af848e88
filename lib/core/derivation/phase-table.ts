// The phases of a report, with their files and derived state: the active milestone's phases or, while no milestone is
// open, every phase that the roadmap or the last archive names.
import { comparePhaseIds, isBacklog, PREFIXED, phaseKey } from '../../artifacts/parts/phase-token.js'
import { listedIds, listedPhases, listsPhase } from '../../artifacts/roadmap/milestone-text.js'
import { closedWindows, PHASE_SECTION, type PhaseSection, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { emptyOf } from '../../std/shape.js'
import { isSlugOf } from '../../std/slug.js'
import { displayPhaseId, parsePhaseId, samePhase } from '../ids.js'
import {
  listArchivedDirectories,
  listPhaseDirectories,
  listPhaseFiles,
  type PhaseDirectory,
  type PhaseFiles,
  summariesIn,
} from '../layout.js'
import { archiveOf, lastShipped, MILESTONE_ARCHIVE } from '../milestones/last-shipped.js'
import type { View } from '../view.js'
import { openItemsOf } from './acceptance-debt.js'
import type { Derivation } from './derive.js'
import type { Milestone, PhaseFacts, ProjectFacts } from './facts.js'
import { isComplete, isSummarised } from './plan-facts.js'
import { isFinished, type PhaseStatus, phaseStatus } from './statuses.js'

interface NamedPhase {
  readonly section: PhaseSection
  readonly milestone: string | null
  /** False for the backlog, and for phases that a shipped milestone postponed. */
  readonly done: boolean
}

/** The phases that the roadmap names, else the last archive. */
function namedPhases(view: View, roadmap: RoadmapValue | null): readonly NamedPhase[] {
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
    // A row like `1-85. All of them` lists many phases.
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

const tellerOf = ({ milestones }: RoadmapValue, id: string): string | null =>
  milestones.find(({ rest }) => {
    const told = listedPhases(rest)
    return told !== null && listsPhase(told, id)
  })?.version ?? null

export interface PhaseRow {
  /** As in the heading, without padding. */
  readonly number: string
  /** Padded; as in the heading if that is not a phase id. */
  readonly id: string
  readonly section: PhaseSection
  /** Null for phases of closed milestones. */
  readonly facts: PhaseFacts | null
  readonly files: PhaseFiles | null
  /** Number of plans on disk; if the plans were parsed, without superseded ones. */
  readonly plans: number
  readonly summaries: number
  /** Plans that are complete by evidence. */
  readonly complete: number
  /** Open items that remain in the VERIFICATION and UAT of a done phase. */
  readonly open: readonly string[]
  readonly status: PhaseStatus
  /** Version of the closed milestone that the phase belongs to, else null. */
  readonly milestone: string | null
}

/** Between milestones, lists all phases of the roadmap, so that a report is not empty. They are not progress. */
export function phaseTable(derivation: Derivation): readonly PhaseRow[] {
  const { phases, roadmap, view } = derivation.facts
  return phases.length === 0 && isBetween(derivation)
    ? closedRows(view, roadmap)
    : phases.map((phase) => openRow(derivation.facts, phase, phaseStatus(derivation, phase)))
}

/** Whether a milestone was shipped and none is open, even if the roadmap was archived too. */
export const isBetween = ({ facts }: Pick<Derivation, 'facts'>): boolean =>
  facts.scope === 'between_milestones' || (facts.roadmap === null && lastShipped(facts.view, null) !== null)

/** The open milestone, for reports only. If the roadmap does not name the next one, STATE.md may. */
export function shownMilestone({ facts }: Pick<Derivation, 'facts'>): Milestone | null {
  const { milestone, roadmap, scope, view } = facts
  if (milestone !== null || roadmap === null || scope !== 'unscoped' || roadmap.windows.length === 0) return milestone
  const said = view.parse('state', view.at('STATE.md'))?.value.front
  const id = said?.milestone ?? null
  const isKnown = [...roadmap.windows, ...roadmap.milestones].some(({ version }) => version === id)
  return id === null || isKnown ? null : { id, title: said?.milestone_name ?? null }
}

export type ShippedReport = NonNullable<ReturnType<typeof shippedReport>>

const listedOf = (roadmap: RoadmapValue | null, version: string | null): readonly string[] =>
  (roadmap?.milestones ?? [])
    .filter((line) => line.version === version)
    .flatMap(({ rest }) => listedIds(listedPhases(rest) ?? '').filter((id) => id !== ''))

/** The last shipped milestone, with counts and its files in the archive. */
export function shippedReport(derivation: Derivation, rows: readonly PhaseRow[]) {
  const { facts } = derivation
  const last = isBetween(derivation) ? lastShipped(facts.view, facts.roadmap) : null
  if (last === null) return null
  const own = rows.filter(({ milestone }) => milestone === last.version)
  return {
    ...last,
    // If its phases are gone, its roadmap line still counts them.
    phases: own.length > 0 ? own.length : listedOf(facts.roadmap, last.version).length,
    plans: own.reduce((sum, { plans }) => sum + plans, 0),
    archived: archiveOf(facts.view, last.version),
  }
}

function openRow(facts: ProjectFacts, phase: PhaseFacts, status: PhaseStatus): PhaseRow {
  const { files, section, plans } = phase
  return {
    ...named(section),
    facts: phase,
    files,
    plans: plans.length,
    summaries: plans.filter(isSummarised).length,
    complete: plans.filter(isComplete).length,
    open: isFinished(status) ? openItemsOf(facts, phase) : [],
    status,
    milestone: null,
  }
}

/** Rows of closed phases, from directory listings alone. */
function closedRows(view: View, roadmap: RoadmapValue | null): readonly PhaseRow[] {
  const live = listPhaseDirectories(view)
  const archived = listArchivedDirectories(view)
  return namedPhases(view, roadmap).map(({ section, milestone, done }) => {
    const id = parsePhaseId(section.id)
    const isOwn = (found: PhaseDirectory) => id !== null && samePhase(found.id, id)
    const alike = live.filter(isOwn)
    const isTitled = ({ slug }: PhaseDirectory) => isSlugOf(slug, section.title)
    const kept = archived.filter(isOwn)
    const home = kept.filter(({ archive }) => archive === milestone)
    // Another archive may contain a different phase of that number.
    const lone = milestone === null && kept.length === 1 ? kept : []
    const titled = [...home, ...alike, ...kept].find(isTitled)
    const directory = titled ?? home[0] ?? alike[0] ?? lone[0]
    const files = directory === undefined ? null : listPhaseFiles(view, directory)
    const summaries = files === null ? 0 : summariesIn(files).length
    return {
      ...named(section),
      facts: null,
      files,
      plans: files?.plans.length ?? 0,
      summaries,
      complete: summaries,
      open: [],
      status: done ? 'done' : 'not started',
      milestone,
    }
  })
}

function named(section: PhaseSection) {
  const id = parsePhaseId(section.id)
  return { number: id === null ? section.id : displayPhaseId(id), id: id ?? section.id, section }
}
