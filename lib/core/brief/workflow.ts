// A workflow as `brief` serves it: arguments, flags and steps, parsed from its source. Grammar: workflows/README.md.
import { SPAN_KINDS, SPAN_U32_COUNT } from '../../markdown/spans.js'
import { parseTokens, type TokenProblem, type TokenTree } from '../../markdown/tokens.js'
import type { Spans } from '../../ports.js'
import { frontList, frontMap, frontText, type PromptFront, readPromptFront } from './prompt-front.js'

/** What a step asks the model to do. After an applicable `stop`, nothing more of the workflow is served. */
export const STEP_KINDS = ['verb', 'ask', 'spawn', 'write', 'gate', 'stop', 'hand'] as const
type StepKind = (typeof STEP_KINDS)[number]

interface WorkflowArg {
  readonly name: string
  readonly about: string
  /** The argument takes all remaining words, including flags in the middle of them. */
  readonly words: boolean
}

export interface WorkflowFlag {
  /** Includes the dashes: `--research`. */
  readonly name: string
  /** Name of its value, or null for a switch. */
  readonly value: string | null
  readonly about: string
}

export const PREDICATES = ['flag', 'cfg', 'has', 'state', 'host'] as const
export type Predicate = (typeof PREDICATES)[number]

/** One `[not ]predicate:subject[=value]`; `predicate` is null if it is unknown. */
export interface Condition {
  readonly predicate: Predicate | null
  readonly subject: string
  /** Right side of `cfg:key=value`. */
  readonly value: string | null
  readonly isNegated: boolean
  readonly text: string
}

/** Parses a comma-separated list of conditions, which all must hold; an empty text has none. */
export const parseConditions = (text: string): readonly Condition[] =>
  text.split(',').flatMap((part) => (part.trim() === '' ? [] : conditionOf(part.trim())))

function conditionOf(text: string): Condition {
  const isNegated = text.startsWith('not ')
  const bare = isNegated ? text.slice(4).trim() : text
  const colon = bare.indexOf(':')
  const word = bare.slice(0, Math.max(colon, 0))
  const predicate = (PREDICATES as readonly string[]).includes(word) ? (word as Predicate) : null
  const rest = bare.slice(colon + 1)
  const equals = predicate === 'cfg' ? rest.indexOf('=') : -1
  const [subject, value] = equals < 0 ? [rest, null] : [rest.slice(0, equals), rest.slice(equals + 1)]
  return { predicate, subject, value, isNegated, text }
}

export interface WorkflowStep {
  readonly id: string
  readonly title: string
  /** Empty if the step's `<!-- step … -->` line is missing, unreadable or without a known kind. */
  readonly kind: StepKind | ''
  /** The step applies if all of these hold. */
  readonly when: readonly Condition[]
  /** Label of the step's part; each call serves one part. */
  readonly part: string
  readonly body: TokenTree
  /** Offsets of heading and body in the source. */
  readonly at: number
  readonly bodyAt: number
}

export interface Workflow {
  readonly name: string
  readonly about: string
  readonly args: readonly WorkflowArg[]
  readonly flags: readonly WorkflowFlag[]
  readonly facts: readonly string[]
  readonly steps: readonly WorkflowStep[]
  readonly front: PromptFront
  readonly problems: readonly TokenProblem[]
}

interface Section {
  readonly heading: string
  readonly at: number
  readonly start: number
  readonly end: number
}

const HEADING = /^([a-z][a-z0-9-]*):\s+(.+)$/
const FLAG = /^(--[a-z][a-z0-9-]*)(?:\s+<([a-z][a-z-]*)>)?$/
const FIRST_PART = 'A'

export function parseWorkflow(text: string, spans: Spans): Workflow {
  const front = readPromptFront(text, spans)
  const problems: TokenProblem[] = [...front.problems]
  const sections = sectionsOf(text, spans)
  const lead = text.slice(front.end, sections[0]?.at ?? text.length)
  const first = 'a step heading `## id: Title` first'
  if (lead.trim() !== '') problems.push({ at: front.end, expected: first, received: lead.trim().slice(0, 40) })
  const steps: WorkflowStep[] = []
  for (const section of sections) steps.push(stepOf(text, spans, section, steps.at(-1)?.part ?? FIRST_PART, problems))
  const [name, about, facts] = [frontText(front, 'name'), frontText(front, 'about'), frontList(front, 'facts')]
  return { name, about, ...argsAndFlags(front, problems), facts, steps, front, problems }
}

