// What one go can serve beside the unit: the next phase that was ordered, to be built with this one or to be tried with it.
import { NOTHING_TOLD, pathText, say, type Told, wordsText } from '../../std/told.js'
import { isBuiltFirst } from '../derivation/ahead.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { isComplete } from '../derivation/plan-facts.js'
import { type Block, rules } from './brief-blocks.js'
import { criteriaText, phaseText } from './brief-facts.js'
import type { AgentSubject } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'

/** Requirements of both phases that one session looks over at once. */
const TOGETHER = 20
/** Bytes that what is said of the next phase may take. */
const MOST = { requirements: 200, criteria: 900 } as const

/** For whoever builds the last plan of a phase, or proves it, and goes on behind it. */
export function orderedOn({ type, phase }: AgentSubject, { view, derivation }: BriefWorld): readonly Block[] {
  const { facts } = derivation
  const next = phase === null ? undefined : facts.phases[facts.phases.indexOf(phase) + 1]
  if (phase === null || next === undefined) return []
  const both = [phase, next]
  if (!both.every((one) => isBuiltFirst(facts, one))) return []
  if (both.reduce((sum, { section }) => sum + section.requirements.length, 0) > TOGETHER) return []
  if (type === 'execute-plan') return toBuild(phase, next, pathText(view.at('ROADMAP.md')))
  return type === 'verify-phase' ? toTry(next) : []
}

function toBuild(phase: PhaseFacts, next: PhaseFacts, roadmap: Told): readonly Block[] {
  const isLast = phase.plans.filter((plan) => !isComplete(plan)).length === 1
  if (!isLast || next.plans.length > 0) return []
  return rules('behind', say`Ordered behind it`, [
    say`- Phase ${titleOf(next)}${namesOf(next)}, criteria in ${roadmap}. Where one design serves both, write the code and tests of both now, in one go, its tests in files of their own: commit all but those and finish this plan; that begins its plan: commit them and finish it, in one line.`,
  ])
}

function toTry(next: PhaseFacts): readonly Block[] {
  const isBuilt = next.plans.length > 0 && next.plans.every(isComplete)
  const criteria = criteriaText(next.section.successCriteria, MOST.criteria)
  if (!isBuilt || criteria === null) return []
  return rules('behind', say`Proven behind it`, [
    say`- Phase ${titleOf(next)}: ${criteria}. Built too: try these in the same run; its proof is asked for next.`,
  ])
}

const titleOf = ({ id, title }: PhaseFacts): Told => phaseText(id, title)

const namesOf = ({ section }: PhaseFacts): Told => {
  const names = wordsText(section.requirements, MOST.requirements)
  return names === null ? NOTHING_TOLD : say` (${names})`
}
