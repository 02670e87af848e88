// Gathers the facts of the active milestone: phases with their directories, plans, summaries and verification.
import { isBacklog } from '../../artifacts/parts/phase-token.js'
import { listedPhases, listsPhase } from '../../artifacts/roadmap/milestone-text.js'
import {
  activePhases,
  activeWindow,
  closedIds,
  historyIn,
  isComplete,
  isFinished,
  listedMilestone,
  type PhaseSection,
  type ProgressRow,
  type RoadmapScope,
  type RoadmapValue,
  scopeOf,
} from '../../artifacts/roadmap/roadmap.js'
import { grouped } from '../../std/grouped.js'
import type { Json } from '../../std/json.js'
import { once, onceOf, withLater } from '../../std/once.js'
import { type Finished, finishedIn, staleIn } from '../history/ledger.js'
import { comparePhaseIds, isNumericPhase, type PhaseId, parsePhaseId, phaseKey } from '../ids.js'
import {
  isUnbegun,
  listArchivedDirectories,
  listPhaseDirectories,
  listPhaseFiles,
  type PhaseDirectory,
  type PhaseFiles,
  phaseDirectoryName,
} from '../layout.js'
import { withArchives } from '../milestones/shipped.js'
import { chooseDirectory, historyTitles } from '../phases/phase-directory.js'
import { codeOf } from '../phases/phase-numbers.js'
import { configPaths, readSettings, type Settings } from '../project/settings.js'
import type { View } from '../view.js'
import { Inputs } from './inputs.js'
import { needsIn } from './needs.js'
import {
  livePlans,
  type PlanContext,
  type PlanFacts,
  type VerificationFacts,
  verificationFacts,
  wavesOf,
} from './plan-facts.js'
import type { Waves } from './waves.js'

export interface PhaseFacts {
  readonly id: PhaseId
  readonly title: string
  readonly section: PhaseSection
  readonly directory: PhaseDirectory | null
  /** Live directories with the phase's id, if their slugs do not show which is the phase's own; else empty. */
  readonly duplicates: readonly PhaseDirectory[]
  readonly files: PhaseFiles | null
  /** The phase's plans, without superseded ones that were not executed. */
  readonly plans: readonly PlanFacts[]
  readonly waves: Waves
  /** Phases that this phase depends on (see `needs.ts`). */
  readonly dependsOn: readonly PhaseId[]
  /** Whether the ROADMAP's box, or else its row, marks the phase complete. In a roadmap created here, both are derived. */
  readonly isTicked: boolean
  /** Whether the ROADMAP has a box or row for the phase. */
  readonly isListed: boolean
  /** Whether another tool finished the phase, according to files or ticks. Such a phase is done, but not verified here. */
  readonly isDoneElsewhere: boolean
  readonly verification: VerificationFacts | null
}

export interface Milestone {
  readonly id: string | null
  readonly title: string | null
}

/** Returns the path of the open milestone's audit, relative to the planning base. */
export const auditName = ({ milestone }: Pick<ProjectFacts, 'milestone'>): string =>
  [...(milestone?.id == null ? [] : [milestone.id]), 'MILESTONE-AUDIT.md'].join('-')

export interface ProjectFacts {
  readonly inputs: Inputs
  readonly view: View
  readonly hasProject: boolean
  /** The roadmap with archived milestones marked as shipped (`milestones/shipped.ts`). */
  readonly roadmap: RoadmapValue | null
  readonly scope: RoadmapScope
  readonly settings: Settings
  readonly milestone: Milestone | null
  /** Phases of the active milestone in working order, without the backlog. */
  readonly phases: readonly PhaseFacts[]
  /** For each phase id, when the project's files were last found to differ from those that its receipts are for. */
  readonly staleSince: ReadonlyMap<string, string>
  /** Units that the ledger records as finished. */
  readonly finished: Finished
}

/** Artifacts a verb must declare to gather facts. */
export const FACT_READS = [
  'roadmap',
  'config',
  'plan',
  'summary',
  'verification',
  'uat',
  'context',
  'research',
  'security',
  'ledger',
  'order',
  'milestone',
] as const
/** The same for verbs that also write or show the position. */
export const POSITION_READS = [...FACT_READS, 'requirements', 'state'] as const
/** The same for verbs that also read claims. */
export const CLAIM_READS = [...FACT_READS, 'claim'] as const

