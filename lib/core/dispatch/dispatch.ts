// Derives from the state which units may begin, or why none may. Reads claims, the ledger and costs, and changes nothing.
import { grouped } from '../../std/grouped.js'
import { ours, pathText, type SafeText, say } from '../../std/safe-text.js'
import { budgetState, readMetrics } from '../captures/metrics.js'
import { unmetDependencies } from '../derivation/dependences.js'
import type { Derivation } from '../derivation/derive.js'
import { type PhaseFacts, settingOf } from '../derivation/facts.js'
import { derivePhase } from '../derivation/phase-rules.js'
import { isComplete, isSummarised, type PlanFacts } from '../derivation/plan-facts.js'
import { type Blocker, isOffPath, UNIT_OF_STEP } from '../derivation/steps.js'
import { phaseNamed, planNamed, unknownPhase, unknownPlan } from '../derivation/unknown.js'
import { extensionDecision } from '../extensions/asking.js'
import { EXTENSION_UNIT } from '../extensions/port.js'
import { type Ledger, readLedger } from '../history/ledger.js'
import { phaseOfUnit } from '../ids.js'
import type { View } from '../view.js'
import type { StoredClaim } from './claim-store.js'
import {
  type Claim,
  type ClaimState,
  claimedReason,
  claimState,
  claimsInAllWorktrees,
  findClaim,
  readClaims,
  UNATTENDED_STATES,
} from './claims.js'
import { reachedCap } from './guards.js'
import { type Hold, holdIn, holdOf } from './holds.js'
import { findOwnPhase, OWN_UNIT } from './own-unit.js'
import { parallelUnits } from './ready.js'
import {
  decision,
  expectedFiles,
  extensionUnit,
  offeredUnits,
  ownUnitOf,
  phaseUnit,
  planUnit,
  projectUnit,
} from './unit-decisions.js'
import type { UnitDecision } from './unit-shapes.js'
import { isAside, isUnitType, UNIT_TYPE_IDS, unitType } from './units/all.js'

type NextDecision =
  | {
      readonly kind: 'dispatch'
      readonly unit: UnitDecision
      /** Units that may be claimed in parallel now; the first is `unit`. */
      readonly ready: readonly UnitDecision[]
      /** Claims on other offered units whose holders may be at work. */
      readonly held: readonly StoredClaim[]
      /** Why other phases are blocked, and other offered units on hold. */
      readonly waiting: readonly Hold[]
      /** Whether an offered unit was begun before and interrupted. */
      readonly recover: boolean
    }
  | { readonly kind: 'hold'; readonly hold: Hold; readonly recover: boolean }

interface DispatchInput {
  readonly derivation: Derivation
  readonly ledger: Ledger
  readonly claims: readonly Claim[]
  /** Claims in every worktree of the repository, except those of the unattended run that created this worktree. */
  readonly allClaims: readonly StoredClaim[]
  readonly stateOf: (claim: StoredClaim) => ClaimState
}

export const dispatchInput = (view: View, derivation: Derivation): DispatchInput => ({
  derivation,
  ledger: readLedger(view),
  claims: readClaims(view),
  allClaims: claimsInAllWorktrees(view),
  stateOf: (claim) => claimState(view, claim),
})

