// Facts of the active milestone: phases with directories, plans, summaries and verification. No decisions.
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
  /** Live directories with the same id whose slugs do not tell them apart. */
  readonly duplicates: readonly PhaseDirectory[]
  readonly files: PhaseFiles | null
  /** Without superseded plans. */
  readonly plans: readonly PlanFacts[]
  readonly waves: Waves
  /** Phases that its section names, else the previous phase. */
  readonly dependsOn: readonly PhaseId[]
  /** The ROADMAP's boxes and rows mark the phase complete. They are derived from the evidence. */
  readonly ticked: boolean
  /** The ROADMAP has a box or row for it. */
  readonly listed: boolean
  /** Another tool finished the phase, judged by its files, and nothing of it was begun here: done, but not verified. */
  readonly elsewhere: boolean
  readonly verification: VerificationFacts | null
}

export interface Milestone {
  readonly id: string | null
  readonly title: string | null
}

/** The path of the open milestone's audit, relative to the planning base. */
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
  /** By phase id: when the project's files were last found to differ from the files that the receipts are for. */
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
/** For verbs that also write or show the position. */
export const POSITION_READS = [...FACT_READS, 'requirements', 'state'] as const
/** For verbs that also read claims. */
export const CLAIM_READS = [...FACT_READS, 'claim'] as const

export function gatherFacts(view: View): ProjectFacts {
  const inputs = new Inputs(view)
  const hasProject = inputs.meaning(view.at('PROJECT.md')) !== null || inputs.meaning('.planning/PROJECT.md') !== null
  inputs.unmerged(view.at('REQUIREMENTS.md'))
  for (const path of configPaths(view)) inputs.meaning(path)
  const ledger = inputs.ledger()
  const finished = finishedIn(ledger)
  const written = inputs.parse('roadmap', view.at('ROADMAP.md'))?.value ?? null
  const roadmap = written === null ? null : withArchives(written, view, inputs)
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

/** Numbered phases by number; custom ids keep the order of the document. */
function inWorkingOrder(phases: readonly PhaseFacts[]): readonly PhaseFacts[] {
  return phases.every(({ id }) => isNumericPhase(id)) ? [...phases].sort((a, b) => comparePhaseIds(a.id, b.id)) : phases
}

interface Context extends PlanContext {
  readonly finished: Finished
  readonly directories: ReadonlyMap<string, readonly PhaseDirectory[]>
  /** Completion by `phaseKey`, outside history: by the first box, or any Progress row. */
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
    boxes: once(() => firstOf(roadmap.checklist, past.line, ({ done }) => done)),
    rows: once(() => firstOf([...(roadmap.progress ?? [])].sort(completeFirst), past.row, isComplete)),
    history: historyTitles(roadmap),
    needs: once(() => needsIn(phases)),
  }
  const phases = inWorkingOrder(activePhases(roadmap).flatMap((section) => phaseFacts(section, context)))
  return phases
}

/** Lazy: files are listed and parsed on access, so a verb about one phase of thousands pays only for that one. */
function phaseFacts(section: PhaseSection, context: Context): readonly PhaseFacts[] {
  const id = parsePhaseId(section.id)
  if (id === null || isBacklog(id)) return []
  const { inputs, directories, history, needs, boxes, rows } = context
  const key = phaseKey(id)
  const { directory, duplicates } = chooseDirectory(section, directories.get(key) ?? [], history.get(key))
  const phase: PhaseFacts = withLater<Now, Later>(
    { id, title: section.title, section, directory, duplicates },
    {
      ticked: () => boxes().get(key) ?? rows().get(key) ?? false,
      listed: () => boxes().has(key) || rows().has(key),
      files: () => (directory === null ? null : listPhaseFiles(inputs.view, directory)),
      plans: () => livePlans(phase.files, context),
      waves: () => wavesOf(id, phase.plans),
      dependsOn: () => needs().get(phase) ?? [],
      elsewhere: () => isElsewhere(phase, context),
      verification: () => (phase.files === null ? null : verificationFacts(phase.files, id, section, context)),
    },
  )
  return [phase]
}

