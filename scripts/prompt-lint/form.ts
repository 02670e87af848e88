// Rules about the form of a source: front matter, steps, tokens, conditions, facts, reachability.

import { configKey } from '../../lib/artifacts/config/config-keys.js'
import { ARTIFACT_IDS } from '../../lib/artifacts/paths.js'
import { GROUPS } from '../../lib/assets/catalog.js'
import { reachable } from '../../lib/assets/pack.js'
import type { PromptKind } from '../../lib/assets/prompt.js'
import { PROFILES, type Prompt } from '../../lib/assets/prompt.js'
import { tokenProblem } from '../../lib/assets/tokens.js'
import { FACT_NAMES, isFactName } from '../../lib/core/brief/brief-facts.js'
import { FILES, STATES } from '../../lib/core/brief/conditions.js'
import { type Condition, PREDICATES, parseConditions, STEP_KINDS } from '../../lib/core/brief/workflow.js'
import { fencesOf, spansOf } from '../../lib/markdown/reader.js'
import { walkParts } from '../../lib/markdown/tokens.js'
import { ABILITIES } from '../../lib/runtimes/runtime.js'
import { ACTIONS } from '../../lib/runtimes/terms.js'
import { mismatches } from '../../lib/std/shape.js'
import { nearest } from '../../lib/std/text.js'
import { offsetOf, type RuleFinding, type Rules, tokensIn } from './rule.js'
import { scanned, workflowOf } from './workflow.js'

/** The front-matter keys of each kind of prompt; null if the kind has no front matter. */
const KEYS: Readonly<
  Record<PromptKind, { readonly needed: readonly string[]; readonly allowed: readonly string[] } | null>
> = {
  command: { needed: ['name', 'description', 'profile', 'group', 'requires', 'tools'], allowed: ['workflow'] },
  agent: { needed: ['name', 'description', 'tools'], allowed: ['reads'] },
  workflow: { needed: ['name', 'about'], allowed: ['args', 'flags', 'facts'] },
  reference: { needed: [], allowed: ['about'] },
  template: null,
}

const orNearest = (word: string, known: readonly string[]): string => {
  const near = nearest(word, known)
  return near === null ? `one of ${known.join(', ')}` : `one of ${known.join(', ')} (nearest: ${near})`
}

const unknownWords = (prompt: Prompt, words: readonly string[], known: readonly string[]): readonly RuleFinding[] =>
  words
    .filter((word) => !known.includes(word))
    .map((word) => ({ at: offsetOf(prompt, word), expected: orNearest(word, known), received: word }))

/** Texts in a step that start a subagent. */
const STARTERS = ['{{agent:', '{{cli}} unit delegate'] as const

function frontFindings(prompt: Prompt): readonly RuleFinding[] {
  const keys = KEYS[prompt.kind]
  if (keys === null) return []
  const { front } = prompt
  const findings: RuleFinding[] = [...front.problems]
  for (const key of keys.needed)
    if (!front.values.has(key))
      findings.push({ at: 0, expected: `${key}: in the front matter`, received: 'no such key' })
  for (const key of front.values.keys())
    if (!keys.needed.includes(key) && !keys.allowed.includes(key))
      findings.push({
        at: offsetOf(prompt, `${key}:`),
        expected: orNearest(key, [...keys.needed, ...keys.allowed]),
        received: key,
      })
  const name = front.values.get('name')
  if (keys.needed.includes('name') && name !== undefined && name !== prompt.name)
    findings.push({
      at: offsetOf(prompt, 'name:'),
      expected: `name: ${prompt.name}, as the file is called`,
      received: String(name),
    })
  return findings
}