export function gatherFacts(view: View): ProjectFacts {
  const inputs = new Inputs(view)
  const hasProject =
    inputs.checkedSource(view.at('PROJECT.md')) !== null || inputs.checkedSource('.planning/PROJECT.md') !== null
  inputs.noteConflict(view.at('REQUIREMENTS.md'))
  for (const path of configPaths(view)) inputs.checkedSource(path)
  const ledger = inputs.ledger()
  const finished = finishedIn(ledger)
  const roadmapInFile = inputs.parse('roadmap', view.at('ROADMAP.md'))?.value ?? null
  const roadmap = roadmapInFile === null ? null : withArchives(roadmapInFile, view, inputs)
  const phases = roadmap === null ? [] : phasesIn(roadmap, inputs, finished)
  return {
    inputs,
    view,
    hasProject,
    roadmap,
    scope: roadmap === null ? 'empty' : scopeOf(roadmap),
    settings: readSettings(view),
    milestone: roadmap === null ? null : milestoneOf(roadmap),
    phases,
    staleSince: staleIn(ledger),
    finished,
  }
}

export const settingOf = ({ settings }: Pick<ProjectFacts, 'settings'>, key: string): Json => settings.get(key)

export const isOn = (facts: Pick<ProjectFacts, 'settings'>, key: string): boolean => settingOf(facts, key) === true

function milestoneOf(roadmap: RoadmapValue): Milestone | null {
  const active = activeWindow(roadmap)
  const window = active === null ? undefined : roadmap.windows[active]
  if (window !== undefined) return { id: window.version, title: window.name }
  const listed = listedMilestone(roadmap)
  return listed === null ? null : { id: listed.version, title: listed.name }
}

/** Sorts phases by number, unless any has a custom id: then they keep the order of the document. */
function inWorkingOrder(phases: readonly PhaseFacts[]): readonly PhaseFacts[] {
  return phases.every(({ id }) => isNumericPhase(id)) ? [...phases].sort((a, b) => comparePhaseIds(a.id, b.id)) : phases
}

interface Context extends PlanContext {
  readonly finished: Finished
  readonly directories: ReadonlyMap<string, readonly PhaseDirectory[]>
  /** Whether phases outside history are complete, by `phaseKey`: according to the first box, or to any Progress row. */
  readonly boxes: () => ReadonlyMap<string, boolean>
  readonly rows: () => ReadonlyMap<string, boolean>
  readonly history: ReadonlyMap<string, readonly string[]>
  readonly needs: () => ReadonlyMap<PhaseFacts, readonly PhaseId[]>
}

function phasesIn(roadmap: RoadmapValue, inputs: Inputs, finished: Finished): readonly PhaseFacts[] {
  const past = historyIn(roadmap)
  const context: Context = {
    ...{ inputs, finished },
    directories: grouped(listPhaseDirectories(inputs.view), ({ id }) => phaseKey(id)),
    boxes: once(() => firstByKey(roadmap.checklist, past.line, ({ done }) => done)),
    rows: once(() => firstByKey([...(roadmap.progress ?? [])].sort(completeFirst), past.row, isComplete)),
    history: historyTitles(roadmap),
    needs: once(() => needsIn(phases)),
  }
  const phases = inWorkingOrder(activePhases(roadmap).flatMap((section) => phaseFacts(section, context)))
  return phases
}

/** Returns facts that read files on access, so that a verb about one phase reads no others; empty for the backlog. */
function phaseFacts(section: PhaseSection, context: Context): readonly PhaseFacts[] {
  const id = parsePhaseId(section.id)
  if (id === null || isBacklog(id)) return []
  const { inputs, directories, history, needs, boxes, rows } = context
  const key = phaseKey(id)
  const { directory, duplicates } = chooseDirectory(section, directories.get(key) ?? [], history.get(key))
  const phase: PhaseFacts = withLater<Now, Later>(
    { id, title: section.title, section, directory, duplicates },
    {
      isTicked: () => boxes().get(key) ?? rows().get(key) ?? false,
      isListed: () => boxes().has(key) || rows().has(key),
      files: () => (directory === null ? null : listPhaseFiles(inputs.view, directory)),
      plans: () => livePlans(phase.files, context),
      waves: () => wavesOf(id, phase.plans),
      dependsOn: () => needs().get(phase) ?? [],
      isDoneElsewhere: () => isFinishedElsewhere(phase, context),
      verification: () => (phase.files === null ? null : verificationFacts(phase.files, id, section, context)),
    },
  )
  return [phase]
}

