// Routes the session of a unit to a model: from the weight of the work to a tier, a model and fallbacks. Pure.
import { type Infer, oneOf, record, text } from '../../std/shape.js'
import { type Depth, depthOf } from '../depth.js'
import type { PhaseFacts, ProjectFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { unitType } from '../dispatch/units/all.js'
import type { Ledger, OutcomeLine } from '../history/ledger.js'
import {
  AGENT_MODELS,
  type AgentModels,
  type Ask,
  chooseModel,
  type ModelChoice,
  modelRow,
  type RuntimeModels,
  TIERS,
  type Tier,
  tierOf,
} from './models.js'

const RULE_NAMES = ['unit', 'depth', 'plan', 'retry'] as const

/** One rule of the route: its resulting tier and the reason. */
export const ROUTE_STEP = record({ rule: oneOf(RULE_NAMES), tier: oneOf(TIERS), reason: text() })
type RouteStep = Infer<typeof ROUTE_STEP>

export interface RouteSubject {
  readonly type: string
  readonly unitId: string
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
  /** Number of the unit's session, from 1; sessions without a result count too. */
  readonly attempt: number
}

export interface Route extends ModelChoice {
  /** The agent whose models are used; null if the unit needs no agent. */
  readonly agent: string | null
  readonly steps: readonly RouteStep[]
  /** Fallbacks in order; null: the client's default. */
  readonly fallbacks: readonly (string | null)[]
}

/** Models for work without an agent: the session mostly makes decisions and writes little. */
const SESSION: AgentModels = modelRow('oss', 'standard', 'discuss')

const shifted = (tier: Tier, by: number): Tier =>
  TIERS[Math.min(Math.max(TIERS.indexOf(tier) + by, 0), TIERS.length - 1)] as Tier

/** Whether the work is verification. It never gets a smaller model, because nothing verifies it afterwards. */
const isVerification = ({ type }: AgentModels): boolean => type === 'verification'

const BY_DEPTH: Readonly<Record<Depth['name'], number>> = { light: -1, standard: 0, heavy: 1 }

/** A plan is heavy if it reaches one of these, and light if it is within all of `LIGHT`. */
const HEAVY = { tasks: 8, files: 15, dependsOn: 3 } as const
const LIGHT = { tasks: 2, files: 2, dependsOn: 0 } as const
type Weight = Readonly<Record<keyof typeof HEAVY, number>>

export function weightShift(weight: Weight): number {
  const names = Object.keys(HEAVY) as readonly (keyof Weight)[]
  if (names.some((name) => weight[name] >= HEAVY[name])) return 1
  return names.every((name) => weight[name] <= LIGHT[name]) ? -1 : 0
}

/** Returns the outcomes of attempts at units of a type, except cancelled ones. */
const endedAttempts = ({ lines }: Ledger, type: string): readonly OutcomeLine[] =>
  lines
    .filter((line): line is OutcomeLine => line.kind === 'outcome')
    .filter(({ unitType, status }) => unitType === type && status !== 'cancelled')

/** Returns the number of this attempt: the session's, or one more than the latest failures in the ledger if that is larger. */
function attemptOf({ type, unitId, attempt }: RouteSubject, ledger: Ledger): number {
  const own = endedAttempts(ledger, type).filter((line) => line.unitId === unitId)
  const failed = own.length - 1 - own.findLastIndex(({ status }) => status === 'completed')
  return Math.max(attempt, failed + 1)
}

export function routeOf(subject: RouteSubject, facts: ProjectFacts, ask: Ask, runtime: RuntimeModels): Route {
  const { phase, plan, type } = subject
  const { agent } = unitType(type)
  const row = agent === null ? SESSION : (AGENT_MODELS[agent] as AgentModels)
  const reason = agent === null ? `${type} needs no agent` : `the work of ${agent}`
  const steps: RouteStep[] = [{ rule: 'unit', tier: row.tier, reason }]
  const currentTier = (): Tier => (steps.at(-1) as RouteStep).tier
  const depth = phase === null ? null : depthOf(facts, phase)
  if (depth !== null) steps.push(depthStep(currentTier(), depth, row))
  if (plan !== null) steps.push(planStep(currentTier(), plan))
  const number = attemptOf(subject, facts.inputs.ledger())
  if (number > 1) steps.push({ rule: 'retry', tier: tierOf(currentTier(), number, ask), reason: `attempt ${number}` })
  const choose = (tier: Tier) => chooseModel(agent ?? '', row, tier, ask, runtime)
  const choice = choose(currentTier())
  return { ...choice, agent, steps, fallbacks: choice.model === null ? [] : fallbacksFor(choice, choose) }
}

function depthStep(tier: Tier, depth: Depth, row: AgentModels): RouteStep {
  const by = BY_DEPTH[depth.name]
  return by < 0 && isVerification(row)
    ? { rule: 'depth', tier, reason: `depth ${depth.name}; verification never gets a smaller model` }
    : { rule: 'depth', tier: shifted(tier, by), reason: `depth ${depth.name}: ${depth.reason}` }
}

function planStep(tier: Tier, { plan }: PlanFacts): RouteStep {
  const weight = { tasks: plan.tasks.length, files: plan.filesModified.length, dependsOn: plan.dependsOn.length }
  const reason = `tasks: ${weight.tasks}, files: ${weight.files}, depends on: ${weight.dependsOn}`
  return { rule: 'plan', tier: shifted(tier, weightShift(weight)), reason }
}

/** Returns fallbacks: other models of the tier, then larger tiers, then the client's default. */
function fallbacksFor({ model, others, tier }: ModelChoice, choose: (tier: Tier) => ModelChoice): Route['fallbacks'] {
  const larger = TIERS.slice(TIERS.indexOf(tier) + 1).map((one) => choose(one).model)
  return [...new Set([...others, ...larger.filter((one) => one !== null && one !== model), null])]
}

/** Returns the choice after consecutive errors. One error is usually transient: retry the model once, then use the next. */
export const fallbackAfter = <T>(choices: readonly T[], errors: number): T | undefined =>
  choices[Math.min(Math.max(errors - 1, 0), choices.length - 1)]
