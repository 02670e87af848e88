// The work of a unit as the session itself does it: the pack's words for it, the depth, and the one call that ends it.
import { scan } from '../../markdown/scan.js'
import { joined, ours, pathText, say, type Told } from '../../std/told.js'
import { depthOf } from '../depth.js'
import type { PhaseFacts } from '../derivation/facts.js'
import type { UnitTypeId } from '../dispatch/units.js'
import { stepText } from './brief.js'
import { orderLine } from './brief-facts.js'
import type { AgentSubject } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'
import { parseWorkflow } from './workflow.js'

/** The workflow whose steps are called as the unit types are whose work they say; begin serves them. */
export const WORK = 'work'

export interface UnitWork {
  /** What to do, or null where the pack has no words of its own for it. */
  readonly steps: Told | null
  readonly depth: Told | null
  /** Whoever does it was told before how units of the type are done. */
  readonly known?: boolean
  /** They were told what an earlier attempt left. */
  readonly stands?: boolean
}

/** The workflow that says how units are given to subagents. */
export const DELEGATE = 'delegate'

const stepsOf = ({ view }: Pick<BriefWorld, 'view'>, workflow: string) => {
  const source = view.pack.read(`workflows/${workflow}.md`)
  return source === null ? [] : parseWorkflow(source, scan(source)).steps
}

/** Whether a session can do such a unit by what one text says. */
export const isWorkedHere = (world: Pick<BriefWorld, 'view'>, type: UnitTypeId): boolean =>
  stepsOf(world, WORK).some(({ id }) => id === type)

export function unitWork(world: BriefWorld, { type, phase }: AgentSubject): UnitWork {
  const step = stepsOf(world, WORK).find(({ id }) => id === type)
  return {
    steps: step === undefined ? null : stepText(step, world),
    depth: phase === null ? null : depthText(phase, world),
  }
}

function depthText(phase: PhaseFacts, world: BriefWorld): Told | null {
  const depth = depthOf(world.derivation.facts, phase)
  // The words for a risk are the registry's own.
  return depth === null ? null : say`${depth.name} (${ours(depth.reason)})`
}

interface Given {
  readonly unitType: UnitTypeId
  readonly unitIds: readonly string[]
}

/** One unit by its id, several by the phase they are of. */
const afterId = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : first.slice(0, Math.max(first.lastIndexOf('-'), 0))

/** For the session that gives units to subagents: who is started, with which words, and what their return means. */
export function delegateText({ unitType, unitIds }: Given, world: BriefWorld): Told {
  const steps = stepsOf(world, DELEGATE)
  const stepOf = (id: string): readonly Told[] =>
    steps.filter((step) => step.id === id).map((step) => say`${stepText(step, world)}`)
  const cli = ours(world.view.pack.cli)
  const calls = unitIds.map((id) => say`- \`${cli} unit begin ${unitType} ${pathText(id)} --role\``)
  const depth = world.phase === null ? null : depthText(world.phase, world)
  const order = orderLine(world)
  return joined(
    [
      say`# ${unitType}: for ${unitIds.length === 1 ? say`a subagent` : say`${unitIds.length} subagents`}`,
      joined(
        [
          ...(order === null ? [] : [say`- What the user asked for: ${order}`]),
          ...(depth === null ? [] : [say`- Depth: ${depth}`]),
        ],
        '\n',
      ),
      joined(
        [
          ...stepOf(unitType),
          say`Its prompt: run this call, follow what it prints, end with the return block. No summary, no praise, no opinion of yours.`,
          ...calls,
        ],
        '\n',
      ),
      joined([say`## When they are back`, ...stepOf('returned')], '\n'),
      say`Then go on: \`${cli} begin --after ${unitType}/${pathText(afterId(unitIds))}\``,
    ].filter((part) => part !== ''),
    '\n\n',
  )
}