/** Decides what `next` answers. */
export async function decideNext(input: DispatchInput): Promise<NextDecision> {
  const { derivation } = input
  const stop = holdIn(derivation)
  if (stop !== null) return { kind: 'hold', hold: stop, recover: false }
  const core = offeredUnits(derivation)
  const wanted = await extensionDecision(derivation, core[0])
  if (wanted?.kind === 'hold') return { ...wanted, recover: false }
  const offered = wanted === null ? core : [extensionUnit(derivation, wanted)]
  const found = offered.map((unit) => withClaim(input, unit))
  const unattended = openUnits(found)
  // A claim of this client may have a running worker, so the claimed unit is offered only if no other unit can be.
  const open = unattended.length > 0 ? unattended : found.filter((offer) => offer.state === 'client')
  const held = found.flatMap((offer) => (offer.claim === null || open.includes(offer) ? [] : [offer.claim]))
  const recover = open.some(({ unit }) => findClaim(input.claims, unit.unitType, unit.unitId) !== null)
  if (open.length === 0) return { kind: 'hold', hold: claimedHold(input, found), recover }
  const verdicts = open.map((offer) => ({ ...offer, hold: guardHold(input, offer.unit) }))
  const passed = verdicts.filter(({ hold }) => hold === null)
  const free = passed.filter((offer, index) => index === 0 || offer.state !== 'earlier').map(({ unit }) => unit)
  const ready = parallelUnits(derivation.facts, free, held)
  const [unit] = ready
  const holds = verdicts.flatMap(({ hold }) => hold ?? [])
  if (unit === undefined) return { kind: 'hold', hold: holds[0] ?? claimedHold(input, found), recover }
  return { kind: 'dispatch', unit, ready, held, waiting: [...otherBlockers(derivation), ...holds], recover }
}

const otherBlockers = ({ active, candidates }: Derivation): readonly Hold[] =>
  candidates.flatMap(({ phase, outcome }) => (phase === active ? [] : (outcome.blockers ?? []).map(holdOf)))

interface Offered {
  readonly unit: UnitDecision
  readonly claim: StoredClaim | null
  readonly state: ClaimState
}

/** Returns unattended units and, last in each phase, units that an earlier conversation of this client claimed. */
function openUnits(found: readonly Offered[]): readonly Offered[] {
  const isEarlier = ({ state }: Offered) => state === 'earlier'
  const open = found.filter((offer) => UNATTENDED_STATES.has(offer.state) || isEarlier(offer))
  return [...grouped(open, ({ unit }) => unit.payload.phase?.id ?? '').values()].flatMap((phase) => [
    ...phase.filter((offer) => !isEarlier(offer)),
    ...phase.filter(isEarlier),
  ])
}

/** Like `decideDirect`, but accepts an extension's unit only if an extension asks for it now. */
export async function decideClaim(
  derivation: Derivation,
  type: string,
  id: string,
  unfinished?: boolean,
): Promise<DirectDecision> {
  if (type !== EXTENSION_UNIT) return decideDirect(derivation, type, id, unfinished)
  const hold = holdIn(derivation)
  if (hold !== null) return { kind: 'hold', hold }
  const wanted = await extensionDecision(derivation, offeredUnits(derivation)[0])
  if (wanted?.kind === 'hold') return wanted
  if (wanted?.id !== id) return directHold('STEP', `no extension asks for ${id} now`)
  return { kind: 'unit', unit: extensionUnit(derivation, wanted), phase: null, plan: null }
}

/** Adds to a unit its claim in any worktree, preferably a claim whose holder may be at work. */
function withClaim({ allClaims, stateOf }: DispatchInput, unit: UnitDecision): Offered {
  const found = allClaims.filter(({ unitType, unitId }) => unitType === unit.unitType && unitId === unit.unitId)
  const claim = found.find((one) => stateOf(one) === 'held') ?? found[0] ?? null
  return { unit, claim, state: claim === null ? 'free' : stateOf(claim) }
}

function claimedHold({ stateOf, claims }: DispatchInput, offered: readonly Offered[]): Hold {
  const [first] = offered.flatMap((offer) => offer.claim ?? [])
  if (first === undefined)
    return { code: 'CLAIMED', reason: 'all units are in progress', resume: say`run gsd-tools next` }
  return { code: 'CLAIMED', ...claimedReason(first, stateOf(first), claims) }
}

