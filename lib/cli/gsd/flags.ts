// The flags of every action of `gsd` as data, and what an action is given of them.
import { SERVICE_IDS } from '../../core/remote/service-ids.js'
import { type Args, arg, type Given } from '../../core/verb.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { PERMISSIONS } from '../../runtimes/runtime.js'
import { OFFER_FLAGS, type OffersGiven } from './edits.js'

/** What an action is given: its own flags, and what it hands on without knowing it. */
type GivenOf<A extends Args> = Given<A> & Readonly<Record<string, unknown>>

export const runtimeFlags: Args = Object.fromEntries(
  RUNTIME_IDS.map((id) => [id, arg.flag(`${runtimeOf(id).title} (${runtimeOf(id).home.local})`)]),
)

/** Every name of a runtime, and whose it is. */
export const RUNTIME_NAMES: ReadonlyMap<string, RuntimeId> = new Map(
  RUNTIME_IDS.flatMap((id) => [id, ...runtimeOf(id).aliases].map((name) => [name, id] as const)),
)

/** Flags that have a short form too. */
export const SHORT: Readonly<Record<string, string>> = { global: '-g', local: '-l', yes: '-y', quiet: '-q' }

const WHICH = {
  all: arg.flag('Every runtime'),
  detect: arg.flag('The runtimes found on this machine'),
} as const satisfies Args

const WHERE = {
  global: arg.flag('For you, in every project'),
  local: arg.flag('For one project, the current folder or the one named'),
  dir: arg.text('Project folder for --local; ./name where a client is called so', {
    positional: true,
    names: 'client',
  }),
  configDir: arg.text("The runtime's own folder, where it is not the usual one; with exactly one runtime"),
} as const satisfies Args

const HOW = {
  dryRun: arg.flag('Show the plan, change nothing'),
  json: arg.flag('One JSON document on stdout'),
  quiet: arg.flag('Say only what needs a person'),
  yes: arg.flag('Agree beforehand, and ask nothing'),
  noColor: arg.flag('Plain text'),
  allowRoot: arg.flag("Allow root to write into somebody else's home"),
} as const satisfies Args

const PROFILE = {
  profile: arg.text(
    'What is listed: core, standard, full, groups or commands, joined by commas; -name leaves one out',
    { names: 'profile' },
  ),
  minimal: arg.flag('The same as --profile core'),
} as const satisfies Args

export const COST = { ...WHICH, ...WHERE, json: HOW.json, noColor: HOW.noColor } as const satisfies Args
export type CostGiven = GivenOf<typeof COST>

export const COMMON = { ...WHICH, ...WHERE, ...HOW } as const satisfies Args
export type CommonGiven = GivenOf<typeof COMMON>

const INSTALLING = {
  ...COMMON,
  ...PROFILE,
  restore: arg.flag('Bring back entries that you deleted'),
  allowDowngrade: arg.flag('Put this version in the place of a newer one'),
  ...OFFER_FLAGS,
} as const satisfies Args

export const INSTALL = {
  ...INSTALLING,
  shim: arg.flag('Also put gsd and gsd-tools where your shells find them (~/.local/bin)'),
  noShim: arg.flag('Do not offer that'),
} as const satisfies Args

/** What every action that installs is given. */
export type InstallingGiven = Omit<Given<typeof INSTALLING>, keyof OffersGiven> &
  OffersGiven &
  Readonly<Record<string, unknown>>
export type InstallGiven = InstallingGiven & Pick<Given<typeof INSTALL>, 'shim' | 'noShim'>

export const UPDATE = {
  ...COMMON,
  ...PROFILE,
  restore: INSTALL.restore,
  ...OFFER_FLAGS,
  allowDowngrade: INSTALL.allowDowngrade,
} as const satisfies Args
export type UpdateGiven = Omit<Given<typeof UPDATE>, keyof OffersGiven> &
  OffersGiven &
  Readonly<Record<string, unknown>>

