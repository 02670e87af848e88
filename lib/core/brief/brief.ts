// The answer of `brief <workflow>`: facts, one part's applicable steps, the exact next call. At most BRIEF_LIMIT bytes.
import { renderParts, type TokenPart } from '../../markdown/tokens.js'
import { bytesOf, inLines, inParagraphs, joined, ours, type SafeText, say, wordText } from '../../std/safe-text.js'
import { overridesText } from '../overrides.js'
import { hasOwnPage, PAGE_WORKFLOWS } from '../own-page.js'
import { argumentOf, resolveModel } from '../project/models.js'
import { repeatedWords } from './brief-arguments.js'
import { QUOTE_NOTE, requiredReading, type Section, textOf } from './brief-blocks.js'
import {
  FACTS,
  type FactName,
  type FactValue,
  factOf,
  inlineFact,
  isFactName,
  openingFacts,
  placeOf,
} from './brief-facts.js'
import type { BriefWorld } from './brief-world.js'
import { allHold, mayHold } from './conditions.js'
import type { Workflow, WorkflowStep } from './workflow.js'
import { parseConditions } from './workflow.js'

/** Maximum bytes of a brief, because clients truncate longer tool output. */
export const BRIEF_LIMIT = 8000

/** Bytes that remain for facts in a brief with the longest part that the lint allows. */
export const FACTS_RESERVE = 1500

interface Brief {
  readonly name: string
  readonly steps: readonly string[]
  /** First step of the next call; null if this was the last part. */
  readonly next_step: string | null
  readonly facts: Readonly<Record<string, string | null>>
  readonly text: SafeText
}

/** Serves a part of a workflow. `from`: id of the step to begin with, which must exist; null for the first part. */
export function workflowBrief(workflow: Workflow, world: BriefWorld, from: string | null): Brief {
  const start = from === null ? 0 : workflow.steps.findIndex(({ id }) => id === from)
  const first = workflow.steps.findIndex((step, index) => index >= start && allHold(step.when, world))
  const part = workflow.steps[first]?.part
  const isFirst = start === 0
  const sections: Section[] = []
  let used = FACTS_RESERVE
  let end = first < 0 ? workflow.steps.length : first
  let isStopped = false
  for (; end < workflow.steps.length; end++) {
    const step = workflow.steps[end] as WorkflowStep
    if (step.part !== part) break
    if (!allHold(step.when, world)) continue
    const section = sectionOf(step, world)
    const bytes = bytesOf(section.text) + 2
    if (sections.length > 0 && used + bytes > BRIEF_LIMIT) break
    used += bytes
    sections.push(section)
    isStopped = step.kind === 'stop'
    if (isStopped) break
  }
  const next = isStopped ? undefined : workflow.steps.slice(end).find((step) => mayHold(step.when, world))
  return assemble(workflow, world, sections, next ?? null, isFirst)
}

const NO_STEP = say`No step of this workflow applies now. Tell the user so, with the state from the facts, and stop.`

function assemble(
  workflow: Workflow,
  world: BriefWorld,
  sections: readonly Section[],
  next: WorkflowStep | null,
  isFirst: boolean,
): Brief {
  const asks = sections.some(({ id }) => workflow.steps.some((step) => step.id === id && step.kind === 'ask'))
  // A reader sent by another brief already knows the user's page.
  const hasPageFact =
    isFirst && hasOwnPage(world.view) && PAGE_WORKFLOWS.has(workflow.name) && !world.input.flags.has('--within')
  const names: FactName[] = ['language', ...openingFacts(workflow, isFirst)]
  if (hasPageFact) names.splice(1, 0, 'manner')
  if (asks) names.unshift('asking')
  const head = ours(`# ${workflow.name}: ${isFirst ? workflow.about : 'continued'}`)
  const steps = sections.length === 0 ? NO_STEP : textOf(sections)
  const tail =
    next === null ? [] : [say`When all of this is done, continue with:\n\`${nextCall(workflow, world, next)}\``]
  const overrides = isFirst ? overridesText(world.view, `workflows/${workflow.name}.md`) : null
  const custom = overrides === null ? [] : [overrides]
  const room = BRIEF_LIMIT - bytesOf(inParagraphs([head, steps, ...custom, ...tail])) - bytesOf('\n\n\n')
  const values = names.map((name) => [name, factOf(name, world)] as const)
  const facts = factsBlock(values, world, room)
  const text = say`${inParagraphs([head, ...(facts === null ? [] : [facts]), steps, ...custom, ...tail])}\n`
  return {
    name: workflow.name,
    steps: sections.map(({ id }) => id),
    next_step: next?.id ?? null,
    facts: Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'string' ? value : null])),
    text,
  }
}

function nextCall(workflow: Workflow, { view, input }: BriefWorld, step: WorkflowStep): SafeText {
  // Only shell-safe words are repeated.
  const words = repeatedWords(workflow, input)
  const data = words.length === 0 ? '' : ` -- ${words.join(' ')}`
  return ours(`${view.pack.cli} brief ${workflow.name} --step ${step.id}${data}`)
}

const sectionOf = (step: WorkflowStep, world: BriefWorld): Section => ({
  id: step.id,
  text: ours(`## ${step.title}\n${stepText(step, world)}`),
})

