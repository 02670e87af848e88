// Defaults of a client: a row spreads these, or a nearer family, and adds its differences. Also phrases and names of
// hook moments that several clients share.
import type { HookFacts, HookRow } from '../hooks.js'
import { documentsIn } from '../records.js'
import {
  type Acp,
  type Evidence,
  everywhere,
  type ListedKind,
  type ListingCommand,
  type Placement,
  type Runtime,
  type Spelling,
} from '../runtime.js'
import { ACTIONS, type Action } from '../terms.js'

type Events = HookFacts['events']

export const sessionEvents = {
  'session-start': ['SessionStart'],
  'session-end': ['SessionEnd'],
  'prompt-submit': ['UserPromptSubmit'],
  'pre-tool': ['PreToolUse'],
  'post-tool': ['PostToolUse'],
  'turn-end': ['Stop'],
} as const satisfies Events

export const subagentEvents = {
  'subagent-stop': ['SubagentStop'],
  'pre-compact': ['PreCompact'],
} as const satisfies Events

export const camelEvents = {
  'session-start': ['sessionStart'],
  'session-end': ['sessionEnd'],
  'pre-tool': ['preToolUse'],
  'post-tool': ['postToolUse'],
  'subagent-stop': ['subagentStop'],
  'pre-compact': ['preCompact'],
} as const satisfies Events

/** Returns each tool's action (the first of several), for clients whose hooks name tools as their models do. */
export function toolsByName(tools: Runtime['tools']): HookFacts['tools'] {
  const byName: Record<string, Action> = {}
  for (const action of ACTIONS) byName[tools[action] ?? ''] ??= action
  const { '': _, ...named } = byName
  return named
}

/** Default: commands run in the project folder, only the client's own registrations run, and none needs approval. */
export const hookDefaults = {
  projectVariable: null,
  inheritedFrom: [],
  approval: null,
} as const satisfies Partial<HookRow>

type Spawn = Runtime['spawn']

/** Returns the phrase that starts an agent with `tool`: the agent goes under `parameter`, before other arguments. */
export const startPhrase =
  (tool: string, parameter: string, ...further: readonly string[]): Spawn =>
  (agent) => {
    const args = [`${parameter}: ${agent}`, ...further].map((arg) => `\`${arg}\``)
    return `start the subagent \`${agent}\` with ${tool} (${args.join(', ')})`
  }

/** Adds what to do without the subagent, for a tool that a session may lack. */
export const withSelfFallback =
  (spawn: Spawn): Spawn =>
  (agent) =>
    `${spawn(agent)}; if that subagent is not available, do its work yourself, step by step`

/** Returns one spelling for the entries of both roots. */
export const spelledAs = (prefix: Spelling['prefix'], separator: Spelling['separator'] = '-'): Runtime['invoke'] => ({
  own: { prefix, separator },
  shared: { prefix, separator },
})

/** Returns a home whose folder has the same name in the user's home and in projects, changed by `differences`. */
export const homeIn = (folder: string, differences: Partial<Runtime['home']> = {}): Runtime['home'] => ({
  global: folder,
  windows: null,
  local: folder,
  variables: [],
  ...differences,
})

/** Returns a variable that names the folder itself. */
export const folderVariable = (variable: string): Runtime['home']['variables'] => [{ variable, below: '' }]

/** `also`: other folders from which the client lists such names. */
type Kind =
  | (Placement & { readonly also?: Runtime['listings'][ListedKind] })
  | { readonly also: Runtime['listings'][ListedKind] }
const isPlaced = (kind: Kind | null): kind is Placement & Kind => kind !== null && 'folder' in kind

/** Returns where commands and agents are installed below a root, and all folders from which the client lists them. */
export const placesAndListings = (root: string, kinds: Readonly<Record<ListedKind, Kind | null>>) => {
  const placeOf = (kind: Kind | null) => (isPlaced(kind) ? { folder: kind.folder, emit: kind.emit } : null)
  const listingsOf = (kind: Kind | null) => [
    ...(isPlaced(kind) ? [everywhere(root, kind.folder)] : []),
    ...(kind?.also ?? []),
  ]
  return {
    places: { command: placeOf(kinds.command), agent: placeOf(kinds.agent) },
    listings: { command: listingsOf(kinds.command), agent: listingsOf(kinds.agent) },
  } satisfies Partial<Runtime>
}

const UNTRIED = {
  client: 'tried by hand; our tests do not start this client',
  docs: 'not tried with the client yet: its files follow the documentation',
  peer: 'not tried with the client yet: best effort, following other packs',
} as const

/** Returns evidence and caveats of a row whose client our tests do not start. */
export const untried = (
  how: keyof typeof UNTRIED,
  { source, on, caveats = [] }: { readonly source: string; readonly on: string; readonly caveats?: readonly string[] },
): Pick<Runtime, 'caveats' | 'evidence'> => ({
  caveats: [UNTRIED[how], ...caveats],
  evidence: { how, with: source, on } satisfies Evidence,
})

/** For clients whose prompts must not name any tool. */
export const NO_TOOL_NAMES = Object.fromEntries(ACTIONS.map((action) => [action, null])) as Record<Action, null>

/** Default: the client speaks the protocol itself, keeps its mode, and has all abilities except reported usage. */
export const acp = {
  adapter: null,
  modes: { edits: null, all: null },
  abilities: { permission: true, cancel: true, usage: [], resume: true, subagents: true, hooks: true },
} as const satisfies Partial<Acp>

/** Defaults of every row; a row states its differences. */
export const client = {
  recognisedBy: [],
  sessionVariable: null,
  records: 'has no known place for records',
  headless: null,
  acp: null,
  invoke: spelledAs('/'),
  argumentsPlaceholder: "<the user's words>",
  entries: { global: 'either', local: 'either' },
  offers: [],
  servers: null,
  configs: [],
  callModels: [],
  agentModel: null,
  listingCommands: [],
  hooks: null,
  afterInstall: [],
  caveats: [],
} as const satisfies Partial<Runtime>

/** Returns a listing command, with defaults for what is not given. */
export const listing = (command: Pick<ListingCommand, 'args' | 'read'> & Partial<ListingCommand>): ListingCommand => ({
  env: {},
  input: '',
  isEnough: null,
  ...command,
})

const firstEvent = (stdout: string) => documentsIn(stdout).find(({ subtype }) => subtype === 'init')

/** Returns a listing command that starts a headless session, whose first event names all commands and agents. */
export const sessionListing = (args: readonly string[], env: ListingCommand['env']): ListingCommand => ({
  args,
  env,
  input: '',
  isEnough: (stdout) => firstEvent(stdout) !== undefined,
  read: ({ stdout, stderr }) => {
    const event = firstEvent(stdout)
    return {
      commands: event === undefined ? null : strings(event['slash_commands']),
      agents: event === undefined ? null : strings(event['agents']),
      warnings: warningsIn(stderr),
    }
  },
})

/** Returns the lines with a word such as error, invalid or skipped. */
export const warningsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) =>
      /\b(?:error|warn(?:ing)?|invalid|failed|reject(?:ed)?|ignor(?:ed|ing)|skipp(?:ed|ing))\b/i.test(line),
    )

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
