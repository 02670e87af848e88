// How a session gives units to subagents: whom it starts, with which call, and what their return means.
import { GsdError } from '../../errors.js'
import { joined, ours, pathText, say, type Told } from '../../std/told.js'
import { isBeside } from '../derivation/steps.js'
import { outlineOf } from '../dispatch/outline.js'
import { unitType } from '../dispatch/units/all.js'
import { stepText } from './brief.js'
import { orderLine } from './brief-facts.js'
import { agentSubject, depthText, stepsOf } from './brief-unit.js'
import type { BriefWorld } from './brief-world.js'
import { DELEGATE } from './unit-texts.js'

interface Given {
  readonly unitType: string
  /** At least one; several are plans of one phase. */
  readonly unitIds: readonly string[]
}

/** `USAGE` for a type that no subagent does. */
export function delegateText({ unitType: type, unitIds }: Given, world: BriefWorld): Told {
  const steps = stepsOf(world, DELEGATE)
  const stepOf = (id: string): readonly Told[] =>
    steps.filter((step) => step.id === id).map((step) => stepText(step, world))
  const whom = stepOf(type)
  if (whom.length === 0)
    throw new GsdError({
      code: 'USAGE',
      message: `${pathText(type)} is done by the session itself, not by a subagent`,
      fix: `gsd-tools begin ${pathText(type)} ${unitIds.join(' ')}`,
    })
  const [first = ''] = unitIds
  const { agent, subject } = unitType(type)
  const { phase } = agentSubject(world, agent ?? '', first, null)
  for (const id of unitIds) {
    const found = agentSubject(world, agent ?? '', id, null)
    if ((subject === 'phase' && found.phase === null) || (subject === 'plan' && found.plan === null))
      throw new GsdError({
        code: 'NOT_FOUND',
        message: `"${id}" is not a ${subject} of the active milestone, so nobody can be started for it`,
        fix: 'gsd-tools progress',
      })
  }
  const depth = phase === null ? null : depthText(phase, world)
  const order = orderLine(world)
  const known = [
    ...(order === null ? [] : [say`- What the user asked for: ${order}`]),
    ...(depth === null ? [] : [say`- Depth: ${depth}`]),
  ]
  const cli = ours(world.view.pack.cli)
  if (phase !== null && type === 'plan-phase' && outlineOf(world.derivation.facts, phase) !== null)
    return joined(
      [
        say`# ${pathText(type)} ${pathText(first)}: its plan follows from the roadmap`,
        say`No subagent is needed. Make this call yourself; it hands the plan in:`,
        say`\`${cli} begin ${pathText(type)} ${pathText(first)} --role\``,
      ],
      '\n',
    )
  const calls = unitIds.map((id) => say`- \`${cli} begin ${pathText(type)} ${pathText(id)} --role\``)
  return joined(
    [
      say`# ${pathText(type)}: for ${unitIds.length === 1 ? say`a subagent` : say`${unitIds.length} subagents`}`,
      ...(known.length === 0 ? [] : [joined(known, '\n')]),
      joined(
        [
          ...whom,
          say`Its prompt: run this call, follow what it prints, end with the return block. No summary, no praise, no opinion of yours.`,
          ...calls,
        ],
        '\n',
      ),
      joined([say`## When they are back`, ...stepOf('returned')], '\n'),
      // Of a unit on the path whoever asked says what comes next.
      ...(isBeside(type)
        ? [say`Where a subagent did it, go on: \`${cli} begin --after ${pathText(type)}/${pathText(first)}\``]
        : []),
    ],
    '\n\n',
  )
}
