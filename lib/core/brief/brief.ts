// What `brief <workflow>` answers: facts first, then the steps of one part that apply now, then the exact next call. Never more than BRIEF_LIMIT bytes.
import { renderParts, type TokenPart } from '../../markdown/tokens.js'
import { resolveModel } from '../project/models.js'
import { repeatedWords } from './brief-arguments.js'
import { FACTS, type FactName, factOf, factText, isFactName, openingFacts } from './brief-facts.js'
import { type BriefWorld, conditionWorld } from './brief-world.js'
import { allHold, mayHold, parseConditions } from './conditions.js'
import type { Workflow, WorkflowStep } from './workflow.js'

/** Hosts truncate longer output of tools. */
export const BRIEF_LIMIT = 8000

/** What is left for the facts when a part is as long as the lint allows. */
export const FACTS_RESERVE = 1500

interface BriefSection {
  readonly id: string
  /** Condition of the step as written, or null. */
  readonly when: string | null
  readonly text: string
}

export interface Brief {
  readonly name: string
  /** Step the text begins with; null when no step applies. */
  readonly step: string | null
  /** Step the next call begins with; null when this was the last part. */
  readonly nextStep: string | null
  readonly facts: Readonly<Record<string, string | null>>
  readonly sections: readonly BriefSection[]
  readonly text: string
  readonly bytes: number
}

const encoder = new TextEncoder()
export const bytesOf = (text: string): number => encoder.encode(text).length

/** `from`: id of the step to begin with, or null for the first part. The id must be one of the workflow's. */
export function workflowBrief(workflow: Workflow, world: BriefWorld, from: string | null): Brief {
  const start = from === null ? 0 : workflow.steps.findIndex(({ id }) => id === from)
  const truths = conditionWorld(world)
  const first = workflow.steps.findIndex((step, index) => index >= start && allHold(step.when, truths))
  const part = workflow.steps[first]?.part
  const isFirst = start === 0
  const facts = openingFacts(workflow, isFirst)
  const sections: BriefSection[] = []
  let used = FACTS_RESERVE
  let end = first < 0 ? workflow.steps.length : first
  let stopped = false
  for (; end < workflow.steps.length; end++) {
    const step = workflow.steps[end] as WorkflowStep
    if (step.part !== part) break
    if (!allHold(step.when, truths)) continue
    const section = sectionOf(step, world)
    const bytes = bytesOf(section.text) + 2
    if (sections.length > 0 && used + bytes > BRIEF_LIMIT) break
    used += bytes
    sections.push(section)
    stopped = step.kind === 'stop'
    if (stopped) break
  }
  const next = stopped
    ? null
    : (workflow.steps.find((step, index) => index >= end && mayHold(step.when, truths)) ?? null)
  return assemble(workflow, world, { sections, facts, next, first: workflow.steps[first]?.id ?? null, isFirst })
}

interface Pieces {
  readonly sections: readonly BriefSection[]
  readonly facts: readonly FactName[]
  readonly next: WorkflowStep | null
  readonly first: string | null
  readonly isFirst: boolean
}

function assemble(workflow: Workflow, world: BriefWorld, pieces: Pieces): Brief {
  const { sections, next, first, isFirst } = pieces
  const asks = sections.some(({ id }) => workflow.steps.some((step) => step.id === id && step.kind === 'ask'))
  const names: readonly FactName[] = [...(asks ? (['asking'] as const) : []), 'language', ...pieces.facts]
  const head = `# ${workflow.name}: ${isFirst ? workflow.about : 'continued'}`
  const steps =
    sections.length === 0
      ? 'No step of this workflow applies now. Tell the user so, with the state from the facts, and stop.'
      : sections.map(({ text }) => text).join('\n\n')
  const tail =
    next === null
      ? 'This is the last part.'
      : `When all of this is done, go on with:\n\`${nextCall(workflow, world, next)}\``
  const room = BRIEF_LIMIT - bytesOf([head, FACTS_HEADING, steps, tail].join('\n\n')) - 4
  const facts = factsList(names, world, room)
  const blocks = [head, ...(facts === '' ? [] : [`${FACTS_HEADING}\n${facts}`]), steps, tail]
  const text = `${blocks.join('\n\n')}\n`
  return {
    name: workflow.name,
    step: first,
    nextStep: next?.id ?? null,
    facts: Object.fromEntries(names.map((name) => [name, knownValue(name, world)])),
    sections,
    text,
    bytes: bytesOf(text),
  }
}