/** What every action takes that changes what is registered by name. */
const CHANGING = {
  global: WHERE.global,
  local: arg.flag('For one project, the current folder or that of --dir'),
  dir: arg.text('Project folder for --local'),
  configDir: WHERE.configDir,
  ...HOW,
  allowDowngrade: INSTALL.allowDowngrade,
} as const satisfies Args

export const EXTRAS_ARGS = {
  change: arg.choice(
    ['list', 'add', 'remove', 'start'],
    'What to do with the names; list, which shows what there is, when left out; start is what clients call',
    { positional: true },
  ),
  names: arg.list('Servers, as list shows them', { positional: true, names: 'extra' }),
  ...CHANGING,
} as const satisfies Args
export type ExtrasGiven = GivenOf<typeof EXTRAS_ARGS>

export const SECRET = {
  what: arg.choice(['set', 'list', 'remove'], 'What to do; list when left out', { positional: true }),
  name: arg.text('A name as variables of the environment have them: BRAVE_API_KEY', { positional: true }),
  stdin: arg.flag('With set: take it from the standard input, where there is no terminal to ask on'),
  json: HOW.json,
} as const satisfies Args
export type SecretGiven = GivenOf<typeof SECRET>

export const NOTIFY = {
  what: arg.choice(
    ['list', 'add', 'remove', 'test'],
    'What to do; list when left out. test sends a message, and looks whether answers could be read',
    { positional: true },
  ),
  name: arg.choice(SERVICE_IDS, 'The service; with test every one when left out', { positional: true }),
  to: arg.text('With add: the conversation, as the service names it; of a webhook its address'),
  from: arg.list('With add: somebody whose answers count, once for each; without any nothing is read'),
  secret: arg.text('With add: name of the variable or secret that holds the credential'),
  answers: arg.text('With add webhook: address at which answers are asked for'),
  api: arg.text('With add: address of the service, where it is not the usual one'),
  json: HOW.json,
} as const satisfies Args
export type NotifyGiven = GivenOf<typeof NOTIFY>

export const UNINSTALL = {
  ...COMMON,
  purge: arg.flag('With the last installation also all of ~/.gsd: secrets, settings, pages of yours'),
} as const satisfies Args
export type UninstallGiven = GivenOf<typeof UNINSTALL>

export const AUTO = {
  what: arg.choice(['start', 'stop'], 'stop ends a run that goes on elsewhere', { positional: true }),
  to: arg.text('The last phase of the run', { names: 'phase' }),
  untilQuestion: arg.flag('End at the first question, also at one that sessions may answer'),
  model: arg.text('Model of the sessions, as the client spells it'),
  route: arg.flag('Choose the model of each session by the weight of its unit'),
  permissions: arg.choice(
    PERMISSIONS,
    'What a session may do: client (its own settings decide), edits, all; client when left out',
  ),
  jobs: arg.text('Plans of one wave side by side, each in a work tree of its own; 1 when left out'),
  maxSessions: arg.text('Sessions at most; 50 when left out'),
  minutes: arg.text('Minutes of the whole run at most; 480 when left out'),
  maxTokens: arg.text(
    'Tokens that all sessions may read anew and write, where the client writes them down; 20000000 when left out',
  ),
  maxCost: arg.text('US dollars that they may cost at list prices, where it does; 50 when left out'),
  sessionMinutes: arg.text('Minutes of one session at most; 60 when left out'),
  idleMinutes: arg.text('Minutes without a sign of life at most; 15 when left out'),
  answerMinutes: arg.text('Minutes to wait for an answer from elsewhere (gsd notify); 60 when left out'),
  dryRun: arg.flag('Say what would be run, unit by unit, and run nothing'),
  json: arg.flag('One JSON document an event, a line each'),
  quiet: arg.flag('Say only how it ended'),
  noColor: HOW.noColor,
} as const satisfies Args
export type AutoGiven = GivenOf<typeof AUTO>

const FOR_ME = arg.flag('With add: for you, in every project, not for this one')

export const TRUST = {
  revoke: arg.flag('Take it back'),
  json: HOW.json,
} as const satisfies Args
export type TrustGiven = GivenOf<typeof TRUST>

