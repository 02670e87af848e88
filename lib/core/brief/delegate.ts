// How a session delegates units to subagents: which agent, which call, and how to read the return.
import { refuse, usageError } from '../../errors.js'
import { inLines, inParagraphs, joined, ours, pathText, type SafeText, say } from '../../std/safe-text.js'
import { isOffPath } from '../derivation/steps.js'
import { phaseNamed, planNamed } from '../derivation/unknown.js'
import { isOutlined } from '../dispatch/outline.js'
import { unitType } from '../dispatch/units/all.js'
import { stepText } from './brief.js'
import { orderLine } from './brief-facts.js'
import { stepsOf } from './brief-unit.js'
import type { BriefWorld } from './brief-world.js'
import { DELEGATE } from './catalog.js'

export interface UnitsOfType {
  readonly unitType: string
  /** At least one. */
  readonly unitIds: readonly string[]
}

/** Tells how to delegate independent units. Throws if no subagent does the type (`USAGE`), or a phase or plan is unknown. */
export function delegateText(given: readonly UnitsOfType[], world: BriefWorld): SafeText {
  const cli = ours(world.view.pack.cli)
  const [{ unitType: type, unitIds }] = given as readonly [UnitsOfType]
  const [first = ''] = unitIds
  const parts = given.map((one) => agentCalls(one, world))
  const count = given.reduce((sum, one) => sum + one.unitIds.length, 0)
  const planned = given.flatMap((one) => (one.unitType === 'plan-phase' ? one.unitIds : []))
  const outlined = planned.filter((id) => {
    const phase = phaseNamed(world.derivation.facts, id)
    return phase !== null && isOutlined(world.derivation.facts, phase)
  })
  if (outlined.length > 0)
    return inLines([
      say`# plan-phase ${joined(outlined.map(pathText), ', ')}: planned from the roadmap`,
      say`No subagent is needed. Make each call yourself; the call submits the plan:`,
      ...outlined.map((id) => say`\`${cli} begin plan-phase ${pathText(id)} --role\``),
      ...(count > 1 ? [say`Then run \`${cli} unit delegate\` again for the units that are ready now.`] : []),
    ])
  const order = orderLine(world)
  const title = given.length > 1 ? say`Independent units` : pathText(type)
  const continuation = say`If a subagent did the unit, continue with \`${cli} begin --after ${pathText(type)}/${pathText(first)}\``
  return inParagraphs([
    say`# ${title}: for ${count === 1 ? say`a subagent` : say`${count} subagents`}`,
    ...(order === null ? [] : [say`- The user's order: ${order}`]),
    inLines(parts.flatMap(({ whom, calls }, index) => [...whom, ...(index === 0 ? [PROMPT] : []), ...calls])),
    ...(count === 1 ? [] : stepOf(world, 'together')),
    inLines([say`## When they return`, ...stepOf(world, 'returned')]),
    // For a unit on the path, the caller decides what comes next.
    ...(isOffPath(type) ? [continuation] : []),
  ])
}

const PROMPT = say`The subagent's prompt: run this call, follow its output, end with the return block. Add no summary, praise or opinion of your own.`

const stepOf = (world: BriefWorld, id: string): readonly SafeText[] =>
  stepsOf(world, DELEGATE)
    .filter((step) => step.id === id)
    .map((step) => stepText(step, world))

/** Returns the agents and calls for units of one type. */
function agentCalls({ unitType: type, unitIds }: UnitsOfType, world: BriefWorld) {
  const whom = stepOf(world, type)
  const message = `${pathText(type)} is done by the session itself, not by a subagent`
  if (whom.length === 0) refuse(usageError(message, `run gsd-tools begin ${pathText(type)} ${unitIds.join(' ')}`))
  const { subject } = unitType(type)
  const { facts } = world.derivation
  const isKnown = (id: string) =>
    subject === 'plan' ? planNamed(facts, id) !== null : subject !== 'phase' || phaseNamed(facts, id) !== null
  const unknown = unitIds.find((id) => !isKnown(id))
  const unknownMessage = `"${unknown}" is not a ${subject} of the active milestone`
  if (unknown !== undefined)
    refuse({ code: 'NOT_FOUND', message: unknownMessage, fix: 'run gsd-tools progress to see the phases and plans' })
  const cli = ours(world.view.pack.cli)
  return { whom, calls: unitIds.map((id) => say`- \`${cli} begin ${pathText(type)} ${pathText(id)} --role\``) }
}