export function stepText(step: WorkflowStep, world: BriefWorld): SafeText {
  const applies = (when: string) => allHold(parseConditions(when), world)
  const body = renderParts(step.body.parts, applies, (token) => lateToken(token, world))
  // The step's text is the pack's; its tokens were rendered safely.
  return ours(body.trim().replace(UNLISTED_WITH_ARGUMENT, '$1 $3 $2 -- $3`)'))
}

/** Matches an unlisted command and the argument after it, which has to move into the call that serves the command. */
const UNLISTED_WITH_ARGUMENT = /(\S+) (\(not listed[^`]+`[^`]+)`\) (<[^<>\s]+>|--[a-z-]+|\d[\d.]*\b)/g

/** Resolves a token that depends on project or client. Any other token is a defect, which the lint reports; it stays visible. */
function lateToken({ name, target }: TokenPart, world: BriefWorld): SafeText {
  const subject = target ?? ''
  switch (name) {
    case 'fact':
      return isFactName(subject) ? shortFact(subject, world) : ours(`{{fact:${subject}}}`)
    case 'cmd':
      return commandText(subject, world)
    case 'agent':
      return agentText(subject, world)
    case 'tool':
      return ours(world.host.tool(subject))
    default:
      return ours(target === null ? `{{${name}}}` : `{{${name}:${target}}}`)
  }
}

/** Returns a fact for use inside a sentence. If the fact is too long, a note says so, or where to read it. */
function shortFact(name: FactName, world: BriefWorld): SafeText {
  const text = inlineFact(name, world)
  if (bytesOf(text) <= maxBytesOf(name)) return text
  const where = placeOf(name, world)
  return where === null ? say`(too long to show here)` : say`(read it in ${where})`
}

/** Maximum bytes of a fact inside a sentence; the lint relies on this limit. */
const MAX_FACT_BYTES = 600
const MAX_BYTES: Readonly<Partial<Record<FactName, number>>> = {
  commands: 5000,
  phase: 40,
  pp: 40,
  phase_dir: 200,
  context_path: 250,
  revision: 100,
  auto: 10,
  mode: 40,
  granularity: 40,
  today: 20,
}
export const maxBytesOf = (name: FactName): number => MAX_BYTES[name] ?? MAX_FACT_BYTES

/** Tells how to start an agent, with its configured model if the client accepts one. */
function agentText(name: string, { host, setting, view }: BriefWorld): SafeText {
  const choice = resolveModel(name, setting, { id: host.id, models: view.caller.models })
  const model = wordText(argumentOf(choice, host) ?? '')
  return model === null ? ours(host.agent(name)) : say`${ours(host.agent(name))}, model \`${model}\``
}

/** Returns a command in the client's spelling. An unlisted command is followed by the call that serves it. */
function commandText(name: string, { view, host }: Pick<BriefWorld, 'view' | 'host'>): SafeText {
  if (view.pack.listed.includes(name)) return ours(host.command(name))
  return ours(`${name} (not listed in this installation; run \`${view.pack.cli} brief ${name}\`)`)
}

interface Line {
  readonly label: SafeText
  readonly value: SafeText | null
  /** Where to read the value if it is left out; null if nowhere. */
  readonly where: SafeText | null
}

/** Returns one line per fact, most important first; null for none. A fact without room becomes a file to read or is dropped. */
function factsBlock(
  values: readonly (readonly [FactName, FactValue])[],
  world: BriefWorld,
  room: number,
): SafeText | null {
  let lines = values.flatMap(([name, value]): readonly Line[] => {
    const label = ours(FACTS[name].label)
    if (typeof value === 'string') return [{ label, value, where: placeOf(name, world) }]
    return 'where' in value ? [{ label, value: null, where: value.where }] : []
  })
  for (;;) {
    if (lines.length === 0) return null
    const block = blockOf(lines)
    if (bytesOf(block) <= room) return block
    const longest = lines.reduce<Line | null>((best, line) => (savesMore(line, best) ? line : best), null)
    lines =
      longest === null ? lines.slice(0, -1) : lines.map((line) => (line === longest ? { ...line, value: null } : line))
  }
}

/** Whether replacing this line with its file saves more than replacing `best`. A text shorter than the reference stays. */
const savesMore = ({ value, where }: Line, best: Line | null): boolean =>
  value !== null && where !== null && value.length > Math.max(where.length, best?.value?.length ?? 0)

function blockOf(lines: readonly Line[]): SafeText {
  const labelsByPlace = new Map<SafeText, SafeText[]>()
  for (const { label, value, where } of lines)
    if (value === null && where !== null) labelsByPlace.set(where, [...(labelsByPlace.get(where) ?? []), label])
  const facts = inLines(
    lines.map(({ label, value }) => say`- ${label}: ${value ?? 'too long to show here, see below'}`),
  )
  const reading = [...labelsByPlace].map(([where, labels]) => say`- ${where}: ${joined(labels, ', ')}`)
  return inLines([
    say`## Facts`,
    ...(facts.includes('“') ? [QUOTE_NOTE] : []),
    facts,
    ...(reading.length === 0 ? [] : [requiredReading(reading)]),
  ])
}
