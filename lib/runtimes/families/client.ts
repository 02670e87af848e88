// Defaults of a client: a row spreads these, or a nearer family, and adds its differences. With forms that clients
// share: how a step starts an agent, and names of hook moments.
import type { HookFacts, HookRow } from '../hooks.js'
import { documentsIn } from '../records.js'
import {
  type Acp,
  type Evidence,
  everywhere,
  type Listed,
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

/** Actions by the client's names of tools, where hooks use the names that models use. */
export function toolsByName(tools: Runtime['tools']): HookFacts['tools'] {
  const byName: Record<string, Action> = {}
  for (const action of ACTIONS) byName[tools[action] ?? ''] ??= action
  const { '': _, ...named } = byName
  return named
}

/** Commands run in the project's folder, only its own registrations run, and no approval is needed. */
export const hooked = { project: null, heard: [], approval: null } as const satisfies Partial<HookRow>

type Spawn = Runtime['spawn']

/** `tool` as named in a step, and its arguments: the agent under `parameter`, then the rest. */
export const startedWith =
  (tool: string, parameter: string, ...further: readonly string[]): Spawn =>
  (agent) => {
    const said = [`${parameter}: ${agent}`, ...further].map((one) => `\`${one}\``)
    return `start the subagent \`${agent}\` with ${tool} (${said.join(', ')})`
  }

/** For a tool that a session may lack. */
export const orYourself =
  (spawn: Spawn): Spawn =>
  (agent) =>
    `${spawn(agent)}; if it is not available, do its work yourself, in its order`

/** Entries of both roots are typed alike. */
export const spelled = (prefix: Spelling['prefix'], separator: Spelling['separator'] = '-'): Runtime['invoke'] => ({
  own: { prefix, separator },
  shared: { prefix, separator },
})

/** The client's folder has the same name in home and projects, except as given. */
export const homeIn = (folder: string, particular: Partial<Runtime['home']> = {}): Runtime['home'] => ({
  global: folder,
  windows: null,
  local: folder,
  variables: [],
  ...particular,
})

/** A variable that names the folder itself. */
export const movedBy = (variable: string): Runtime['home']['variables'] => [{ variable, below: '' }]

/** `also`: other folders from which the client lists such names. */
type Kind =
  | (Placement & { readonly also?: Runtime['listings'][Listed] })
  | { readonly also: Runtime['listings'][Listed] }
const isPlaced = (kind: Kind | null): kind is Placement & Kind => kind !== null && 'folder' in kind

/** Folders of commands and agents below its root, and all folders it lists them from. */
export const placed = (root: string, kinds: Readonly<Record<Listed, Kind | null>>) => {
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

/** For a row without tests with its client: its evidence, and a caveat for users. */
export const untried = (
  how: keyof typeof UNTRIED,
  { source, on, caveats = [] }: { readonly source: string; readonly on: string; readonly caveats?: readonly string[] },
): Pick<Runtime, 'caveats' | 'evidence'> => ({
  caveats: [UNTRIED[how], ...caveats],
  evidence: { how, with: source, on } satisfies Evidence,
})

/** No tool may be called by its name. */
export const UNNAMED_TOOLS = Object.fromEntries(ACTIONS.map((action) => [action, null])) as Record<Action, null>

/** The client speaks the protocol itself, keeps its mode, and shows all abilities but usage. */
export const acp = {
  adapter: null,
  modes: { edits: null, all: null },
  shown: { permission: true, cancel: true, usage: [], resume: true, subagents: true, hooks: true },
} as const satisfies Partial<Acp>

/** Rows state every difference from this. */
export const client = {
  recognisedBy: [],
  conversation: null,
  records: 'has no known place for records',
  headless: null,
  acp: null,
  invoke: spelled('/'),
  words: "<the user's words>",
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

/** A question with what it differs in. */
export const listing = (one: Pick<ListingCommand, 'args' | 'read'> & Partial<ListingCommand>): ListingCommand => ({
  env: {},
  input: '',
  isEnough: null,
  ...one,
})

const firstEvent = (stdout: string) => documentsIn(stdout).find(({ subtype }) => subtype === 'init')

/** A headless session whose first event names every command and agent. */
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
      complaints: complaintsIn(stderr),
    }
  },
})

/** Lines with complaints about refused files. */
export const complaintsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) =>
      /\b(?:error|warn(?:ing)?|invalid|failed|reject(?:ed)?|ignor(?:ed|ing)|skipp(?:ed|ing))\b/i.test(line),
    )

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
