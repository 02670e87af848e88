// The kinds of tokens and their pure formatters per runtime, in one total table.
import type { TokenPart } from '../markdown/tokens.js'
import type { Runtime, Spelling } from '../runtimes/runtime.js'
import { ACTIONS, type Action } from '../runtimes/terms.js'
import { FOLDERS, type PromptKind } from './prompt-kinds.js'

/** The runtime and paths a text is rendered for. */
export interface Target {
  readonly runtime: Runtime
  /** The root whose entries the client lists: it decides the spelling of commands. */
  readonly entries: 'own' | 'shared'
  /** How a text calls the CLI, e.g. `node "/home/a/agent/get-shit-done/bin/gsd-tools.cjs"`. */
  readonly cli: string
  /** Folder of workflows, references and templates; with `/`. */
  readonly payload: string
}

const TOKEN_NAMES = ['cmd', 'agent', 'ref', 'flow', 'tpl', 'cli', 'gsd', 'args', 'typed', 'tool', 'fact'] as const
export type TokenName = (typeof TOKEN_NAMES)[number]

export const isTokenName = (name: string): name is TokenName => (TOKEN_NAMES as readonly string[]).includes(name)

interface TokenKind {
  /** True: `{{name:target}}`; false: `{{name}}`. */
  readonly takesTarget: boolean
  /** The target's kind of prompt, if it is a prompt. */
  readonly names: PromptKind | null
  /** Kinds of prompts that may contain it. */
  readonly allowedIn: readonly PromptKind[]
  /** In a workflow, `brief` resolves it: it depends on the client or project. */
  readonly late: boolean
  format(target: string, where: Target): string
}

const ANYWHERE: readonly PromptKind[] = ['command', 'workflow', 'agent', 'reference', 'template']

const fileOf =
  (kind: PromptKind) =>
  (name: string, { payload }: Target): string =>
    `${payload}/${FOLDERS[kind]}/${name}.md`

export const TOKENS: Readonly<Record<TokenName, TokenKind>> = {
  cmd: {
    takesTarget: true,
    names: 'command',
    allowedIn: ANYWHERE,
    late: true,
    format: (name, { runtime, entries }) => commandSpelling(name, runtime.invoke[entries]),
  },
  agent: {
    takesTarget: true,
    names: 'agent',
    allowedIn: ANYWHERE,
    late: true,
    format: (name) => installedName(name),
  },
  ref: { takesTarget: true, names: 'reference', allowedIn: ANYWHERE, late: false, format: fileOf('reference') },
  flow: { takesTarget: true, names: 'workflow', allowedIn: ANYWHERE, late: false, format: fileOf('workflow') },
  tpl: { takesTarget: true, names: 'template', allowedIn: ANYWHERE, late: false, format: fileOf('template') },
  cli: { takesTarget: false, names: null, allowedIn: ANYWHERE, late: false, format: (_, { cli }) => cli },
  gsd: {
    takesTarget: false,
    names: null,
    allowedIn: ANYWHERE,
    late: false,
    format: (_, { cli }) => installerBeside(cli),
  },
  args: {
    takesTarget: false,
    names: null,
    allowedIn: ['command'],
    late: false,
    format: (_, { runtime }) => runtime.words,
  },
  typed: {
    takesTarget: false,
    names: null,
    allowedIn: ['command'],
    late: false,
    format: (_, { runtime }) => (hearsPrompts(runtime) ? '' : HAND_OVER),
  },
  tool: {
    takesTarget: true,
    names: null,
    allowedIn: ANYWHERE,
    late: true,
    format: (action, { runtime }) => toolName(action, runtime),
  },
  fact: { takesTarget: true, names: null, allowedIn: ['workflow'], late: true, format: () => '' },
}

/** Whether its hook records the user's messages. */
const hearsPrompts = ({ hooks }: Runtime): boolean => hooks !== null && hooks.events['prompt-submit'] !== undefined

/** Quoted delimiter: the shell expands nothing below it. */
const HAND_OVER =
  ", with ` --typed -` in front of any ` -- `, ` <<'WORDS'` at its end, and below it their words as they stand and a line `WORDS`"

/** The user's program beside the CLI: both are in `bin/` of a payload or checkout. */
const installerBeside = (cli: string): string =>
  cli.replace(/gsd-tools\.(c?)js(?=\W*$)/, (_, c: string) => (c === '' ? 'install.js' : 'gsd.cjs'))

export const installedName = (name: string): string => `gsd-${name}`

/** How the user starts a command; the bare name if readers differ. */
export const commandSpelling = (name: string, { prefix, separator }: Spelling): string =>
  `${prefix}gsd${separator}${name}`

export const isAction = (action: string): action is Action => (ACTIONS as readonly string[]).includes(action)

/** Words for an action if the client has no tool for it, or none may be named. */
const TOOL_WORDS: Readonly<Record<Action, string>> = {
  read: 'your way to read files',
  write: 'your way to write files',
  edit: 'your way to edit files',
  shell: 'your shell',
  grep: 'your text search',
  glob: 'your file search',
  fetch: 'your way to fetch pages',
  search: 'your web search',
  ask: 'a question to the user',
  spawn: 'your way to start subagents',
  todo: 'your task list',
}

export const toolName = (action: string, runtime: Runtime): string =>
  isAction(action) ? (runtime.tools[action] ?? TOOL_WORDS[action]) : action

/** Why a token is invalid in this kind of prompt; null if valid. `knows`: whether a prompt exists. */
export function tokenFault(
  token: TokenPart,
  kind: PromptKind,
  knows: (kind: PromptKind, name: string) => boolean,
): { readonly expected: string; readonly received: string } | null {
  const received = token.target === null ? `{{${token.name}}}` : `{{${token.name}:${token.target}}}`
  if (!isTokenName(token.name)) return { expected: `one of the tokens ${TOKEN_NAMES.join(', ')}`, received }
  const row = TOKENS[token.name]
  if (row.takesTarget !== (token.target !== null))
    return { expected: row.takesTarget ? `{{${token.name}:name}}` : `{{${token.name}}}`, received }
  if (!row.allowedIn.includes(kind))
    return { expected: `{{${token.name}}} only in: ${row.allowedIn.join(', ')}`, received }
  if (row.names !== null && !knows(row.names, token.target as string))
    return { expected: `a ${row.names} that exists`, received }
  if (token.name === 'tool' && !isAction(token.target as string))
    return { expected: `one of the actions ${ACTIONS.join(', ')}`, received }
  return null
}
