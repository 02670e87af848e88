// Rules about size: what a client always loads, what a call prints, what an agent reads. A token counts as four UTF-8
// bytes, rounded up.

import type { Assets } from '../../lib/assets/pack.js'
import type { Prompt } from '../../lib/assets/prompt.js'
import { renderBody } from '../../lib/assets/render.js'
import { installedName, isTokenName, type Target, TOKENS } from '../../lib/assets/tokens.js'
import { BRIEF_LIMIT, FACTS_RESERVE, maxBytesOf } from '../../lib/core/brief/brief.js'
import { isFactName } from '../../lib/core/brief/brief-facts.js'
import type { WorkflowStep } from '../../lib/core/brief/workflow.js'
import type { Part } from '../../lib/markdown/tokens.js'
import type { Runtime } from '../../lib/runtimes/runtime.js'
import { bytesOf } from '../../lib/std/safe-text.js'
import { offsetOf, type RuleFinding, type Rules } from './rule.js'
import { workflowOf } from './workflow.js'

const tokensOf = (text: string): number => Math.ceil(bytesOf(text) / 4)

const DESCRIPTION_LIMIT = 70
const COMMAND_TOKENS = 250
const AGENT_TOKENS: Readonly<Record<string, number>> & { readonly default: number } = {
  default: 3500,
  planner: 5000,
}
const REFERENCE_TOKENS = 800

/** Path of a payload in a home folder whose path has a typical length. */
const PAYLOAD = '/home/some.person/.configuration/get-shit-done'
const targetOf = (runtime: Runtime): Target => ({
  runtime,
  entries: 'own',
  cli: `node "${PAYLOAD}/bin/gsd-tools.cjs"`,
  payload: PAYLOAD,
})

/** Returns the largest number of tokens of a body in any runtime; other rules report texts that do not render. */
function worstTokens(prompt: Prompt, runtimes: readonly Runtime[], assets: Assets): number {
  return Math.max(
    ...runtimes.map((runtime) => {
      const rendered = renderBody(prompt, targetOf(runtime), assets)
      return 'text' in rendered ? tokensOf(rendered.text) : tokensOf(prompt.body)
    }),
  )
}

const overLimit = (at: number, what: string, limit: number, size: number): readonly RuleFinding[] =>
  size <= limit ? [] : [{ at, expected: `${what} of at most ${limit}`, received: String(size) }]

function descriptionFindings(prompt: Prompt): readonly RuleFinding[] {
  if (prompt.kind !== 'command' && prompt.kind !== 'agent') return []
  const at = offsetOf(prompt, 'description:')
  if (prompt.about === '') return [{ at, expected: 'a description', received: 'none' }]
  return overLimit(at, 'a description', DESCRIPTION_LIMIT, [...prompt.about].length)
}

function bodyFindings(prompt: Prompt, runtimes: readonly Runtime[], assets: Assets): readonly RuleFinding[] {
  if (prompt.kind === 'command')
    return overLimit(prompt.bodyAt, 'a command body in tokens', COMMAND_TOKENS, worstTokens(prompt, runtimes, assets))
  if (prompt.kind === 'reference')
    return overLimit(0, 'a reference in tokens', REFERENCE_TOKENS, worstTokens(prompt, runtimes, assets))
  if (prompt.kind !== 'agent') return []
  const refs = prompt.reads.map((name) => assets.byKey.get(`reference:${name}`)).filter((found) => found !== undefined)
  const size = [prompt, ...refs].reduce((sum, text) => sum + worstTokens(text, runtimes, assets), 0)
  return overLimit(prompt.bodyAt, 'an agent in tokens', AGENT_TOKENS[prompt.name] ?? AGENT_TOKENS.default, size)
}

/** Returns the bytes of parts, with the longer branch of every condition. */
const sizeOf = (parts: readonly Part[], host: Runtime): number =>
  parts.reduce((sum, part) => {
    if (part.kind === 'text') return sum + bytesOf(part.text)
    if (part.kind === 'token') return sum + tokenSize(part.name, part.target ?? '', host)
    return sum + Math.max(sizeOf(part.body, host), sizeOf(part.otherwise, host))
  }, 0)

function tokenSize(name: string, target: string, runtime: Runtime): number {
  if (name === 'fact') return isFactName(target) ? maxBytesOf(target) : 0
  if (name === 'agent') return bytesOf(runtime.spawn(installedName(target)))
  return isTokenName(name) ? bytesOf(TOKENS[name].format(target, targetOf(runtime))) : 0
}

const PART_BYTES = BRIEF_LIMIT - FACTS_RESERVE

/** Returns the bytes of a part if all its steps apply, in the runtime where it is longest. */
const worstPartBytes = (steps: readonly WorkflowStep[], runtimes: readonly Runtime[]): number =>
  Math.max(
    ...runtimes.map((runtime) =>
      steps.reduce((sum, step) => sum + bytesOf(step.title) + 6 + sizeOf(step.body.parts, runtime), 0),
    ),
  )

function partFindings(prompt: Prompt, runtimes: readonly Runtime[]): readonly RuleFinding[] {
  if (prompt.kind !== 'workflow') return []
  const { steps } = workflowOf(prompt)
  const labels = [...new Set(steps.map(({ part }) => part))]
  return labels.flatMap((label) => {
    const ofPart = steps.filter(({ part }) => part === label)
    const size = worstPartBytes(ofPart, runtimes)
    return overLimit(ofPart[0]?.at ?? 0, `part ${label} in bytes`, PART_BYTES, size)
  })
}

export const BUDGET_RULES: Rules = {
  descriptions: descriptionFindings,
  // Command bodies, agents with the references they always read, and references stay within their limits.
  sizes: (prompt, { runtimes, assets }) => bodyFindings(prompt, runtimes, assets),
  // Each part of a workflow leaves room for its facts.
  parts: (prompt, { runtimes }) => partFindings(prompt, runtimes),
}
