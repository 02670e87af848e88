// Prompt sources as values: commands, workflows, agents, references and templates.
// The grammar they are written in: workflows/README.md.
import { frontList, frontText, type PromptFront, readPromptFront } from '../core/brief/prompt-front.js'
import { parseWorkflow, type Workflow } from '../core/brief/workflow.js'
import { scan } from '../markdown/scan.js'
import { SPAN_KINDS, SPAN_WORDS } from '../markdown/spans.js'
import { parseTokens, type TokenTree } from '../markdown/tokens.js'
import type { Spans } from '../ports.js'

export const PROMPT_KINDS = ['command', 'workflow', 'agent', 'reference', 'template'] as const
export type PromptKind = (typeof PROMPT_KINDS)[number]

/** Folder of each kind, in the sources and in a payload. */
export const FOLDERS: Readonly<Record<PromptKind, string>> = {
  command: 'commands',
  workflow: 'workflows',
  agent: 'agents',
  reference: 'references',
  template: 'templates',
}

export const PROFILES = ['core', 'standard', 'full'] as const
export type Profile = (typeof PROFILES)[number]

interface Common {
  readonly name: string
  /** Relative to the pack, e.g. `commands/next.md`. */
  readonly path: string
  readonly text: string
  readonly spans: Spans
  readonly front: PromptFront
  /** Text after the front matter, and where it starts. */
  readonly body: string
  readonly bodyAt: number
  readonly tree: TokenTree
}

export interface CommandPrompt extends Common {
  readonly kind: 'command'
  readonly about: string
  readonly profile: Profile | ''
  readonly group: string
  readonly requires: readonly string[]
  readonly tools: readonly string[]
  readonly workflow: string
}
export interface AgentPrompt extends Common {
  readonly kind: 'agent'
  readonly about: string
  readonly tools: readonly string[]
  /** References the agent is told to read in every run; they count into its budget. */
  readonly reads: readonly string[]
}
export interface WorkflowPrompt extends Common {
  readonly kind: 'workflow'
  readonly workflow: Workflow
}
export interface PlainPrompt extends Common {
  readonly kind: 'reference' | 'template'
}
export type Prompt = CommandPrompt | AgentPrompt | WorkflowPrompt | PlainPrompt

/** Reads any prompt source; what is wrong with it is the lint's to say. */
export function parsePrompt(kind: PromptKind, path: string, text: string): Prompt {
  const spans = scan(text)
  const front = kind === 'template' ? { values: new Map(), end: 0, problems: [] } : readPromptFront(text, spans)
  const bodyAt = afterBlankLine(text, front.end)
  const body = text.slice(bodyAt)
  const name = path.slice(FOLDERS[kind].length + 1).replace(/\.md$/, '')
  const common: Common = { name, path, text, spans, front, body, bodyAt, tree: parseTokens(body) }
  switch (kind) {
    case 'command':
      return { ...common, kind, ...commandOf(front, name) }
    case 'agent':
      return {
        ...common,
        kind,
        about: frontText(front, 'description'),
        tools: frontList(front, 'tools'),
        reads: frontList(front, 'reads'),
      }
    case 'workflow':
      return { ...common, kind, workflow: parseWorkflow(text, spans) }
    default:
      return { ...common, kind }
  }
}

function commandOf(front: PromptFront, name: string) {
  const profile = frontText(front, 'profile')
  return {
    about: frontText(front, 'description'),
    profile: (PROFILES as readonly string[]).includes(profile) ? (profile as Profile) : ('' as const),
    group: frontText(front, 'group'),
    requires: frontList(front, 'requires'),
    tools: frontList(front, 'tools'),
    workflow: frontText(front, 'workflow') || name,
  }
}

/** Front matter ends with its line; blank lines after it belong to nobody. */
function afterBlankLine(text: string, end: number): number {
  let at = end
  while (text[at] === '\n' || text[at] === '\r') at++
  return at
}

/** True when the offset lies inside a fenced code block. */
export function inFence(spans: Spans, offset: number): boolean {
  for (let i = 0; i < spans.length; i += SPAN_WORDS) {
    const start = spans[i + 2] as number
    if (start > offset) return false
    if (spans[i] === SPAN_KINDS.fence && offset < (spans[i + 3] as number)) return true
  }
  return false
}