/** Returns the hold of an exhausted budget that pauses work, or null. Reads costs only if a ceiling is set. */
function budgetHold({ facts }: Derivation): Hold | null {
  const ceiling = settingOf(facts, 'budget.ceiling')
  if (typeof ceiling !== 'number') return null
  const budget = budgetState(readMetrics(facts.view), ceiling, String(settingOf(facts, 'budget.enforcement')))
  if (budget.action !== 'pause') return null
  return { code: 'BUDGET', reason: budget.reason, resume: say`run gsd-tools config set budget.ceiling <number>` }
}

export function guardHold({ derivation, ledger }: DispatchInput, unit: UnitDecision): Hold | null {
  const budget = budgetHold(derivation)
  if (budget !== null) return budget
  if (unit.unitType === OWN_UNIT || isAside(unit.unitType)) return null
  const { unitType, unitId } = unit
  const { state, facts } = derivation
  const found = reachedCap(ledger, {
    unitType,
    unitId,
    revision: state.revision,
    milestone: facts.milestone?.id ?? null,
  })
  if (found === null) return null
  const expected = unit.expects.filter(({ mandatory }) => mandatory).map(({ path }) => path)
  return {
    code: found.code,
    reason: `${found.reason}; expected ${expected.join(', ') || 'its effect'}: ${derivation.reason}`,
    resume: say`find the cause, then, with the user's consent, run gsd-tools unit reset ${pathText(unitType)} ${pathText(unitId)} --reason "<why>"`,
  }
}

export type DirectDecision =
  | {
      readonly kind: 'unit'
      readonly unit: UnitDecision
      readonly phase: PhaseFacts | null
      readonly plan: PlanFacts | null
    }
  | { readonly kind: 'unknown'; readonly message: string; readonly fix: string }
  | { readonly kind: 'hold'; readonly hold: Hold }

const directHold = (code: string, reason: string, resume: SafeText = say`run gsd-tools next`): DirectDecision => ({
  kind: 'hold',
  hold: { code, reason, resume },
})

/**
 * Decides on the unit that a claim names, even if `next` would not offer it: `unknown` if it does not exist, a hold if its
 * preconditions fail. `unfinished`: the user closes the milestone while work in it is open.
 */
export function decideDirect(derivation: Derivation, type: string, id: string, unfinished = false): DirectDecision {
  if (!isUnitType(type))
    return { kind: 'unknown', message: `"${type}" is not a unit type`, fix: `use one of ${UNIT_TYPE_IDS.join(', ')}` }
  const projectHold = projectWideHold(derivation, type)
  if (projectHold !== null) return { kind: 'hold', hold: projectHold }
  if (type === OWN_UNIT) return decideOwn(derivation, id)
  const { subject } = unitType(type)
  if (subject === 'phase') return decidePhase(derivation, type, id)
  if (subject === 'plan') return decidePlan(derivation, id)
  if (subject === 'free') return decideFree(derivation, type, id)
  if (UNIT_OF_STEP[derivation.state.step] !== type && !(unfinished && type === 'complete-milestone'))
    return directHold('STEP', `${type} is not possible now: the step is "${derivation.state.step}"`)
  return { kind: 'unit', unit: projectUnit(derivation.facts, type), phase: null, plan: null }
}

function projectWideHold(derivation: Derivation, type: string): Hold | null {
  const { rule, step } = derivation.state
  if (step === 'paused') return holdIn(derivation)
  if (step === 'blocked' && ['D01', 'D02', 'D03'].includes(rule)) return holdIn(derivation)
  if (step === 'no-project' && type !== 'new-project' && type !== 'map-codebase')
    return {
      code: 'NO_PROJECT',
      reason: 'there is no PROJECT.md yet',
      resume: say`create a project: gsd-tools brief new-project`,
    }
  return null
}

/** Returns why an optional unit, which needs existing code, cannot begin; null if a plan of the phase is finished. */
const unbuiltReason = ({ plans }: PhaseFacts) =>
  plans.some(isSummarised) ? null : 'none of the plans is finished; name a phase that is built'