export const argsAndFlags = (front: PromptFront, problems: TokenProblem[] = []): Pick<Workflow, 'args' | 'flags'> => ({
  args: [...frontMap(front, 'args')].map(([name, about]) => ({
    name: name.replace(/\.\.\.$/, ''),
    about,
    words: name.endsWith('...'),
  })),
  flags: [...frontMap(front, 'flags')].map(([name, about]) => flagOf(name, about, front.end, problems)),
})

function flagOf(text: string, about: string, at: number, problems: TokenProblem[]): WorkflowFlag {
  const found = FLAG.exec(text)
  if (found === null) problems.push({ at, expected: 'a flag such as --research or --wave <number>', received: text })
  return { name: found?.[1] ?? text, value: found?.[2] ?? null, about }
}

function sectionsOf(text: string, spans: Spans): readonly Section[] {
  const heads: { at: number; start: number; heading: string }[] = []
  for (let i = 0; i < spans.length; i += SPAN_U32_COUNT) {
    if (spans[i] !== SPAN_KINDS.heading || ((spans[i + 1] as number) & 7) !== 2) continue
    const heading = text.slice(spans[i + 4], spans[i + 5])
    heads.push({ at: spans[i + 2] as number, start: spans[i + 3] as number, heading })
  }
  return heads.map((head, index) => ({ ...head, end: heads[index + 1]?.at ?? text.length }))
}

function stepOf(text: string, spans: Spans, section: Section, part: string, problems: TokenProblem[]): WorkflowStep {
  const heading = HEADING.exec(section.heading)
  if (heading === null)
    problems.push({ at: section.at, expected: 'a heading `## id: Title`', received: section.heading })
  const comment = stepComment(text, spans, section)
  const attributes = comment === null ? new Map<string, string>() : attributesOf(comment.text)
  const known = attributes !== null && [...attributes.keys()].every((key) => ['kind', 'when', 'part'].includes(key))
  const form = '<!-- step kind=verb --> below the heading, with when="…" and part=B where they apply'
  if (comment === null || !known)
    problems.push({ at: section.at, expected: form, received: comment?.text ?? 'nothing' })
  const kind = attributes?.get('kind') ?? ''
  const bodyAt = comment?.end ?? section.start
  const raw = text.slice(bodyAt, section.end)
  const body = parseTokens(raw)
  problems.push(...body.problems.map((problem) => ({ ...problem, at: problem.at + bodyAt })))
  return {
    id: heading?.[1] ?? section.heading,
    title: heading?.[2] ?? section.heading,
    kind: (STEP_KINDS as readonly string[]).includes(kind) ? (kind as StepKind) : '',
    when: parseConditions(attributes?.get('when') ?? ''),
    part: attributes?.get('part') ?? part,
    body,
    at: section.at,
    bodyAt,
  }
}

/** Returns the comment `<!-- step … -->` directly below the heading, or null. */
function stepComment(text: string, spans: Spans, section: Section) {
  for (let i = 0; i < spans.length; i += SPAN_U32_COUNT) {
    const start = spans[i + 2] as number
    if (spans[i] !== SPAN_KINDS.comment || start < section.start) continue
    if (start >= section.end || text.slice(section.start, start).trim() !== '') return null
    const content = text.slice(spans[i + 4], spans[i + 5]).trim()
    if (content !== 'step' && !content.startsWith('step ')) return null
    return { text: content.slice(4).trim(), end: spans[i + 3] as number }
  }
  return null
}

/** Reads attributes such as `a=b c="d e"`; null for anything else. */
function attributesOf(text: string): ReadonlyMap<string, string> | null {
  if (!/^(?:[\w-]+=(?:"[^"]*"|[^\s"]+)\s*)*$/.test(text)) return null
  const pairs = [...text.matchAll(/([\w-]+)=(?:"([^"]*)"|(\S+))/g)]
  return new Map(pairs.map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]))
}

/** The flag that a brief adds when it sends its reader to another brief; users never type it. */
const WITHIN_FLAG = '--within'

export const userFlags = ({ flags }: Pick<Workflow, 'flags'>): readonly WorkflowFlag[] =>
  flags.filter(({ name }) => name !== WITHIN_FLAG)

/** A flag as it is typed, with its value: `--wave <number>`. */
export const flagHint = ({ name, value }: WorkflowFlag): string => (value === null ? name : `${name} <${value}>`)

/** `[phase] [--research] [--wave <number>]`: the arguments for users in one line. */
export const argumentHint = ({ args, flags }: Pick<Workflow, 'args' | 'flags'>): string =>
  [...args.map(({ name }) => name), ...userFlags({ flags }).map(flagHint)].map((word) => `[${word}]`).join(' ')
