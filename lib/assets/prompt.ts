// Prompt sources as values: commands, workflows, agents, references and templates.
//
// GRAMMAR
//
// Front matter is small: `key: text`, `key: [a, b]`, or `key:` with indented `name: text` lines below. Nothing else.
//
// commands/<name>.md     name, description (≤ 70 characters), profile (core | standard | full), group, requires [commands], tools [actions];
//                        optional `workflow` where it is not called like the command. Body ≤ 250 tokens: one `{{cli}} brief <workflow> … {{args}}`.
// agents/<name>.md       name, description, tools [actions], optional `reads` [references it always reads]. Body: the role.
// references/<name>.md   no front matter, or `about`. References may lie in folders: `{{ref:folder/name}}`.
// templates/<name>.md    no front matter of ours: the text is the skeleton as it is.
// workflows/<name>.md    name, about, `args:` (positionals in order; the last one may end in `...`: it takes all remaining words),
//                        `flags:` (`--research: …`, `--wave <number>: …` with a value), optional `facts` [names the first part opens with]. Then steps:
//
//   ## id: Title                                      a heading of level 2 starts a step; deeper headings belong to the step
//   <!-- step kind=spawn when="cfg:workflow.research, not has:RESEARCH" part=B -->
//   Text, with tokens and passages.
//
//   kind   verb | ask | spawn | write | gate | hand
//   when   all must hold, else the step is left out
//   part   a label; a step whose label differs from the one before starts a new part, a step without one stays in the part. `brief` serves one part a
//          call and adds the next call itself. Flags, settings and state are looked at again for every part.
//
// Passages: <!-- when CONDITIONS --> … <!-- else --> … <!-- end -->, nested if need be, within one step. In agents, references, templates and commands
// there are none: these texts are read as they are installed.
//
// Conditions, joined by commas (and), each may begin with `not `:
//   flag:--x   cfg:key   cfg:key=value   has:CONTEXT (HAS_NAMES in core/conditions.ts)   state:auto-active (STATE_FACTS there)   host:subagents (ABILITIES of the rows)
//
// Tokens:
//   {{cmd:plan-phase}}   how the user calls that command in the client at hand
//   {{agent:planner}}    in a workflow: the words that start that agent ("start the subagent `gsd-planner` …"); elsewhere its name
//   {{ref:gates}} {{flow:plan-phase}} {{tpl:summary}}   absolute path of the installed file
//   {{cli}} <verb> …     a call of gsd-tools; verb, arguments and flags are checked against the registry
//   {{gsd}} <action> …   a call of gsd, the program for people, which lies beside it; checked in the same way
//   {{args}}             what the user wrote after the command (commands only; a workflow uses facts)
//   {{tool:read}}        name of the client's tool for an action, in words where it has none
//   {{fact:phase}}       a fact of core/facts.ts (workflows only), filled in when the brief is served
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
