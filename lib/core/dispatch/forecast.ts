// Forecasts the sequence of units if every unit passes: applies the rules of each open phase one by one.
import { whySkipped } from '../depth.js'
import { unmetDependencies } from '../derivation/dependences.js'
import type { Derivation } from '../derivation/derive.js'
import { isOn, type PhaseFacts, type ProjectFacts } from '../derivation/facts.js'
import { PHASE_RULES } from '../derivation/phase-rules.js'
import { isComplete } from '../derivation/plan-facts.js'
import { type Step, UNIT_OF_STEP } from '../derivation/steps.js'
import type { Asking } from '../derivation/triggers.js'

export interface Foreseen {
  readonly phase: PhaseFacts
  readonly step: Step
  /** Null if the user has to decide first. */
  readonly unitType: string | null
  readonly unitId: string
  readonly reason: string
}

/** The units up to the milestone's end or the user's next decision, in the order in which phases can begin. */
export function foreseen({ facts, done, active }: Derivation): readonly Foreseen[] {
  const ended = new Set(done)
  const all: Foreseen[] = []
  const nextPhase = () =>
    facts.phases.find((one) => !ended.has(one.id) && unmetDependencies(facts, one, ended).length === 0)
  for (let phase = nextPhase(); phase !== undefined; phase = nextPhase()) {
    const own = unitsOf(facts, phase, phase.id === active?.id ? 'next' : 'done')
    ended.add(phase.id)
    const last = own.findIndex(({ unitType }) => unitType === null)
    all.push(...(last < 0 ? own : own.slice(0, last + 1)))
    if (last >= 0) return all
  }
  return all
}

/** `done`: findings without a phase belong to the active one. */
function unitsOf(facts: ProjectFacts, phase: PhaseFacts, asking: Asking): readonly Foreseen[] {
  const found = PHASE_RULES.flatMap(({ test }): readonly Foreseen[] => {
    const { outcome, reason } = test(facts, phase, asking)
    if (outcome === undefined) return []
    const { step } = outcome
    const one = { phase, step, unitType: UNIT_OF_STEP[step], unitId: phase.id, reason }
    if (step === 'executing') return openPlans(phase).map((unitId) => ({ ...one, unitId }))
    return step === 'needs-plan' ? [one, ...behindPlanning(facts, phase)] : [one]
  })
  const nameOf = ({ unitType, unitId }: Foreseen) => `${unitType} ${unitId}`
  return found.filter((one, index) => found.findIndex((other) => nameOf(other) === nameOf(one)) === index)
}

/** Plans without a result, earlier waves first. */
function openPlans({ plans, waves }: PhaseFacts): readonly string[] {
  const open = new Set<string>(plans.filter((plan) => !isComplete(plan)).map(({ id }) => id))
  const waveOf = (wave: number | null) => wave ?? Number.POSITIVE_INFINITY
  return [...waves.plans]
    .filter(({ id }) => open.has(id))
    .sort((a, b) => waveOf(a.wave) - waveOf(b.wave))
    .map(({ id }) => id)
}

/** The units after planning, for plans that do not exist yet. */
function behindPlanning(facts: ProjectFacts, phase: PhaseFacts): readonly Foreseen[] {
  const isChecked = isOn(facts, 'workflow.plan_check') && whySkipped(facts, phase, 'plan check') === null
  const check = { step: 'plan-check', unitId: phase.id, reason: 'plans are checked' } as const
  const work = {
    step: 'executing',
    unitId: `${phase.id}-01`,
    reason: 'one or more plans, from planning',
  } as const
  return [...(isChecked ? [check] : []), ...(phase.plans.length === 0 ? [work] : [])].map((one) => ({
    ...one,
    phase,
    unitType: UNIT_OF_STEP[one.step],
  }))
}