function valueFindings(prompt: Prompt, known: (kind: PromptKind) => readonly string[]): readonly RuleFinding[] {
  if (prompt.kind === 'command')
    return [
      ...(prompt.profile === ''
        ? [{ at: offsetOf(prompt, 'profile:'), expected: `one of ${PROFILES.join(', ')}`, received: 'another profile' }]
        : []),
      ...unknownWords(prompt, [prompt.group], Object.keys(GROUPS)),
      ...unknownWords(prompt, prompt.requires, known('command')),
      ...unknownWords(prompt, prompt.tools, ACTIONS),
      ...unknownWords(prompt, [prompt.workflow], known('workflow')),
    ]
  if (prompt.kind === 'agent')
    return [
      ...unknownWords(prompt, prompt.tools, ACTIONS),
      ...unknownWords(prompt, prompt.reads, known('reference')),
      ...(prompt.tools.length === 0 ? [{ at: 0, expected: 'a list of tools', received: 'none' }] : []),
    ]
  return []
}

function stepFindings(prompt: Prompt): readonly RuleFinding[] {
  if (prompt.kind !== 'workflow') return []
  const { steps, args, flags, facts, problems } = workflowOf(prompt)
  const findings: RuleFinding[] = [...problems]
  const seen = new Set<string>()
  const parts: string[] = []
  for (const step of steps) {
    if (step.kind === '')
      findings.push({ at: step.at, expected: `kind= one of ${STEP_KINDS.join(', ')}`, received: 'another kind' })
    if (seen.has(step.id)) findings.push({ at: step.at, expected: 'an id that no other step has', received: step.id })
    seen.add(step.id)
    if (parts.at(-1) !== step.part && parts.includes(step.part))
      findings.push({ at: step.at, expected: 'parts without interruption', received: `part ${step.part} again` })
    if (parts.at(-1) !== step.part) parts.push(step.part)
    const body = prompt.text.slice(step.bodyAt, steps.find(({ at }) => at > step.at)?.at)
    if (step.kind === 'spawn' && !STARTERS.some((starter) => body.includes(starter)))
      findings.push({ at: step.at, expected: `${STARTERS.join(' or ')} in a spawn step`, received: 'neither' })
  }
  if (steps.length === 0) findings.push({ at: 0, expected: 'at least one step', received: 'none' })
  args.slice(0, -1).forEach(({ name, words }) => {
    if (words)
      findings.push({
        at: offsetOf(prompt, `${name}...`),
        expected: '... only after the last argument',
        received: `${name}...`,
      })
  })
  for (const { name } of flags)
    if (flags.filter((other) => other.name === name).length > 1)
      findings.push({ at: offsetOf(prompt, name), expected: 'every flag once', received: name })
  return [...findings, ...unknownWords(prompt, facts, FACT_NAMES)]
}

/** Returns the conditions of a prompt's passages and, in a workflow, of its steps, with their offsets. */
function conditionsIn(prompt: Prompt): readonly { readonly at: number; readonly conditions: readonly Condition[] }[] {
  const found: { at: number; conditions: readonly Condition[] }[] = []
  if (prompt.kind === 'workflow')
    for (const step of workflowOf(prompt).steps)
      if (step.when.length > 0) found.push({ at: step.at, conditions: step.when })
  for (const part of walkParts(prompt.tree.parts))
    if (part.kind === 'condition')
      found.push({ at: prompt.bodyAt + part.start, conditions: parseConditions(part.when) })
  return found
}

/** Returns what a value may mean: `3` may be a number and `true` a boolean, as well as text. */
function possibleValues(value: string): readonly unknown[] {
  try {
    return [value, JSON.parse(value)]
  } catch {
    return [value]
  }
}

