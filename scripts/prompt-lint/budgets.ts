// Budgets: what a user's client always carries, what a call prints, what an agent reads. A token is four UTF-8 bytes,
// rounded up.

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
import { type Fault, placeOf, type Rules } from './rule.js'
import { workflowOf } from './workflow.js'

const tokensOf = (text: string): number => Math.ceil(bytesOf(text) / 4)

const DESCRIPTION_LIMIT = 70
const COMMAND_TOKENS = 250
const AGENT_TOKENS: Readonly<Record<string, number>> & { readonly default: number } = {
  default: 3500,
  planner: 5000,
}
const REFERENCE_TOKENS = 800

/** A payload in a home of usual length. */
const PAYLOAD = '/home/some.person/.configuration/get-shit-done'
const targetOf = (runtime: Runtime): Target => ({
  runtime,
  entries: 'own',
  cli: `node "${PAYLOAD}/bin/gsd-tools.cjs"`,
  payload: PAYLOAD,
})

/** The most tokens of a body in any runtime; other rules report unresolvable texts. */
function worstTokens(prompt: Prompt, runtimes: readonly Runtime[], assets: Assets): number {
  return Math.max(
    ...runtimes.map((runtime) => {
      const rendered = renderBody(prompt, targetOf(runtime), assets)
      return 'text' in rendered ? tokensOf(rendered.text) : tokensOf(prompt.body)
    }),
  )
}

const over = (at: number, what: string, limit: number, size: number): readonly Fault[] =>
  size <= limit ? [] : [{ at, expected: `${what} of at most ${limit}`, received: String(size) }]

function descriptionFaults(prompt: Prompt): readonly Fault[] {
  if (prompt.kind !== 'command' && prompt.kind !== 'agent') return []
  const at = placeOf(prompt, 'description:')
  if (prompt.about === '') return [{ at, expected: 'a description', received: 'none' }]
  return over(at, 'a description', DESCRIPTION_LIMIT, [...prompt.about].length)
}

function bodyFaults(prompt: Prompt, runtimes: readonly Runtime[], assets: Assets): readonly Fault[] {
  if (prompt.kind === 'command')
    return over(prompt.bodyAt, 'a command body in tokens', COMMAND_TOKENS, worstTokens(prompt, runtimes, assets))
  if (prompt.kind === 'reference')
    return over(0, 'a reference in tokens', REFERENCE_TOKENS, worstTokens(prompt, runtimes, assets))
  if (prompt.kind !== 'agent') return []
  const read = prompt.reads.map((name) => assets.byKey.get(`reference:${name}`)).filter((found) => found !== undefined)
  const size = [prompt, ...read].reduce((sum, text) => sum + worstTokens(text, runtimes, assets), 0)
  return over(prompt.bodyAt, 'an agent in tokens', AGENT_TOKENS[prompt.name] ?? AGENT_TOKENS.default, size)
}

/** The longer branch of every condition. */
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

/** Bytes of a part for the costliest runtime, if all its steps apply. */
const worstPartBytes = (steps: readonly WorkflowStep[], runtimes: readonly Runtime[]): number =>
  Math.max(
    ...runtimes.map((runtime) =>
      steps.reduce((sum, step) => sum + bytesOf(step.title) + 6 + sizeOf(step.body.parts, runtime), 0),
    ),
  )

function partFaults(prompt: Prompt, runtimes: readonly Runtime[]): readonly Fault[] {
  if (prompt.kind !== 'workflow') return []
  const { steps } = workflowOf(prompt)
  const labels = [...new Set(steps.map(({ part }) => part))]
  return labels.flatMap((label) => {
    const own = steps.filter(({ part }) => part === label)
    const size = worstPartBytes(own, runtimes)
    return over(own[0]?.at ?? 0, `part ${label} in bytes`, PART_BYTES, size)
  })
}

export const BUDGET_RULES: Rules = {
  descriptions: descriptionFaults,
  // Command bodies, agents with what they always read, and references stay within their tokens.
  sizes: (prompt, { runtimes, assets }) => bodyFaults(prompt, runtimes, assets),
  // Each part of a workflow leaves room for its facts.
  parts: (prompt, { runtimes }) => partFaults(prompt, runtimes),
}
