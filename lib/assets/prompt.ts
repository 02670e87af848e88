// Prompt sources as values: commands, workflows, agents, references and templates. Grammar: workflows/README.md.
import { frontList, frontText, type PromptFront, readPromptFront } from '../core/brief/prompt-front.js'
import { scanFront } from '../markdown/scan.js'
import { parseTokens, type TokenTree } from '../markdown/tokens.js'
import { withLater } from '../std/once.js'

export const PROMPT_KINDS = ['command', 'workflow', 'agent', 'reference', 'template'] as const
export type PromptKind = (typeof PROMPT_KINDS)[number]

/** The folder of each kind in the sources and, except for commands, in a payload. */
export const FOLDERS: Readonly<Record<PromptKind, string>> = {
  command: 'commands',
  workflow: 'workflows',
  agent: 'agents',
  reference: 'references',
  template: 'templates',
}

export const PROFILES = ['core', 'standard', 'full'] as const
export type Profile = (typeof PROFILES)[number]

interface PromptSource {
  readonly name: string
  /** Relative to the pack, e.g. `commands/next.md`. */
  readonly path: string
  readonly text: string
  readonly front: PromptFront
  /** The text after the front matter, and its offset in `text`. */
  readonly body: string
  readonly bodyAt: number
  /** Tokens of the body. Lazy, because a caller may need only the front matter of the two hundred sources. */
  readonly tree: TokenTree
}

function sourceOf(kind: PromptKind, path: string, text: string): PromptSource {
  const front = kind === 'template' ? NO_FRONT : readPromptFront(text, scanFront(text))
  // The blank lines after the front matter are not part of the body.
  const body = text.slice(front.end).replace(/^[\r\n]+/, '')
  const name = path.slice(FOLDERS[kind].length + 1).replace(/\.md$/, '')
  const source = { name, path, text, front, body, bodyAt: text.length - body.length }
  return withLater(source, { tree: () => parseTokens(body) })
}

const NO_FRONT: PromptFront = { values: new Map(), end: 0, problems: [] }

export interface CommandPrompt extends PromptSource {
  readonly kind: 'command'
  readonly about: string
  readonly profile: Profile | ''
  readonly group: string
  readonly requires: readonly string[]
  readonly tools: readonly string[]
  readonly workflow: string
  /** An argument hint to use instead of the workflow's. */
  readonly hint?: string
}
export interface AgentPrompt extends PromptSource {
  readonly kind: 'agent'
  readonly about: string
  readonly tools: readonly string[]
  /** References the agent reads in every run, which count towards its budget. */
  readonly reads: readonly string[]
}
export interface PlainPrompt extends PromptSource {
  readonly kind: 'workflow' | 'reference' | 'template'
}
export type Prompt = CommandPrompt | AgentPrompt | PlainPrompt

/** Reads any prompt source; errors are left to the lint. */
export function parsePrompt(kind: PromptKind, path: string, text: string): Prompt {
  const source = sourceOf(kind, path, text)
  if (kind === 'command') return Object.assign(source, { kind, ...commandOf(source.front, source.name) })
  return kind === 'agent' ? Object.assign(source, { kind, ...agentOf(source.front) }) : Object.assign(source, { kind })
}

const agentOf = (front: PromptFront) => ({
  about: frontText(front, 'description'),
  tools: frontList(front, 'tools'),
  reads: frontList(front, 'reads'),
})

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