type Now = Pick<PhaseFacts, 'id' | 'title' | 'section' | 'directory' | 'duplicates'>
type Later = Omit<PhaseFacts, keyof Now>

/** Whether another tool finished the phase. In a roadmap created here, ticks are derived, so they prove nothing. */
function isFinishedElsewhere(
  phase: PhaseFacts,
  { rows, inputs: { view }, finished: { begun, isCreatedHere } }: Context,
): boolean {
  if (phase.directory !== null && isUnbegun(view, phase.directory)) return false
  const plans = phase.files?.plans ?? []
  const isUntouched = !begun.has(phase.id) && !plans.some(({ id }) => begun.has(id))
  const isCalledFinished = () => phase.isTicked || rows().get(phaseKey(phase.id)) === true || isFinished(phase.section)
  // A tick for a phase that has plans, but none executed, is a mistake.
  const isBegun = plans.some(({ summary }) => summary !== null)
  if (!isCreatedHere && isUntouched && (isBegun || plans.length === 0) && isCalledFinished()) return true
  if (!isBegun || phase.plans.length === 0) return false
  const isPassed = () => plans.every(({ summary }) => summary !== null) && phase.verification?.status === 'passed'
  return phase.plans.every(({ evidence }) => evidence === 'done') || (isUntouched && isPassed())
}

/** Returns the path of a phase's directory, or of the directory that its first file will create. */
export function phaseDirectoryPath(facts: ProjectFacts, phase: PhaseFacts): string {
  if (phase.directory !== null) return phase.directory.path
  return facts.view.at(`phases/${phaseDirectoryName(phase.id, phase.title, codeOf(facts.settings))}`)
}

const completeFirst = (a: ProgressRow, b: ProgressRow): number => Number(isComplete(b)) - Number(isComplete(a))

const firstByKey = <T extends { readonly id: string }>(
  all: readonly T[],
  isPast: (one: T) => boolean,
  isDone: (one: T) => boolean,
) =>
  new Map(
    [...all].reverse().flatMap((one) => {
      const id = isPast(one) ? null : parsePhaseId(one.id)
      return id === null ? [] : [[phaseKey(id), isDone(one)] as const]
    }),
  )

const byKey = onceOf(
  (phases: readonly PhaseFacts[]) => new Map([...phases].reverse().map((phase) => [phaseKey(phase.id), phase])),
)

/** Finds the phase of the active milestone with this id, ignoring padding and case. */
export const phaseNumbered = ({ phases }: Pick<ProjectFacts, 'phases'>, id: PhaseId): PhaseFacts | null =>
  byKey(phases).get(phaseKey(id)) ?? null

const historyOf = onceOf(({ roadmap, view }: ProjectFacts) => {
  const closed = roadmap === null ? [] : closedIds(roadmap)
  return {
    keys: new Set([
      ...closed.flatMap((id) => parsePhaseId(id) ?? []).map(phaseKey),
      ...listArchivedDirectories(view).map((directory) => phaseKey(directory.id)),
    ]),
    shippedLists: (roadmap?.milestones ?? []).flatMap(({ mark, rest }) =>
      mark === 'shipped' ? (listedPhases(rest) ?? []) : [],
    ),
    first: [...(roadmap?.phases ?? []), ...(roadmap?.checklist ?? [])]
      .flatMap((one) => parsePhaseId(one.id) ?? [])
      .filter(isNumericPhase)
      .sort(comparePhaseIds)[0],
  }
})

/** Whether a phase is in a closed or archived milestone, or precedes the whole roadmap. It then counts as done. */
export function isHistory(facts: ProjectFacts, id: PhaseId): boolean {
  const { keys, shippedLists, first } = historyOf(facts)
  const isBelow = first !== undefined && isNumericPhase(id) && comparePhaseIds(id, first) < 0
  return isBelow || keys.has(phaseKey(id)) || shippedLists.some((phases) => listsPhase(phases, id))
}

/** Whether a live folder with this phase id has plans, each with a SUMMARY; for phases that the roadmap lacks. */
export const isFinishedFolder = ({ view }: ProjectFacts, id: PhaseId): boolean =>
  listPhaseDirectories(view).some((directory) => {
    if (phaseKey(directory.id) !== phaseKey(id)) return false
    const { plans } = listPhaseFiles(view, directory)
    return plans.length > 0 && plans.every(({ summary }) => summary !== null)
  })
