// The doer of a unit: the CLI, the calling session, its subagents, or a workflow with the user. Pure.
import type { Pack } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { type Depth, depthOf } from '../depth.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { isOutlined } from '../dispatch/outline.js'
import { unitType } from '../dispatch/units/all.js'
import type { PackView } from '../view.js'
import { WORK } from './catalog.js'

export const DOERS = ['cli', 'session', 'subagents', 'workflow'] as const
type Doer = (typeof DOERS)[number]

/** Units the session does itself. A subagent reads everything again, which pays only for bulk or a fresh eye. */
const DONE_HERE: Readonly<Record<Depth['name'], (type: string, phase: PhaseFacts) => boolean>> = {
  light: () => true,
  standard: (type, { plans }) => type === 'plan-phase' || (type === 'execute-plan' && plans.length === 1),
  heavy: () => false,
}

const workIn = onceOf((pack: Pack) => pack.read(`workflows/${WORK}.md`) ?? '')

/** Whether a session can do such a unit from one text, which has a step of that name. */
const isWorkedHere = ({ pack }: PackView, type: string): boolean => workIn(pack).includes(`\n## ${type}: `)

export function doerOf({ facts, active }: Pick<Derivation, 'facts' | 'active'>, view: PackView, type: string): Doer {
  const { workflow, agent, subject } = unitType(type)
  if (workflow === null && agent === null) return 'cli'
  if (type === 'plan-phase' && active !== null && isOutlined(facts, active)) return 'cli'
  if (!isWorkedHere(view, type)) return 'workflow'
  if (subject === 'project' || active === null || agent === null) return 'session'
  if (view.pack.host.abilities['subagents'] !== true) return 'session'
  return DONE_HERE[depthOf(facts, active)?.name ?? 'heavy'](type, active) ? 'session' : 'subagents'
}
