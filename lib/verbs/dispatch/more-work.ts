// A request after all phases are done becomes a new phase, without a question about the milestone.
import { oneLine } from '../../artifacts/parts/draft.js'
import { openMilestone } from '../../artifacts/roadmap/roadmap-milestones.js'
import type { PhaseDraft } from '../../artifacts/roadmap/roadmap-text.js'
import { derive } from '../../core/derivation/derive.js'
import { phaseDirectoryPath } from '../../core/derivation/facts.js'
import { outlineOf } from '../../core/dispatch/outline.js'
import { phaseUnit } from '../../core/history/undo.js'
import { type PhaseId, parsePhaseId, samePhase } from '../../core/ids.js'
import { nextVersion, startRoadmap } from '../../core/milestones/opening.js'
import { EARLIER_HEADING, hasWorkSince, readOrder, recordOrder, scopeText, typedWords } from '../../core/order.js'
import { nextInteger } from '../../core/phases/phase-numbers.js'
import type { View } from '../../core/view.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { type ErrorBody, usageError } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import { addPhase } from '../phase/edit.js'

export const NO_ORDER = { words: null, scope: null, given: null, fulfilled: false }

const ALL_DONE: ReadonlySet<string> = new Set(['milestone-audit', 'milestone-complete', 'between-milestones'])

const UNFINISHED: ErrorBody = {
  code: 'MILESTONE_UNFINISHED',
  message: 'some phases are still open, so no phase is added for this request',
  fix: 'run gsd-tools order "<words>" --scope <phases> to order those phases, or gsd-tools phase add "<title>" to add another',
}
const UNTITLED = usageError(
  'the phase needs a title, and criteria that the user can check',
  'run gsd-tools begin next "<title>" --criteria "<what the user can check>" "<another>"',
)

/** Adds a phase for a request to the open milestone, or between milestones to a new one; refuses if phases are open. */
export function moreWork(
  view: View,
  titleText: string,
  criteriaTexts: readonly string[],
  givenWords: string | undefined,
) {
  const [title, criteria] = [oneLine(titleText), criteriaTexts.map(oneLine)]
  const { state } = derive(view)
  if (!ALL_DONE.has(state.step)) return { result: NO_ORDER, error: UNFINISHED }
  if (title === '' || criteria.length === 0) return { result: NO_ORDER, error: UNTITLED }
  const staging = new Staging(view)
  const phase = { title, goal: null, successCriteria: criteria }
  const added =
    (state.step === 'between-milestones' ? openNextMilestone(staging, phase) : null) ?? addPhase(staging, phase)
  const id = parsePhaseId(added.padded) as PhaseId
  const words = givenWords ?? typedSince(view) ?? untouchedWords(view) ?? title
  recordOrder(staging, words, [id], { phase: id })
  planAtOnce(staging, id)
  refreshProjections(staging, { activity: `Phase ${added.padded} added: ${title}` })
  const result = { words, scope: scopeText([id]), given: view.clock.today(), fulfilled: false }
  return { result, edits: staging.edits(), unit: phaseUnit(id) }
}

/** Writes the plan of the phase, if the plan follows from the roadmap and needs no planning unit. */
function planAtOnce(staging: Staging, id: PhaseId): void {
  const { facts } = derive(staging.view)
  const phase = facts.phases.find((one) => samePhase(one.id, id))
  const outline = phase === undefined ? null : outlineOf(facts, phase)
  if (phase === undefined || outline === null) return
  const folder = phaseDirectoryPath(facts, phase)
  const path = `${folder}/${id}-01-PLAN.md`
  staging.put(path, outline)
  staging.edit('plan', path, (doc) => {
    const fields = { wave: 1, depends_on: [], files_modified: [], autonomous: true }
    doc.setFront({ phase: baseName(folder), plan: '01', type: 'execute', ...fields })
    return undefined
  })
}

/** Opens the next milestone with this phase; null if no earlier milestone has a version to count from. */
function openNextMilestone(
  staging: Staging,
  phase: Omit<PhaseDraft, 'id' | 'dependsOn'>,
): { readonly padded: string } | null {
  const { view } = staging
  const path = view.at('ROADMAP.md')
  const roadmap = view.parse('roadmap', path)?.value ?? null
  const version = nextVersion(view, roadmap)
  if (version === null) return null
  startRoadmap(staging)
  const id = String(nextInteger(view, roadmap))
  const phases = [{ ...phase, id, dependsOn: 'Nothing' }]
  staging.edit('roadmap', path, (doc) => openMilestone(doc, { version, name: phase.title, phases }))
  return { padded: id.padStart(2, '0') }
}

/** Returns the typed words; null if there are none, or if a unit was completed since: they asked for that work. */
function typedSince(view: View): string | null {
  const at = view.caller.order?.at
  return at === undefined || hasWorkSince({ at, given: null }, view) ? null : typedWords(view)
}

/** Returns the stored order's newest words, if no work has been done for them yet. */
function untouchedWords(view: View): string | null {
  const order = readOrder(view)
  return order === null || hasWorkSince(order, view) ? null : (order.words.split(EARLIER_HEADING)[0] ?? null)
}
