// New words after all phases are done become a new phase, without a question about the milestone.
import { oneLine } from '../../artifacts/parts/draft.js'
import { openMilestone } from '../../artifacts/roadmap/roadmap-milestones.js'
import type { PhaseDraft } from '../../artifacts/roadmap/roadmap-text.js'
import { derive } from '../../core/derivation/derive.js'
import { phaseDirectoryPath } from '../../core/derivation/facts.js'
import { outlineOf } from '../../core/dispatch/outline.js'
import { phaseUnit } from '../../core/history/undo.js'
import { type PhaseId, parsePhaseId, samePhase } from '../../core/ids.js'
import { startRoadmap, versionBehind } from '../../core/milestones/opening.js'
import { BEFORE, isWorkedSince, placeOrder, readOrder, scopeText, typedWords } from '../../core/order.js'
import { nextInteger } from '../../core/phases/phase-numbers.js'
import type { View } from '../../core/view.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { type ErrorBody, usageError } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import { addPhase } from '../phase/edit.js'

export const NO_ORDER = { words: null, scope: null, given: null, fulfilled: false }

const OVER: ReadonlySet<string> = new Set(['milestone-audit', 'milestone-complete', 'between-milestones'])

const UNFINISHED: ErrorBody = {
  code: 'MILESTONE_UNFINISHED',
  message: 'phases are open: record the request as an order for them, or add a phase after them',
  fix: 'gsd-tools order "<words>" --scope <phases>, or gsd-tools phase add "<title>"',
}
const UNTITLED = usageError(
  'the phase needs a title, and criteria that the user can try',
  'gsd-tools begin next "<title>" --criteria "<what the user can try>" "<another>"',
)

/** A request after all phases are done becomes a phase of the same milestone, because no one asked to close that. */
export function moreWork(view: View, given: string, asked: readonly string[], said: string | undefined) {
  const [title, criteria] = [oneLine(given), asked.map(oneLine)]
  const { state } = derive(view)
  if (!OVER.has(state.step)) return { result: NO_ORDER, error: UNFINISHED }
  if (title === '' || criteria.length === 0) return { result: NO_ORDER, error: UNTITLED }
  const staging = new Staging(view)
  const phase = { title, goal: null, successCriteria: criteria }
  const added = (state.step === 'between-milestones' ? opened(staging, phase) : null) ?? addPhase(staging, phase)
  const id = parsePhaseId(added.padded) as PhaseId
  const words = said ?? typedSince(view) ?? waiting(view) ?? title
  placeOrder(staging, words, [id], { phase: id })
  planAtOnce(staging, id)
  refreshProjections(staging, { activity: `Phase ${added.padded} added: ${title}` })
  const result = { words, scope: scopeText([id]), given: view.clock.today(), fulfilled: false }
  return { result, edits: staging.edits(), unit: phaseUnit(id) }
}

/** A phase that needs no planning gets its plan here, without a planning unit. */
function planAtOnce(staging: Staging, id: PhaseId): void {
  const { facts } = derive(staging.view)
  const phase = facts.phases.find((one) => samePhase(one.id, id))
  const outline = phase === undefined ? null : outlineOf(facts, phase)
  if (phase === undefined || outline === null) return
  const folder = phaseDirectoryPath(facts, phase)
  const path = `${folder}/${id}-01-PLAN.md`
  staging.put(path, outline)
  staging.edit('plan', path, (doc) => {
    const alone = { wave: 1, depends_on: [], files_modified: [], autonomous: true }
    doc.setFront({ phase: baseName(folder), plan: '01', type: 'execute', ...alone })
    return undefined
  })
}

/** Opens the next milestone after a closed one, with this phase; null without a version to count from. */
function opened(staging: Staging, phase: Omit<PhaseDraft, 'id' | 'dependsOn'>): { readonly padded: string } | null {
  const { view } = staging
  const path = view.at('ROADMAP.md')
  const roadmap = view.parse('roadmap', path)?.value ?? null
  const version = versionBehind(view, roadmap)
  if (version === null) return null
  startRoadmap(staging)
  const id = String(nextInteger(view, roadmap))
  const phases = [{ ...phase, id, dependsOn: 'Nothing' }]
  staging.edit('roadmap', path, (doc) => openMilestone(doc, { version, name: phase.title, phases }))
  return { padded: id.padStart(2, '0') }
}

/** The typed words, unless a unit was finished since: then they asked for that unit's work. */
function typedSince(view: View): string | null {
  const at = view.caller.order?.at
  return at === undefined || isWorkedSince({ at, given: null }, view) ? null : typedWords(view)
}

/** The stored order's newest words, if no work was done for them yet. */
function waiting(view: View): string | null {
  const order = readOrder(view)
  return order === null || isWorkedSince(order, view) ? null : (order.words.split(BEFORE)[0] ?? null)
}
