// Lists the phases of a report, with their files and derived state: the active milestone's phases or, while no milestone
// is open, every phase that the roadmap or the last archive names.
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
import { archiveFiles, archivePath, lastShipped } from '../milestones/last-shipped.js'
import type { View } from '../view.js'
import { openItemsOf } from './acceptance-debt.js'
import type { Derivation } from './derive.js'
import type { Milestone, PhaseFacts, ProjectFacts } from './facts.js'
import { isComplete, isSummarised } from './plan-facts.js'
import { isFinished, type PhaseStatus, phaseStatus } from './statuses.js'

interface NamedPhase {
  readonly section: PhaseSection
  readonly milestone: string | null
  /** False for the backlog outside closed milestones, and for an unticked phase whose line calls it postponed. */
  readonly done: boolean
}

/** Returns the phases that the roadmap names; if there are none, those of the last archive. */
function namedPhases(view: View, roadmap: RoadmapValue | null): readonly NamedPhase[] {
  const inRoadmap = roadmap === null ? [] : namedIn(roadmap)
  if (inRoadmap.length > 0) return inRoadmap
  const version = lastShipped(view, roadmap)?.version ?? null
  const archive = version === null ? null : view.parse('roadmap', archivePath(version))
  const own = (archive?.value.phases ?? []).filter(({ id, window }) => {
    const listedVersion = window === null ? null : (archive?.value.windows[window]?.version ?? null)
    return !isBacklog(id) && (listedVersion === null || listedVersion === version)
  })
  return own.map((section) => ({ section, milestone: version, done: true }))
}

const EMPTY_SECTION = emptyOf(PHASE_SECTION)
const POSTPONED = /\b(?:deferred|postponed|dropped|cancell?ed|moved|skipped)\b/i

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
      add({ ...EMPTY_SECTION, id, title, window }, versionOf(window), done || !POSTPONED.test(text))
  const isPrefixed = phases.some(({ id }) => PREFIXED.test(id))
  for (const row of roadmap.progress ?? []) {
    // A row such as `1-85. All of them` stands for many phases.
    if (PREFIXED.test(row.id) && !isPrefixed) continue
    const milestone = row.milestone ?? versionListing(roadmap, row.id)
    const isSameMilestone = ({ milestone: own }: NamedPhase) =>
      own === null || milestone === null || milestone.startsWith(own)
    if (!same(row.id).some(isSameMilestone)) add({ ...EMPTY_SECTION, id: row.id, title: row.title }, milestone)
  }
  const order = [...new Set([...windows.map(({ version }) => version), ...found.map(({ milestone }) => milestone)])]
  return found.sort(
    (a, b) => order.indexOf(a.milestone) - order.indexOf(b.milestone) || comparePhaseIds(a.section.id, b.section.id),
  )
}

const versionListing = ({ milestones }: RoadmapValue, id: string): string | null =>
  milestones.find(({ rest }) => {
    const listed = listedPhases(rest)
    return listed !== null && listsPhase(listed, id)
  })?.version ?? null

export interface PhaseRow {
  /** The phase number as in the heading, without padding. */
  readonly number: string
  /** The padded phase id; the heading's text if that is not a phase id. */
  readonly id: string
  readonly section: PhaseSection
  /** Null for phases of closed milestones. */
  readonly facts: PhaseFacts | null
  readonly files: PhaseFiles | null
  /** Number of plans on disk, without superseded ones if the plans were parsed. */
  readonly plans: number
  readonly summaries: number
  /** Plans that are complete by evidence; in closed milestones, plans with a SUMMARY. */
  readonly complete: number
  /** Open items that remain in the VERIFICATION and UAT of a done phase. */
  readonly open: readonly string[]
  readonly status: PhaseStatus
  /** Version of the closed milestone that the phase belongs to; null if that is unknown, or the milestone is open. */
  readonly milestone: string | null
}

/** Returns the rows of a report. Between milestones, these are closed phases, which do not count as progress. */
export function phaseTable(derivation: Derivation): readonly PhaseRow[] {
  const { phases, roadmap, view } = derivation.facts
  return phases.length === 0 && isBetween(derivation)
    ? closedRows(view, roadmap)
    : phases.map((phase) => openRow(derivation.facts, phase, phaseStatus(derivation, phase)))
}

/** Whether a milestone was shipped and none is open, even if the roadmap was archived too. */
export const isBetween = ({ facts }: Pick<Derivation, 'facts'>): boolean =>
  facts.scope === 'between_milestones' || (facts.roadmap === null && lastShipped(facts.view, null) !== null)

/** Returns the open milestone, for reports only. STATE.md may name a milestone that the roadmap does not. */
export function shownMilestone({ facts }: Pick<Derivation, 'facts'>): Milestone | null {
  const { milestone, roadmap, scope, view } = facts
  if (milestone !== null || roadmap === null || scope !== 'unscoped' || roadmap.windows.length === 0) return milestone
  const front = view.parse('state', view.at('STATE.md'))?.value.front
  const id = front?.milestone ?? null
  const isKnown = [...roadmap.windows, ...roadmap.milestones].some(({ version }) => version === id)
  return id === null || isKnown ? null : { id, title: front?.milestone_name ?? null }
}

export type ShippedReport = NonNullable<ReturnType<typeof shippedReport>>

const listedPhaseIds = (roadmap: RoadmapValue | null, version: string | null): readonly string[] =>
  (roadmap?.milestones ?? [])
    .filter((line) => line.version === version)
    .flatMap(({ rest }) => listedIds(listedPhases(rest) ?? '').filter((id) => id !== ''))

/** Returns the last shipped milestone, with counts and its files in the archive; null if none was shipped, or one is open. */
export function shippedReport(derivation: Derivation, rows: readonly PhaseRow[]) {
  const { facts } = derivation
  const last = isBetween(derivation) ? lastShipped(facts.view, facts.roadmap) : null
  if (last === null) return null
  const own = rows.filter(({ milestone }) => milestone === last.version)
  return {
    ...last,
    // If the milestone's phases are gone, its roadmap line still lists them.
    phases: own.length > 0 ? own.length : listedPhaseIds(facts.roadmap, last.version).length,
    plans: own.reduce((sum, { plans }) => sum + plans, 0),
    archived: archiveFiles(facts.view, last.version),
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

/** Returns rows of closed phases. Reads directory listings, but no files of a phase. */
function closedRows(view: View, roadmap: RoadmapValue | null): readonly PhaseRow[] {
  const live = listPhaseDirectories(view)
  const archived = listArchivedDirectories(view)
  return namedPhases(view, roadmap).map(({ section, milestone, done }) => {
    const id = parsePhaseId(section.id)
    const isOwn = (found: PhaseDirectory) => id !== null && samePhase(found.id, id)
    const liveMatches = live.filter(isOwn)
    const isTitled = ({ slug }: PhaseDirectory) => isSlugOf(slug, section.title)
    const archivedMatches = archived.filter(isOwn)
    const inMilestone = archivedMatches.filter(({ archive }) => archive === milestone)
    // Another milestone's archive may contain a different phase with that number.
    const onlyArchived = milestone === null && archivedMatches.length === 1 ? archivedMatches : []
    const titled = [...inMilestone, ...liveMatches, ...archivedMatches].find(isTitled)
    const directory = titled ?? inMilestone[0] ?? liveMatches[0] ?? onlyArchived[0]
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
