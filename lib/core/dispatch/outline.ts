// Writes the plan of a phase that needs no planning, from its roadmap section or the order. The executor decides the rest.
import type { ArtifactId } from '../../artifacts/paths.js'
import { PHASE_CRITERIA_TRUTH } from '../../artifacts/plan/plan.js'
import { renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import { depthOf } from '../depth.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath, settingOf } from '../derivation/facts.js'
import { readLedger } from '../history/ledger.js'
import { namesPhase } from '../ids.js'
import { projectChecks } from '../judging/check.js'
import { artifactOf } from '../layout.js'
import { coversPhase, type Order, readOrder } from '../order.js'
import { nextAttempt } from './guards.js'

/** Whether the CLI writes the phase's plan itself. A second attempt means that the outline was not enough. */
export const isOutlined = (facts: ProjectFacts, phase: PhaseFacts): boolean =>
  nextAttempt(readLedger(facts.view), 'plan-phase', phase.id) === 1 && outlineOf(facts, phase) !== null

/** Returns the plan; null if the phase has plans or settled questions, lacks an order or project check, or needs planning. */
export function outlineOf(facts: ProjectFacts, phase: PhaseFacts): string | null {
  if (phase.plans.length > 0) return null
  const order = readOrder(facts.view)
  if (order === null || !coversPhase(order.scope, phase.id) || hasSettledQuestions(facts, phase)) return null
  if (projectChecks(facts).checks.length === 0) return null
  return wasAddedFor(order, phase) ? addedOutline(facts, phase) : requiredOutline(facts, phase)
}

/** Kinds of files that settle questions before planning, so the planner must read them. */
const SETTLING_KINDS: ReadonlySet<ArtifactId> = new Set(['context', 'spec', 'ui-spec', 'ai-spec', 'research'] as const)

function hasSettledQuestions(facts: ProjectFacts, phase: PhaseFacts): boolean {
  const { view } = facts
  const folder = phaseDirectoryPath(facts, phase)
  return view.list(folder).some(({ name }) => SETTLING_KINDS.has(artifactOf(`${folder}/${name}`, view.base)))
}

const wasAddedFor = ({ phase }: Order, { id }: PhaseFacts): boolean => phase !== undefined && namesPhase(phase, id)

const addedOutline = (facts: ProjectFacts, phase: PhaseFacts): string | null =>
  (depthOf(facts, phase)?.name ?? 'light') === 'light'
    ? planOf('What was ordered, with tests', [PHASE_CRITERIA_TRUTH])
    : null

/** Returns a plan with a task per requirement; null if mode or depth asks for planning, or known ids or criteria are missing. */
function requiredOutline(facts: ProjectFacts, phase: PhaseFacts): string | null {
  const { requirements: ids, successCriteria } = phase.section
  if (ids.length === 0 || successCriteria.length === 0 || settingOf(facts, 'mode') !== 'yolo') return null
  if (depthOf(facts, phase)?.name !== 'light') return null
  const { view } = facts
  const known = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value.requirements ?? []
  const required = ids.flatMap((name) => known.find((one) => one.id === name) ?? [])
  if (required.length < ids.length) return null
  const tasks = required.map(({ id, text }) => `${text} (${id})`)
  return planOf(phase.section.goal ?? phase.title, tasks, ids)
}

function planOf(objective: string, tasks: readonly string[], requirements: readonly string[] = []): string {
  const front = renderFrontMatter({ requirements, must_haves: { truths: [PHASE_CRITERIA_TRUTH] } })
  return `${front}\n${objective}\n\n${tasks.map((text, index) => `${index + 1}. ${text}\n`).join('')}`
}