export const EXT = {
  what: arg.choice(['list', 'add', 'trust', 'revoke', 'reset'], 'What to do; list when left out', {
    positional: true,
  }),
  name: arg.text('The extension; with add one of the pack, with reset the unit', { positional: true }),
  user: FOR_ME,
  json: HOW.json,
} as const satisfies Args
export type ExtGiven = GivenOf<typeof EXT>

export const MODELS = {
  what: arg.choice(['explain'], 'What to do', { positional: true, required: true }),
  unit: arg.word('A plan or a phase, or the type of a unit with its id behind it'),
  id: arg.text('Id of the unit, where its type stands before it', { positional: true }),
  host: arg.text('Client to answer for; the calling one when left out', { names: 'client' }),
  json: HOW.json,
} as const satisfies Args
export type ModelsGiven = GivenOf<typeof MODELS>

export const OVERRIDES = { json: HOW.json } as const satisfies Args
export type OverridesGiven = GivenOf<typeof OVERRIDES>

export const INIT = {
  dir: arg.text(
    'Folder of the project, made where it is missing in a folder that is there; the current one when left out',
    { positional: true },
  ),
  name: arg.text('Name of the project; that of its folder when left out'),
  what: arg.text('What it is and for whom, in one to three sentences'),
  value: arg.text('The one thing that must work; what it is when left out'),
  phase: arg.list('Title of a phase, once for each; without any one phase stands as an example'),
  yes: arg.flag('Ask nothing; where nothing is said, an example'),
  json: HOW.json,
  noColor: HOW.noColor,
} as const satisfies Args
export type InitGiven = GivenOf<typeof INIT>

export const TRY = {
  dir: arg.text('Folder for it, new or empty; one among the temporary files when left out', { positional: true }),
  board: arg.flag('Then show it as gsd board does, until Ctrl-C'),
  json: HOW.json,
} as const satisfies Args
export type TryGiven = GivenOf<typeof TRY>

export const MCP = {} as const satisfies Args

const PROJECT = {
  dir: arg.text('Folder of the project; the current one when left out', { positional: true }),
} as const satisfies Args

export const REPORT = {
  ...PROJECT,
  out: arg.text('File to write; only an earlier report is written over'),
  markdown: arg.flag('Markdown for a comment, instead of a page of HTML'),
  json: HOW.json,
} as const satisfies Args
export type ReportGiven = Given<typeof REPORT>

export const USAGE = {
  ...PROJECT,
  by: arg.text('unit, phase, model, client, session or day; unit when left out'),
  since: arg.text('Only what was used from this day or time on; from the first unit on when left out'),
  said: arg.flag(
    'What you typed in sessions of this project, for a page on how you work; only at a terminal of your own',
  ),
  json: HOW.json,
  noColor: HOW.noColor,
} as const satisfies Args
export type UsageGiven = Given<typeof USAGE>

export const BOARD = {
  ...PROJECT,
  port: arg.text('Port on 127.0.0.1; a free one when left out'),
  actions: arg.flag('Also answer questions, keep thoughts, pause and stop from the page, as your word'),
  json: HOW.json,
} as const satisfies Args
export type BoardGiven = Given<typeof BOARD>

export const WATCH = { ...PROJECT, noColor: HOW.noColor } as const satisfies Args
export type WatchGiven = Given<typeof WATCH>

export const HOOKS = {
  what: arg.choice(['explain'], 'Show what is registered, and what switches each check', { positional: true }),
  ...COMMON,
} as const satisfies Args
export type HooksGiven = GivenOf<typeof HOOKS>

export const SHELLS = ['bash', 'zsh', 'fish', 'pwsh', 'powershell'] as const
export const COMPLETION = {
  shell: arg.choice(SHELLS, 'Shell whose script is printed: source <(gsd completion bash)', {
    positional: true,
    required: true,
  }),
  json: HOW.json,
} as const satisfies Args
export type CompletionGiven = GivenOf<typeof COMPLETION>