/** Whether a unit of this type may begin despite the phase's blocker. Open questions block no unit that a claim names. */
const canBeginDespite = (type: string, { code }: Blocker): boolean =>
  code === 'OPEN_QUESTIONS' || (isOffPath(type) && (code === 'UI_CONTRACT' || code === 'OPEN_THREATS'))

function decidePhase(derivation: Derivation, type: string, id: string): DirectDecision {
  const { facts, done } = derivation
  const phase = phaseNamed(facts, id)
  if (phase === null) return { kind: 'unknown', ...unknownPhase(facts, id) }
  if (phase.duplicates.length > 0)
    return directHold('PHASE_AMBIGUOUS', `phase ${phase.id} has several directories`, say`rename all but one of them`)
  if (
    done.has(phase.id) &&
    !phase.isDoneElsewhere &&
    !isOffPath(type) &&
    type !== 'verify-work' &&
    type !== 'transition'
  ) {
    const again = type === 'verify-phase' ? say`run gsd-tools check run ${pathText(phase.id)}` : undefined
    return directHold('PHASE_DONE', `phase ${phase.id} is done`, again)
  }
  const found = derivePhase(facts, phase)
  const waits = unitType(type).startProblem ?? (isOffPath(type) ? unbuiltReason : undefined)
  const missing = waits?.(phase, found.rule) ?? null
  const because = found.trace.at(-1)?.reason
  if (missing !== null)
    return directHold('STEP', `${type} of phase ${phase.id} is not possible now: ${missing} (${because})`)
  const [blocker] = found.outcome.step === 'blocked' ? (found.outcome.blockers ?? []) : []
  if (blocker !== undefined && !canBeginDespite(type, blocker)) return { kind: 'hold', hold: holdOf(blocker) }
  return { kind: 'unit', unit: phaseUnit(facts, type, phase, found.outcome.mode), phase, plan: null }
}

function decidePlan(derivation: Derivation, id: string): DirectDecision {
  const { facts, done } = derivation
  const named = planNamed(facts, id)
  if (named === null) {
    const owner = phaseNamed(facts, phaseOfUnit(id) ?? '') ?? derivation.active
    return { kind: 'unknown', ...unknownPlan(owner?.plans ?? [], id) }
  }
  const { phase, plan } = named
  if (isComplete(plan)) return directHold('PLAN_DONE', `plan ${plan.id} is finished`)
  const unmet = unmetDependencies(facts, phase, done)
  if (unmet.length > 0) return directHold('DEPS', `phase ${phase.id} waits for phase ${unmet.join(', ')}`)
  const found = derivePhase(facts, phase)
  const ready = found.outcome.ready?.some((other) => other.id === plan.id) === true
  if (!ready) return directHold('STEP', `plan ${plan.id} cannot start now: ${found.trace.at(-1)?.reason}`)
  return { kind: 'unit', unit: planUnit(facts, phase, plan), phase, plan }
}

function decideOwn({ facts }: Derivation, id: string): DirectDecision {
  const found = findOwnPhase(facts, id)
  if ('phase' in found) return { kind: 'unit', unit: ownUnitOf(facts, id, found.phase), phase: found.phase, plan: null }
  const { code, message, fix } = found
  return code === 'unknown' ? { kind: 'unknown', message, fix } : directHold('STEP', message, say`${ours(fix)}`)
}

const FREE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

function decideFree({ facts }: Derivation, type: string, text: string): DirectDecision {
  const id = text.replace(/^[a-z-]+:/, '')
  if (!FREE_ID.test(id) || id.includes('..'))
    return {
      kind: 'unknown',
      message: `"${text}" is not an id`,
      fix: 'begin with a letter or digit, and use only letters, digits, single dots, dashes and underscores',
    }
  const unit = decision(type, id, {}, { id }, expectedFiles(facts, type, { id }))
  return { kind: 'unit', unit, phase: null, plan: null }
}
