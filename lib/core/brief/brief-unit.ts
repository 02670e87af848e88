// A unit's subject, who does the unit, and the work that a session gets: the pack's steps, and the depth.
import { scan } from '../../markdown/scan.js'
import type { Pack } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { ours, type SafeText, say } from '../../std/safe-text.js'
import { type Depth, depthOf } from '../depth.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import type { Claim } from '../dispatch/claims.js'
import { isOutlined } from '../dispatch/outline.js'
import { subjectsOf } from '../dispatch/unit-decisions.js'
import { unitType } from '../dispatch/units/all.js'
import type { PackView } from '../view.js'
import { stepText } from './brief.js'
import type { AgentSubject, BriefWorld } from './brief-world.js'
import { WORK } from './catalog.js'
import { parseWorkflow } from './workflow.js'

export const DOERS = ['cli', 'session', 'subagents', 'workflow'] as const
type Doer = (typeof DOERS)[number]

/** Whether the session does a unit itself. A subagent reads everything again, which only bulk work or a fresh view justifies. */
const IS_DONE_BY_SESSION: Readonly<Record<Depth['name'], (type: string, phase: PhaseFacts) => boolean>> = {
  light: () => true,
  standard: (type, { plans }) => type === 'plan-phase' || (type === 'execute-plan' && plans.length === 1),
  heavy: () => false,
}

const workIn = onceOf((pack: Pack) => pack.read(`workflows/${WORK}.md`) ?? '')

/** Whether the workflow `work` has a step for this unit type. */
const hasWorkStep = ({ pack }: PackView, type: string): boolean => workIn(pack).includes(`\n## ${type}: `)

export function doerOf({ facts, active }: Pick<Derivation, 'facts' | 'active'>, view: PackView, type: string): Doer {
  const { workflow, agent, subject } = unitType(type)
  if (workflow === null && agent === null) return 'cli'
  if (type === 'plan-phase' && active !== null && isOutlined(facts, active)) return 'cli'
  if (!hasWorkStep(view, type)) return 'workflow'
  if (subject === 'project' || active === null || agent === null) return 'session'
  if (view.pack.host.abilities['subagents'] !== true) return 'session'
  return IS_DONE_BY_SESSION[depthOf(facts, active)?.name ?? 'heavy'](type, active) ? 'session' : 'subagents'
}

export function agentSubject({ derivation: { facts } }: BriefWorld, claim: Claim): AgentSubject {
  const { phase, plan } = subjectsOf(facts, claim.unitType, claim.unitId)
  return { agent: unitType(claim.unitType).agent ?? claim.unitType, claim, phase, plan }
}

export interface UnitWork {
  /** The steps of the unit's type, or null if the pack has none. */
  readonly steps: SafeText | null
  readonly depth: SafeText | null
  /** The unit was begun by name, so the finishing call does not begin the next unit. */
  readonly isNamed?: boolean
  /** The unit that the same reader just submitted, so its drafts are known. */
  readonly submitted?: { readonly unitType: string; readonly unitId: string } | null
  /** A subagent does the unit and returns its result to its caller. */
  readonly isDelegated?: boolean
}

/** Returns the steps of a workflow that is served by unit, not by brief. */
export const stepsOf = ({ view }: Pick<BriefWorld, 'view'>, workflow: string) => {
  const source = view.pack.read(`workflows/${workflow}.md`)
  return source === null ? [] : parseWorkflow(source, scan(source)).steps
}

export function unitWork(world: BriefWorld, { claim, phase }: AgentSubject): UnitWork {
  const step = stepsOf(world, WORK).find(({ id }) => id === claim.unitType)
  // The unit's own phase, because a review may be about a closed phase.
  const own = phase === null ? world : { ...world, phase }
  return {
    steps: step === undefined ? null : stepText(step, own),
    depth: phase === null ? null : depthText(phase, world),
  }
}

function depthText(phase: PhaseFacts, world: BriefWorld): SafeText | null {
  const depth = depthOf(world.derivation.facts, phase)
  // The reason is trusted: it quotes nothing from the project.
  return depth === null ? null : say`${depth.name} (${ours(depth.reason)})`
}