const EXPECTED_SUBJECT = {
  flag: (condition: Condition, prompt: Prompt) => {
    const flags = prompt.kind === 'workflow' ? workflowOf(prompt).flags.map(({ name }) => name) : []
    return flags.includes(condition.subject) ? null : `a flag of this workflow: ${flags.join(', ') || 'it has none'}`
  },
  cfg: ({ subject, value }: Condition) => {
    const row = configKey(subject)
    if (row === null) return 'a key of the settings'
    return value === null || possibleValues(value).some((meaning) => mismatches(row.shape, meaning).length === 0)
      ? null
      : `a value that ${subject} can have`
  },
  has: ({ subject }: Condition) => (Object.hasOwn(FILES, subject) ? null : orNearest(subject, Object.keys(FILES))),
  state: ({ subject }: Condition) => (Object.hasOwn(STATES, subject) ? null : orNearest(subject, Object.keys(STATES))),
  host: ({ subject }: Condition) =>
    (ABILITIES as readonly string[]).includes(subject) ? null : orNearest(subject, ABILITIES),
} as const

function conditionFindings(prompt: Prompt): readonly RuleFinding[] {
  const found = conditionsIn(prompt)
  if (prompt.kind !== 'workflow')
    return found.map(({ at }) => ({ at, expected: 'conditions in workflows only', received: 'a conditional passage' }))
  return found.flatMap(({ at, conditions }) => {
    if (conditions.length === 0) return [{ at, expected: 'a condition after when', received: 'nothing' }]
    return conditions.flatMap((condition) => {
      const expected =
        condition.predicate === null
          ? `${PREDICATES.map((name) => `${name}:`).join(', ')} before the subject`
          : EXPECTED_SUBJECT[condition.predicate](condition, prompt)
      return expected === null ? [] : [{ at, expected, received: condition.text }]
    })
  })
}

function fenceFindings(prompt: Prompt): readonly RuleFinding[] {
  const open = fencesOf(scanned(prompt)).filter(({ closed }) => !closed)
  const openComments = [...spansOf(scanned(prompt), 'comment')].filter(({ detail }) => (detail & 1) === 0)
  return [
    ...open.map(({ start }) => ({ at: start, expected: 'a closing fence', received: 'none' })),
    ...openComments.map(({ start }) => ({ at: start, expected: 'a closing -->', received: 'none' })),
  ]
}

export const FORM_RULES: Rules = {
  // Front matter has the keys of its kind, and the same name as the file.
  'front-matter': frontFindings,
  // Profiles, groups, tools, required commands, workflows and references exist.
  'front-values': (prompt, { assets }) =>
    valueFindings(prompt, (kind) => assets.all.filter((other) => other.kind === kind).map(({ name }) => name)),
  // Steps have ids and kinds, parts are not interrupted, and arguments and flags are well formed.
  steps: stepFindings,
  // Every token belongs to the grammar, is allowed in this kind of prompt, and has a target that exists.
  tokens: (prompt, { assets }) => [
    ...prompt.tree.problems.map((problem) => ({ ...problem, at: problem.at + prompt.bodyAt })),
    ...[...walkParts(prompt.tree.parts)].flatMap((part) => {
      const problem = part.kind === 'token' ? tokenProblem(part, prompt.kind, assets.has) : null
      return problem === null ? [] : [{ at: prompt.bodyAt + (part as { start: number }).start, ...problem }]
    }),
  ],
  // Every {{fact:…}} is a fact that the CLI computes.
  facts: (prompt) =>
    tokensIn(prompt.tree.parts, 'fact')
      .filter(({ target }) => !isFactName(target))
      .map(({ start, target }) => ({
        at: prompt.bodyAt + start,
        expected: orNearest(target, FACT_NAMES),
        received: target,
      })),
  // Conditions use known predicates, flags, settings, files, states and abilities.
  conditions: conditionFindings,
  // Code blocks and comments are closed.
  fences: fenceFindings,
  // Every workflow, agent, reference and template is reachable from a command.
  orphans: (prompt, { assets }) => {
    if (prompt.kind === 'command') return []
    // The CLI fills in these templates.
    if (prompt.kind === 'template' && (ARTIFACT_IDS as readonly string[]).includes(prompt.name)) return []
    const reached = reachable(assets, assets.commands.keys())
    return reached.has(`${prompt.kind}:${prompt.name}`)
      ? []
      : [{ at: 0, expected: 'a command that leads here', received: 'none' }]
  },
}
