// Rules about contracts between prompts and code: agents' return forms, handled statuses, named files.

import type { Assets } from '../../lib/assets/pack.js'
import type { AgentPrompt, Prompt } from '../../lib/assets/prompt.js'
import { RETURN_FENCE, returnHeading } from '../../lib/core/brief/brief-agent.js'
import { artifactOf } from '../../lib/core/layout.js'
import { fencesOf } from '../../lib/markdown/reader.js'
import { type Fault, placeOf, type Rules, tokensIn } from './rule.js'
import { scanned } from './workflow.js'

const RETURN_STATUSES = ['COMPLETE', 'BLOCKED', 'CHECKPOINT', 'INCONCLUSIVE'] as const

/** Keys of every block; agents add their own. */
const RETURN_KEYS = ['status', 'report', 'concerns', 'needs'] as const

/** Values of `verdict:` for judging agents. */
const RETURN_VERDICTS: Readonly<Record<string, readonly string[]>> = {
  'plan-checker': ['passed', 'issues'],
  verifier: ['passed', 'gaps_found', 'human_needed'],
}

interface ReturnBlock {
  readonly at: number
  /** Statuses the agent may return. */
  readonly statuses: readonly string[]
  readonly verdicts: readonly string[]
  readonly keys: readonly string[]
}

/** The words allowed by a line such as `status: COMPLETE  # COMPLETE | BLOCKED`. */
function offeredBy(lines: readonly string[], key: string): readonly string[] {
  const line = lines.find((candidate) => candidate.startsWith(`${key}:`)) ?? ''
  const offered = line.includes('#') ? line.slice(line.indexOf('#') + 1) : line.slice(key.length + 1)
  return offered
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** The agent's sample return blocks. */
function returnBlocks(prompt: Prompt): readonly ReturnBlock[] {
  return fencesOf(scanned(prompt)).flatMap(({ start, contentStart, contentEnd }) => {
    const opening = prompt.text.slice(start, contentStart)
    if (opening.replace(/^[`~]+/, '').trim() !== RETURN_FENCE) return []
    const lines = prompt.text.slice(contentStart, contentEnd).split('\n')
    return {
      at: start,
      statuses: offeredBy(lines, 'status'),
      verdicts: offeredBy(lines, 'verdict'),
      keys: lines.filter((line) => /^[a-z_]+:/.test(line)).map((line) => line.slice(0, line.indexOf(':'))),
    }
  })
}

function returnFaults(prompt: Prompt): readonly Fault[] {
  if (prompt.kind !== 'agent') return []
  const [block, second] = returnBlocks(prompt)
  if (block === undefined)
    return [{ at: prompt.bodyAt, expected: `a code block \`${RETURN_FENCE}\` that shows the return`, received: 'none' }]
  const faults: Fault[] = []
  if (second !== undefined) faults.push({ at: second.at, expected: 'one return block', received: 'a second one' })
  if (!prompt.body.includes(returnHeading(prompt.name)))
    faults.push({ at: block.at, expected: `the heading ${returnHeading(prompt.name)}`, received: 'another one' })
  for (const key of RETURN_KEYS)
    if (!block.keys.includes(key))
      faults.push({ at: block.at, expected: `${key}: in the return`, received: 'no such key' })
  const verdicts = RETURN_VERDICTS[prompt.name] ?? []
  for (const verdict of block.verdicts)
    if (!verdicts.includes(verdict))
      faults.push({ at: block.at, expected: `a verdict of ${verdicts.join(', ') || 'none'}`, received: verdict })
  for (const status of block.statuses)
    if (!(RETURN_STATUSES as readonly string[]).includes(status))
      faults.push({ at: block.at, expected: `statuses of ${RETURN_STATUSES.join(', ')}`, received: status })
  return faults
}

const mentions = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text)

/** A status an agent may return must be handled where it is started, and vice versa. */
function statusFaults(prompt: Prompt, assets: Assets): readonly Fault[] {
  if (prompt.kind !== 'workflow') return []
  const names = new Set(tokensIn(prompt.tree.parts, 'agent').map(({ target }) => target))
  const agents = [...names].flatMap((name) => assets.agents.get(name) ?? [])
  if (agents.length === 0) return []
  const emitted = (agent: AgentPrompt) => returnBlocks(agent)[0]?.statuses ?? []
  const untested = agents.flatMap((agent) =>
    emitted(agent)
      .filter((status) => status !== 'COMPLETE' && !mentions(prompt.body, status))
      .map((status) => ({
        at: prompt.bodyAt,
        expected: `what to do when ${agent.name} returns ${status}`,
        received: 'nothing',
      })),
  )
  const unheard = RETURN_STATUSES.filter(
    (status) => mentions(prompt.body, status) && !agents.some((agent) => emitted(agent).includes(status)),
  ).map((status) => ({
    at: placeOf(prompt, status),
    expected: `an agent that returns ${status}`,
    received: `none of ${agents.map(({ name }) => name).join(', ')}`,
  }))
  return [...untested, ...unheard]
}

const PLANNING_FILE = /(?<![\w./-])(?:[\w.<>{}:-]*-)?[A-Z][A-Z-]{2,}\.(?:md|json)\b/g

/** Files outside the planning folder, or named by agents themselves. */
const OTHER_FILES = new Set(['README.md', 'AGENTS.md', 'SUMMARY.md', 'LICENSE.md', 'CHANGELOG.md', 'CONTRIBUTING.md'])

function fileFaults(prompt: Prompt): readonly Fault[] {
  return [...prompt.body.matchAll(PLANNING_FILE)].flatMap((found) => {
    const name = found[0].replace(/^.*[>}]-/, '01-')
    if (OTHER_FILES.has(name) || artifactOf(`.planning/${name}`) !== 'other') return []
    return [{ at: prompt.bodyAt + found.index, expected: 'a planning file the CLI knows', received: found[0] }]
  })
}

export const CONTRACT_RULES: Rules = {
  // Every agent shows one return block with the common keys and statuses.
  returns: returnFaults,
  // Every status an agent may return is handled by the workflows that start it, and none that nobody returns.
  statuses: (prompt, { assets }) => statusFaults(prompt, assets),
  // Planning files that texts name are files the CLI knows.
  files: fileFaults,
}
