// Rules about CLI calls in prompts: a call is plain and valid, and its workflow, step, flags, unit and setting exist.

import { configKey, isSection } from '../../lib/artifacts/config/config-keys.js'
import { type Assets, type CliCall, callsIn } from '../../lib/assets/pack.js'
import type { Prompt } from '../../lib/assets/prompt.js'
import { DELEGATE } from '../../lib/core/brief/catalog.js'
import { isUnitType, UNIT_TYPE_IDS, unitType } from '../../lib/core/dispatch/units/all.js'
import { fencesOf } from '../../lib/markdown/reader.js'
import { nearest } from '../../lib/std/text.js'
import { isPlaceholder } from './check-call.js'
import { type LintWorld, type RuleFinding, type Rules, tokensIn } from './rule.js'
import { scanned, workflowOf } from './workflow.js'

/** Returns the first shell syntax outside quotes and placeholders, or null. */
function shellSyntaxIn(text: string): string | null {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, '').replace(/<[^<>]*>/g, '')
  const found = /[|&;<>`]|\$\(/.exec(bare)
  return found === null ? null : found[0]
}

function plainCallFindings(prompt: Prompt): readonly RuleFinding[] {
  return callsIn(prompt).flatMap(({ program, at, text }) => {
    const findings: RuleFinding[] = []
    if (prompt.text[at - 1] !== '`' && !fencesOf(scanned(prompt)).some(({ start, end }) => start <= at && at < end))
      findings.push({ at, expected: 'a call in inline code or a code block', received: `{{${program}}} ${text}` })
    const problem = shellSyntaxIn(text)
    if (problem !== null) findings.push({ at, expected: 'one plain command', received: `${problem} in: ${text}` })
    return findings
  })
}

/** Returns what is wrong with a call of `brief`, whose subject the CLI itself does not check; null if nothing is. */
function briefProblem({ words }: CliCall, assets: Assets): string | null {
  const [verb, subject] = words
  if (verb !== 'brief' || subject === undefined || isPlaceholder(subject)) return null
  const prompt = assets.workflows.get(subject)
  if (prompt === undefined) return assets.agents.has(subject) ? null : `${subject} is no workflow and no agent`
  const workflow = workflowOf(prompt)
  const step = words.includes('--step') ? words[words.indexOf('--step') + 1] : undefined
  if (step !== undefined && !isPlaceholder(step) && !workflow.steps.some(({ id }) => id === step))
    return `${subject} has no step ${step}`
  const split = words.indexOf('--')
  const flag = (split < 0 ? [] : words.slice(split + 1)).find(
    (word) => word.startsWith('--') && !workflow.flags.some(({ name }) => name === word.split('=')[0]),
  )
  return flag === undefined ? null : `${subject} has no flag ${flag}`
}

function unitProblem({ words }: CliCall): string | null {
  const [noun, verb, type] = words
  if (noun !== 'unit' || (verb !== 'claim' && verb !== 'reset') || type === undefined || isPlaceholder(type))
    return null
  return isUnitType(type) ? null : `${type} is no unit type (nearest: ${nearest(type, UNIT_TYPE_IDS) ?? 'none'})`
}

function settingProblem({ words }: CliCall): string | null {
  const [noun, verb, key] = words
  if (noun !== 'config' || (verb !== 'get' && verb !== 'set') || key === undefined || isPlaceholder(key)) return null
  return configKey(key) !== null || isSection(key) ? null : `${key} is no setting`
}

function legalCallFindings(prompt: Prompt, assets: Assets, checkCall: LintWorld['checkCall']): readonly RuleFinding[] {
  return callsIn(prompt).flatMap((call) => {
    const words = call.words.map((word) => (word === '{{args}}' ? '<words>' : word))
    const subjectProblem = () =>
      call.program === 'gsd' ? null : (briefProblem(call, assets) ?? unitProblem(call) ?? settingProblem(call))
    const problem = checkCall(words, call.program) ?? subjectProblem()
    return problem === null
      ? []
      : [{ at: call.at, expected: 'a call the CLI accepts', received: `${call.text}: ${problem}` }]
  })
}

/** Finds flags after a command that the command's workflow does not take. */
function commandFlagFindings(prompt: Prompt, { commands, workflows }: Assets): readonly RuleFinding[] {
  return tokensIn(prompt.tree.parts, 'cmd').flatMap(({ target, start, end }) => {
    const workflow = workflows.get(commands.get(target)?.workflow ?? '')
    const flags = workflow && workflowOf(workflow).flags
    const flag = /^`? `?(--[a-z][a-z0-9-]*)/.exec(prompt.body.slice(end))?.[1]
    if (flag === undefined || flags === undefined || flags.some(({ name }) => name === flag)) return []
    const received = `{{cmd:${target}}} ${flag}`
    return [{ at: prompt.bodyAt + start, expected: 'a flag that the command takes', received }]
  })
}

/** Finds steps that start an agent for a unit but are not named like the unit: nobody would claim that unit. */
function claimFindings(prompt: Prompt): readonly RuleFinding[] {
  if (prompt.kind !== 'workflow') return []
  return workflowOf(prompt)
    .steps.filter(({ kind }) => kind === 'spawn')
    .flatMap((step) =>
      tokensIn(step.body.parts, 'agent').flatMap(({ target: agent }) => {
        const types: readonly string[] = UNIT_TYPE_IDS.filter((type) => unitType(type).agent === agent)
        if (types.length === 0 || types.includes(step.id)) return []
        const expected = `a step called ${types.join(' or ')}, in the workflow ${DELEGATE}`
        return [{ at: step.at, expected, received: `${agent} started in ${step.id}` }]
      }),
    )
}

export const CALL_RULES: Rules = {
  // A call is one plain command in code, without pipes or substitutions.
  'plain-calls': plainCallFindings,
  // A call names a registered verb or action with legal arguments and flags, and subjects that exist.
  'legal-calls': (prompt, { assets, checkCall }) => legalCallFindings(prompt, assets, checkCall),
  // A flag after a command that the user is to type is a flag of the command's workflow.
  'command-flags': (prompt, { assets }) => commandFlagFindings(prompt, assets),
  // An agent that works on a unit is started by the step with the unit's name.
  claims: claimFindings,
}
