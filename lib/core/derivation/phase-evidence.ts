// What stands behind the finished work of a phase, in one word.
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { receiptsOf } from './phase-receipts.js'
import { isComplete, isSummarised } from './plan-facts.js'

/** `passed`: verified, with receipts · `adopted`: accepted as it stands · `claimed`: something says it is finished, and nothing proves it. */
export const EVIDENCE = ['claimed', 'adopted', 'passed'] as const
type Evidence = (typeof EVIDENCE)[number]

/** Null while nothing says that the phase, or a plan of it that was not finished through the CLI, is finished. */
export function phaseEvidence(facts: ProjectFacts, phase: PhaseFacts): Evidence | null {
  const { plans, adopted, ticked } = phase
  const all = plans.length > 0
  if (adopted || (all && plans.every(({ evidence }) => evidence === 'adopted'))) return 'adopted'
  if (all && plans.every(isComplete) && isVerified(facts, phase)) return 'passed'
  const isSaid = ticked || (all && plans.every(isSummarised))
  return isSaid || plans.some(({ evidence }) => evidence === 'claimed') ? 'claimed' : null
}

function isVerified(facts: ProjectFacts, phase: PhaseFacts): boolean {
  const { verification } = phase
  const status = verification?.covers === true && verification.proven ? verification.status : null
  return (status === 'passed' || status === 'human_needed') && receiptsOf(facts, phase).weak === null
}
