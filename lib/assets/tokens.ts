// The table of tokens: where each may stand, what it names, and how it is rendered for a runtime.
import type { TokenPart } from '../markdown/tokens.js'
import type { Runtime, Spelling } from '../runtimes/runtime.js'
import { ACTIONS, type Action } from '../runtimes/terms.js'
import { FOLDERS, type PromptKind } from './prompt.js'

/** The runtime and the paths for which a text is rendered. */
export interface Target {
  readonly runtime: Runtime
  /** The root whose entries the client lists, which decides how commands are spelled. */
  readonly entries: 'own' | 'shared'
  /** How a text calls the CLI, e.g. `node "/home/a/agent/get-shit-done/bin/gsd-tools.cjs"`. */
  readonly cli: string
  /** Path of the folder that holds workflows, agents, references and templates; with `/`. */
  readonly payload: string
}

interface TokenKind {
  /** Whether the form is `{{name:target}}` instead of `{{name}}`. */
  readonly takesTarget: boolean
  /** The kind of prompt that the target must name; null if the target is no prompt, or there is none. */
  readonly names: PromptKind | null
  readonly allowedIn: readonly PromptKind[]
  /** Whether `brief` resolves the token in a workflow, because the value depends on the client or project. */
  readonly late: boolean
  format(target: string, where: Target): string
}

const ANYWHERE: readonly PromptKind[] = ['command', 'workflow', 'agent', 'reference', 'template']

const fileOf =
  (kind: PromptKind) =>
  (name: string, { payload }: Target): string =>
    `${payload}/${FOLDERS[kind]}/${name}.md`

const token = (format: TokenKind['format'], more: Partial<TokenKind> = {}): TokenKind => ({
  takesTarget: false,
  names: null,
  allowedIn: ANYWHERE,
  late: false,
  format,
  ...more,
})
const ofPrompt = (names: PromptKind, format = fileOf(names), late = false): TokenKind =>
  token(format, { takesTarget: true, names, late })

export const TOKENS = {
  cmd: ofPrompt('command', (name, { runtime, entries }) => commandSpelling(name, runtime.invoke[entries]), true),
  agent: ofPrompt('agent', (name) => installedName(name), true),
  ref: ofPrompt('reference'),
  flow: ofPrompt('workflow'),
  tpl: ofPrompt('template'),
  cli: token((_, { cli }) => cli),
  gsd: token((_, { cli }) => userProgramOf(cli)),
  args: token((_, { runtime }) => runtime.argumentsPlaceholder, { allowedIn: ['command'] }),
  typed: token((_, { runtime }) => (hearsPrompts(runtime) ? '' : HAND_OVER), { allowedIn: ['command'] }),
  tool: token((action, { runtime }) => toolName(action, runtime), { takesTarget: true, late: true }),
  fact: token(() => '', { takesTarget: true, allowedIn: ['workflow'], late: true }),
} as const satisfies Readonly<Record<string, TokenKind>>

export const isTokenName = (name: string): name is keyof typeof TOKENS => Object.hasOwn(TOKENS, name)

/** Whether the client has a hook that records the user's messages. */
const hearsPrompts = ({ hooks }: Runtime): boolean => hooks !== null && hooks.events['prompt-submit'] !== undefined

/** Says how to pass the user's words. The delimiter is quoted, so that the shell expands nothing in them. */
const HAND_OVER =
  ", with ` --typed -` in front of any ` -- `, ` <<'WORDS'` at its end, and below it their words as they stand and a line `WORDS`"

/** Returns the command of the user's program, whose script is next to the CLI's in `bin/` of a payload or checkout. */
const userProgramOf = (cli: string): string =>
  cli.replace(/gsd-tools\.(c?)js(?=\W*$)/, (_, c: string) => (c === '' ? 'install.js' : 'gsd.cjs'))

export const installedName = (name: string): string => `gsd-${name}`

export const commandSpelling = (name: string, { prefix, separator }: Spelling): string =>
  `${prefix}gsd${separator}${name}`

export const isAction = (action: string): action is Action => (ACTIONS as readonly string[]).includes(action)

/** What to call a tool if the client has none for the action, or if tools must not be named. */
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

/** Returns why a token is invalid in a kind of prompt; null if valid. `knows` tells whether a prompt exists. */
export function tokenProblem(
  token: TokenPart,
  kind: PromptKind,
  knows: (kind: PromptKind, name: string) => boolean,
): { readonly expected: string; readonly received: string } | null {
  const received = token.target === null ? `{{${token.name}}}` : `{{${token.name}:${token.target}}}`
  if (!isTokenName(token.name)) return { expected: `one of the tokens ${Object.keys(TOKENS).join(', ')}`, received }
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
