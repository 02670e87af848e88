// Rules about contracts between prompts and code: what agents return, which statuses are handled, which files exist.

import type { Assets } from '../../lib/assets/pack.js'
import type { AgentPrompt, Prompt } from '../../lib/assets/prompt.js'
import { RETURN_FENCE, returnHeading } from '../../lib/core/brief/brief-agent.js'
import { artifactOf } from '../../lib/core/layout.js'
import { fencesOf } from '../../lib/markdown/reader.js'
import { offsetOf, type RuleFinding, type Rules, tokensIn } from './rule.js'
import { scanned } from './workflow.js'

const RETURN_STATUSES = ['COMPLETE', 'BLOCKED', 'CHECKPOINT', 'INCONCLUSIVE'] as const

/** The keys that every return block has; agents add their own. */
const RETURN_KEYS = ['status', 'report', 'concerns', 'needs'] as const

/** The values of `verdict:` for agents that check something. */
const RETURN_VERDICTS: Readonly<Record<string, readonly string[]>> = {
  'plan-checker': ['passed', 'issues'],
  verifier: ['passed', 'gaps_found', 'human_needed'],
}

interface ReturnBlock {
  readonly at: number
  /** The statuses that the agent may return. */
  readonly statuses: readonly string[]
  readonly verdicts: readonly string[]
  readonly keys: readonly string[]
}

/** Returns the values that a line such as `status: COMPLETE  # COMPLETE | BLOCKED` allows. */
function valuesOf(lines: readonly string[], key: string): readonly string[] {
  const line = lines.find((candidate) => candidate.startsWith(`${key}:`)) ?? ''
  const offered = line.includes('#') ? line.slice(line.indexOf('#') + 1) : line.slice(key.length + 1)
  return offered
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** Returns the sample return blocks in an agent's prompt. */
function returnBlocks(prompt: Prompt): readonly ReturnBlock[] {
  return fencesOf(scanned(prompt)).flatMap(({ start, contentStart, contentEnd }) => {
    const opening = prompt.text.slice(start, contentStart)
    if (opening.replace(/^[`~]+/, '').trim() !== RETURN_FENCE) return []
    const lines = prompt.text.slice(contentStart, contentEnd).split('\n')
    return {
      at: start,
      statuses: valuesOf(lines, 'status'),
      verdicts: valuesOf(lines, 'verdict'),
      keys: lines.filter((line) => /^[a-z_]+:/.test(line)).map((line) => line.slice(0, line.indexOf(':'))),
    }
  })
}

function returnFindings(prompt: Prompt): readonly RuleFinding[] {
  if (prompt.kind !== 'agent') return []
  const [block, second] = returnBlocks(prompt)
  if (block === undefined)
    return [{ at: prompt.bodyAt, expected: `a code block \`${RETURN_FENCE}\` that shows the return`, received: 'none' }]
  const findings: RuleFinding[] = []
  if (second !== undefined) findings.push({ at: second.at, expected: 'one return block', received: 'a second block' })
  if (!prompt.body.includes(returnHeading(prompt.name)))
    findings.push({ at: block.at, expected: `the heading ${returnHeading(prompt.name)}`, received: 'another heading' })
  for (const key of RETURN_KEYS)
    if (!block.keys.includes(key))
      findings.push({ at: block.at, expected: `${key}: in the return`, received: 'no such key' })
  const verdicts = RETURN_VERDICTS[prompt.name] ?? []
  for (const verdict of block.verdicts)
    if (!verdicts.includes(verdict))
      findings.push({ at: block.at, expected: `a verdict of ${verdicts.join(', ') || 'none'}`, received: verdict })
  for (const status of block.statuses)
    if (!(RETURN_STATUSES as readonly string[]).includes(status))
      findings.push({ at: block.at, expected: `statuses of ${RETURN_STATUSES.join(', ')}`, received: status })
  return findings
}

const mentions = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text)

/** Finds statuses other than COMPLETE that an agent may return but its workflow does not handle, and the reverse. */
function statusFindings(prompt: Prompt, assets: Assets): readonly RuleFinding[] {
  if (prompt.kind !== 'workflow') return []
  const names = new Set(tokensIn(prompt.tree.parts, 'agent').map(({ target }) => target))
  const agents = [...names].flatMap((name) => assets.agents.get(name) ?? [])
  if (agents.length === 0) return []
  const statusesOf = (agent: AgentPrompt) => returnBlocks(agent)[0]?.statuses ?? []
  const unhandled = agents.flatMap((agent) =>
    statusesOf(agent)
      .filter((status) => status !== 'COMPLETE' && !mentions(prompt.body, status))
      .map((status) => ({
        at: prompt.bodyAt,
        expected: `what to do when ${agent.name} returns ${status}`,
        received: 'nothing',
      })),
  )
  const unreturned = RETURN_STATUSES.filter(
    (status) => mentions(prompt.body, status) && !agents.some((agent) => statusesOf(agent).includes(status)),
  ).map((status) => ({
    at: offsetOf(prompt, status),
    expected: `an agent that returns ${status}`,
    received: `none of ${agents.map(({ name }) => name).join(', ')}`,
  }))
  return [...unhandled, ...unreturned]
}

const PLANNING_FILE = /(?<![\w./-])(?:[\w.<>{}:-]*-)?[A-Z][A-Z-]{2,}\.(?:md|json)\b/g

/** Files that are outside the planning folder, or that agents name in general. */
const OTHER_FILES = new Set(['README.md', 'AGENTS.md', 'SUMMARY.md', 'LICENSE.md', 'CHANGELOG.md', 'CONTRIBUTING.md'])

function fileFindings(prompt: Prompt): readonly RuleFinding[] {
  return [...prompt.body.matchAll(PLANNING_FILE)].flatMap((found) => {
    const name = found[0].replace(/^.*[>}]-/, '01-')
    if (OTHER_FILES.has(name) || artifactOf(`.planning/${name}`) !== 'other') return []
    return [{ at: prompt.bodyAt + found.index, expected: 'a planning file the CLI knows', received: found[0] }]
  })
}

export const CONTRACT_RULES: Rules = {
  // Every agent shows its return heading and one return block, with the common keys and known statuses and verdicts.
  returns: returnFindings,
  // The workflows that start an agent handle every status it may return, and no status that nobody returns.
  statuses: (prompt, { assets }) => statusFindings(prompt, assets),
  // The CLI knows every planning file that a text names.
  files: fileFindings,
}