const FACTS_HEADING = '## Facts'

/** The call that serves the part beginning with `step`. */
function nextCall(workflow: Workflow, { view, input }: BriefWorld, step: WorkflowStep): string {
  const words = repeatedWords(workflow, input)
  const data = words.length === 0 ? '' : ` -- ${words.join(' ')}`
  return `${view.pack.cli} brief ${workflow.name} --step ${step.id}${data}`
}

function sectionOf(step: WorkflowStep, world: BriefWorld): BriefSection {
  const truths = conditionWorld(world)
  const body = renderParts(
    step.body.parts,
    (when) => allHold(parseConditions(when), truths),
    (token) => lateToken(token, world),
  )
  return {
    id: step.id,
    when: step.whenText === '' ? null : step.whenText,
    text: `## ${step.title}\n${body.trim()}`,
  }
}

/** Tokens that were left for this moment. Any other one is a defect that the lint names; it stays visible. */
function lateToken({ name, target }: TokenPart, world: BriefWorld): string {
  const subject = target ?? ''
  switch (name) {
    case 'fact':
      return isFactName(subject) ? shortened(factText(subject, world), longestOf(subject)) : `{{fact:${subject}}}`
    case 'cmd':
      return commandText(subject, world)
    case 'agent':
      return agentText(subject, world)
    case 'tool':
      return world.host.tool(subject)
    default:
      return target === null ? `{{${name}}}` : `{{${name}:${target}}}`
  }
}

/** The words that start an agent, with the model its settings choose where the client takes one. */
function agentText(name: string, { host, setting }: BriefWorld): string {
  const choice = resolveModel(name, setting, { id: host.id, names: host.models })
  const model = choice?.model ?? null
  return model === null ? host.agent(name) : `${host.agent(name)}, model \`${model}\``
}

/** A command in the client's spelling; one that the profile does not list is named through the call that serves it. */
function commandText(name: string, { view, host }: Pick<BriefWorld, 'view' | 'host'>): string {
  if (view.pack.listed.includes(name)) return host.command(name)
  return `${name} (not listed in this installation; run \`${view.pack.cli} brief ${name}\`)`
}

const knownValue = (name: FactName, world: BriefWorld): string | null => {
  const value = factOf(name, world)
  return typeof value === 'string' ? value : null
}

/** Longest text of one fact, in bytes: a goal of pages must not push the steps out. */
const LONGEST_FACT = 600
const LONGEST: Readonly<Partial<Record<FactName, number>>> = {
  commands: 5000,
  settings: 3000,
  phase: 40,
  pp: 40,
  phase_title: 200,
  phase_dir: 200,
  context_path: 250,
  research_path: 250,
  verification_path: 250,
  uat_path: 250,
  check_path: 250,
  plan_count: 20,
  revision: 100,
  auto: 10,
  mode: 40,
  granularity: 40,
  today: 20,
}
export const longestOf = (name: FactName): number => LONGEST[name] ?? LONGEST_FACT

/** One line a fact, most important first. Facts that are not known are left out, and so is what finds no room. */
function factsList(names: readonly FactName[], world: BriefWorld, room: number): string {
  const lines: string[] = []
  let left = room
  for (const name of names) {
    const value = knownValue(name, world)
    if (value === null) continue
    const line = `- ${FACTS[name].label}: ${shortened(value, longestOf(name))}`
    const bytes = bytesOf(line) + 1
    if (bytes > left) continue
    left -= bytes
    lines.push(line)
  }
  return lines.join('\n')
}

/** The text on one line, cut at a blank so that it takes at most `limit` bytes. */
export function shortened(text: string, limit: number): string {
  const flat = text.includes('\n- ') ? text : text.replace(/\s+/g, ' ').trim()
  if (bytesOf(flat) <= limit) return flat
  let end = 0
  let bytes = bytesOf(MORE)
  for (const char of flat) {
    bytes += bytesOf(char)
    if (bytes > limit) break
    end += char.length
  }
  const cut = flat.slice(0, end)
  const blank = cut.lastIndexOf(' ')
  return `${blank > end / 2 ? cut.slice(0, blank) : cut}${MORE}`
}

const MORE = ' …'