type Now = Pick<PhaseFacts, 'id' | 'title' | 'section' | 'directory' | 'duplicates'>
type Later = Omit<PhaseFacts, keyof Now>

/** In a roadmap created here, ticks are derived, so they prove nothing; in an older roadmap they are facts. */
function isElsewhere(phase: PhaseFacts, { rows, inputs: { view }, finished: { begun, created } }: Context): boolean {
  if (phase.directory !== null && isUnbegun(view, phase.directory)) return false
  const plans = phase.files?.plans ?? []
  const isUntouched = !begun.has(phase.id) && !plans.some(({ id }) => begun.has(id))
  const isCalledFinished = () => phase.ticked || rows().get(phaseKey(phase.id)) === true || isFinished(phase.section)
  // A tick beside unexecuted plans is a mistake.
  const isBegun = plans.some(({ summary }) => summary !== null)
  if (!created && isUntouched && (isBegun || plans.length === 0) && isCalledFinished()) return true
  if (!isBegun || phase.plans.length === 0) return false
  const isPassed = () => plans.every(({ summary }) => summary !== null) && phase.verification?.status === 'passed'
  return phase.plans.every(({ evidence }) => evidence === 'done') || (isUntouched && isPassed())
}

/** Directory of a phase, or the one its first file will create. */
export function phaseDirectoryPath(facts: ProjectFacts, phase: PhaseFacts): string {
  if (phase.directory !== null) return phase.directory.path
  return facts.view.at(`phases/${phaseDirectoryName(phase.id, phase.title, codeOf(facts.settings))}`)
}

const completeFirst = (a: ProgressRow, b: ProgressRow): number => Number(isComplete(b)) - Number(isComplete(a))

const firstOf = <T extends { readonly id: string }>(
  all: readonly T[],
  isPast: (one: T) => boolean,
  said: (one: T) => boolean,
) =>
  new Map(
    [...all].reverse().flatMap((one) => {
      const id = isPast(one) ? null : parsePhaseId(one.id)
      return id === null ? [] : [[phaseKey(id), said(one)] as const]
    }),
  )

const byKey = onceOf(
  (phases: readonly PhaseFacts[]) => new Map([...phases].reverse().map((phase) => [phaseKey(phase.id), phase])),
)

/** The phase of the active milestone with this id, ignoring padding and case. */
export const phaseNumbered = ({ phases }: Pick<ProjectFacts, 'phases'>, id: PhaseId): PhaseFacts | null =>
  byKey(phases).get(phaseKey(id)) ?? null

const historyOf = onceOf(({ roadmap, view }: ProjectFacts) => {
  const closed = roadmap === null ? [] : closedIds(roadmap)
  return {
    keys: new Set([
      ...closed.flatMap((id) => parsePhaseId(id) ?? []).map(phaseKey),
      ...listArchivedDirectories(view).map((directory) => phaseKey(directory.id)),
    ]),
    told: (roadmap?.milestones ?? []).flatMap(({ mark, rest }) =>
      mark === 'shipped' ? (listedPhases(rest) ?? []) : [],
    ),
    first: [...(roadmap?.phases ?? []), ...(roadmap?.checklist ?? [])]
      .flatMap((one) => parsePhaseId(one.id) ?? [])
      .filter(isNumericPhase)
      .sort(comparePhaseIds)[0],
  }
})

/** Whether a phase is in a closed or archived milestone, or before the whole roadmap: dependents take it as done. */
export function isHistory(facts: ProjectFacts, id: PhaseId): boolean {
  const { keys, told, first } = historyOf(facts)
  const isBelow = first !== undefined && isNumericPhase(id) && comparePhaseIds(id, first) < 0
  return isBelow || keys.has(phaseKey(id)) || told.some((phases) => listsPhase(phases, id))
}

/** Whether a phase that is not in the roadmap has a folder with plans, all with a SUMMARY. */
export const isFinishedFolder = ({ view }: ProjectFacts, id: PhaseId): boolean =>
  listPhaseDirectories(view).some((directory) => {
    if (phaseKey(directory.id) !== phaseKey(id)) return false
    const { plans } = listPhaseFiles(view, directory)
    return plans.length > 0 && plans.every(({ summary }) => summary !== null)
  })
