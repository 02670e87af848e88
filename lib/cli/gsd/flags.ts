// The flags of every action of `gsd` as data, and what an action is given of them.
import { SERVICE_IDS } from '../../core/remote/service-ids.js'
import { TAKES } from '../../install/merge.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { PERMISSIONS } from '../../runtimes/runtime.js'
import type { Args, Given } from '../../verbs/verb.js'
import { SHELL_WORDS } from '../shells.js'
import { OFFER_FLAGS, type OffersGiven } from './edits.js'

export const CHANGES = ['list', 'add', 'remove', 'profile'] as const

const HOOK_WORDS = ['explain', 'bench'] as const

export const runtimeFlags: Args = Object.fromEntries(
  RUNTIME_IDS.map((id) => [id, { type: 'flag', about: `${runtimeOf(id).title} (${runtimeOf(id).home.local})` }]),
)

/** Every name of a runtime, and whose it is. */
export const RUNTIME_NAMES: ReadonlyMap<string, RuntimeId> = new Map(
  RUNTIME_IDS.flatMap((id) => [id, ...runtimeOf(id).aliases].map((name) => [name, id] as const)),
)

/** Flags that have a short form too. */
export const SHORT: Readonly<Record<string, string>> = { global: '-g', local: '-l', yes: '-y', quiet: '-q' }

const WHICH = {
  all: { type: 'flag', about: 'Every runtime' },
  detect: { type: 'flag', about: 'The runtimes found on this machine' },
} as const satisfies Args

const WHERE = {
  global: { type: 'flag', about: 'For you, in every project' },
  local: { type: 'flag', about: 'For one project, the current folder or the one named' },
  dir: {
    type: 'text',
    positional: true,
    names: 'client',
    about: 'Project folder for --local; ./name where a client is called so',
  },
  configDir: {
    type: 'text',
    about: "The runtime's own folder, where it is not the usual one; with exactly one runtime",
  },
} as const satisfies Args

const HOW = {
  dryRun: { type: 'flag', about: 'Show the plan, change nothing' },
  full: { type: 'flag', about: 'With --dry-run: each file by name and every diff whole, however long' },
  json: { type: 'flag', about: 'One JSON document on stdout' },
  quiet: { type: 'flag', about: 'Say only what needs a person' },
  yes: { type: 'flag', about: 'Agree beforehand, and ask nothing' },
  noColor: { type: 'flag', about: 'Plain text' },
  allowRoot: { type: 'flag', about: "Allow root to write into somebody else's home" },
} as const satisfies Args

const PROFILE = {
  profile: {
    type: 'text',
    names: 'profile',
    about: 'What is listed: core, standard, full, groups or commands, joined by commas; -name leaves one out',
  },
  minimal: { type: 'flag', about: 'The same as --profile core' },
} as const satisfies Args

export const COMMON = { ...WHICH, ...WHERE, ...HOW } as const satisfies Args
export type CommonGiven = Given<typeof COMMON> & Readonly<Record<string, unknown>>

const INSTALLING = {
  ...COMMON,
  ...PROFILE,
  restore: { type: 'flag', about: 'Bring back entries that you deleted' },
  noCanary: { type: 'flag', about: 'Do not ask the clients on this machine what they load' },
  allowDowngrade: { type: 'flag', about: 'Put this version in the place of a newer one' },
  ...OFFER_FLAGS,
} as const satisfies Args

export const INSTALL = {
  ...INSTALLING,
  shim: { type: 'flag', about: 'Also put gsd, gsd-tools and gsd-sdk where your shells find them (~/.local/bin)' },
  noShim: { type: 'flag', about: 'Do not offer that' },
  share: {
    type: 'list',
    about: 'A server that one of your clients has, for the others too; gsd extras share lists them',
  },
} as const satisfies Args

/** What every action that installs is given. */
export type InstallingGiven = Omit<Given<typeof INSTALLING>, keyof OffersGiven> &
  OffersGiven &
  Readonly<Record<string, unknown>>
export type InstallGiven = InstallingGiven & Pick<Given<typeof INSTALL>, 'shim' | 'noShim' | 'share'>

export const UPDATE = {
  ...COMMON,
  ...PROFILE,
  restore: INSTALL.restore,
  noCanary: INSTALL.noCanary,
  ...OFFER_FLAGS,
  allowDowngrade: INSTALL.allowDowngrade,
  reapply: { type: 'flag', about: 'Then bring back the edits that wait' },
} as const satisfies Args
export type UpdateGiven = Omit<Given<typeof UPDATE>, keyof OffersGiven> &
  OffersGiven &
  Readonly<Record<string, unknown>>

export const REAPPLY = {
  ...COMMON,
  hunk: { type: 'text', about: 'Show one hunk only: its id, or next for the first that waits' },
  take: {
    type: 'choice',
    values: TAKES,
    about: 'What that hunk holds from now on; both: yours, then the new text',
  },
  from: { type: 'text', about: 'With --take text: the file that holds it, - for the standard input' },
} as const satisfies Args
export type ReapplyGiven = Given<typeof REAPPLY> & Readonly<Record<string, unknown>>

/** What every action takes that changes what is listed or registered by name. */
const CHANGING = {
  global: WHERE.global,
  local: { type: 'flag', about: 'For one project, the current folder or that of --dir' },
  dir: { type: 'text', about: 'Project folder for --local' },
  configDir: WHERE.configDir,
  ...HOW,
  noCanary: INSTALL.noCanary,
  allowDowngrade: INSTALL.allowDowngrade,
} as const satisfies Args

export const SURFACE = {
  change: {
    type: 'choice',
    values: CHANGES,
    positional: true,
    about: 'What to do with the names; list shows what there is',
  },
  names: { type: 'list', positional: true, about: 'Commands or groups; for profile: core, standard, full or commands' },
  ...CHANGING,
} as const satisfies Args
export type SurfaceGiven = Given<typeof SURFACE> & Readonly<Record<string, unknown>>

const EXTRA_WORDS = ['list', 'add', 'remove', 'share', 'start'] as const

export const EXTRAS_ARGS = {
  change: {
    type: 'choice',
    values: EXTRA_WORDS,
    positional: true,
    about:
      'What to do with the names; list, which shows what there is, when left out; share: a server that one client has, for the others too; start is what clients call',
  },
  names: { type: 'list', positional: true, names: 'extra', about: 'Servers, as list shows them' },
  ...CHANGING,
} as const satisfies Args
export type ExtrasGiven = Given<typeof EXTRAS_ARGS> & Readonly<Record<string, unknown>>

const SECRET_WORDS = ['set', 'list', 'remove'] as const

export const SECRET = {
  what: { type: 'choice', values: SECRET_WORDS, positional: true, about: 'What to do; list when left out' },
  name: {
    type: 'text',
    positional: true,
    names: 'secret',
    about: 'A name as variables of the environment have them: BRAVE_API_KEY',
  },
  stdin: { type: 'flag', about: 'With set: take it from the standard input, where there is no terminal to ask on' },
  json: HOW.json,
} as const satisfies Args
export type SecretGiven = Given<typeof SECRET> & Readonly<Record<string, unknown>>

const NOTIFY_WORDS = ['list', 'add', 'remove', 'test'] as const

export const NOTIFY = {
  what: {
    type: 'choice',
    values: NOTIFY_WORDS,
    positional: true,
    about: 'What to do; list when left out. test sends a message, and looks whether answers could be read',
  },
  name: {
    type: 'choice',
    values: SERVICE_IDS,
    positional: true,
    about: 'The service; with test every one when left out',
  },
  to: { type: 'text', about: 'With add: the conversation, as the service names it; of a webhook its address' },
  from: { type: 'list', about: 'With add: somebody whose answers count, once for each; without any nothing is read' },
  secret: { type: 'text', about: 'With add: name of the variable or secret that holds the credential' },
  answers: { type: 'text', about: 'With add webhook: address at which answers are asked for' },
  api: { type: 'text', about: 'With add: address of the service, where it is not the usual one' },
  json: HOW.json,
} as const satisfies Args
export type NotifyGiven = Given<typeof NOTIFY> & Readonly<Record<string, unknown>>

export const UNINSTALL = {
  ...COMMON,
  purge: {
    type: 'flag',
    about: 'With the last installation also your key, your secrets, where you are told of runs and what you agreed to',
  },
} as const satisfies Args
export type UninstallGiven = Given<typeof UNINSTALL> & Readonly<Record<string, unknown>>

const AUTO_WORDS = ['start', 'stop'] as const

export const AUTO = {
  what: { type: 'choice', values: AUTO_WORDS, positional: true, about: 'stop ends a run that goes on elsewhere' },
  to: { type: 'text', names: 'phase', about: 'The last phase of the run' },
  untilQuestion: { type: 'flag', about: 'End at the first question, also at one that sessions may answer' },
  model: { type: 'text', about: 'Model of the sessions, as the client spells it' },
  route: { type: 'flag', about: 'Choose the model of each session by the weight of its unit' },
  permissions: {
    type: 'choice',
    values: PERMISSIONS,
    about: 'What a session may do: client (its own settings decide), edits, all; client when left out',
  },
  jobs: { type: 'text', about: 'Plans of one wave side by side, each in a work tree of its own; 1 when left out' },
  maxSessions: { type: 'text', about: 'Sessions at most; 50 when left out' },
  minutes: { type: 'text', about: 'Minutes of the whole run at most; 480 when left out' },
  maxTokens: {
    type: 'text',
    about:
      'Tokens that all sessions may read anew and write, where the client writes them down; 20000000 when left out',
  },
  maxCost: { type: 'text', about: 'US dollars that they may cost at list prices, where it does; 50 when left out' },
  sessionMinutes: { type: 'text', about: 'Minutes of one session at most; 60 when left out' },
  idleMinutes: { type: 'text', about: 'Minutes without a sign of life at most; 15 when left out' },
  answerMinutes: {
    type: 'text',
    about: 'Minutes to wait for an answer from elsewhere (gsd notify); 60 when left out',
  },
  dryRun: { type: 'flag', about: 'Say what would be run, unit by unit, and run nothing' },
  json: { type: 'flag', about: 'One JSON document an event, a line each' },
  quiet: { type: 'flag', about: 'Say only how it ended' },
  noColor: HOW.noColor,
} as const satisfies Args
export type AutoGiven = Given<typeof AUTO> & Readonly<Record<string, unknown>>

const FOR_ME = { type: 'flag', about: 'With new: for you, in every project, instead of this project' } as const
const FOR_ME_TOO = {
  type: 'flag',
  about: 'With new, enable, disable: for you, in every project, not for this one',
} as const

const EXT_WORDS = ['list', 'explain', 'trust', 'revoke', 'enable', 'disable', 'new', 'reset', 'doctor'] as const

export const EXT = {
  what: { type: 'choice', values: EXT_WORDS, positional: true, about: 'What to do; list when left out' },
  name: {
    type: 'text',
    positional: true,
    names: 'extension',
    about: 'The extension; with explain the point, with reset the unit',
  },
  at: { type: 'text', about: 'With new: the moment of a session at which it is heard, such as pre-tool' },
  user: FOR_ME_TOO,
  json: HOW.json,
} as const satisfies Args
export type ExtGiven = Given<typeof EXT> & Readonly<Record<string, unknown>>

export const MODELS = {
  what: { type: 'choice', values: ['explain'], positional: true, required: true, about: 'What to do' },
  unit: {
    type: 'text',
    positional: true,
    required: true,
    about: 'A plan or a phase, or the type of a unit with its id behind it',
  },
  id: { type: 'text', positional: true, about: 'Id of the unit, where its type stands before it' },
  host: { type: 'text', names: 'client', about: 'Client to answer for; the calling one when left out' },
  json: HOW.json,
} as const satisfies Args
export type ModelsGiven = Given<typeof MODELS> & Readonly<Record<string, unknown>>

const OVERRIDES_WORDS = ['list', 'explain', 'new'] as const
export const OVERRIDES = {
  what: { type: 'choice', values: OVERRIDES_WORDS, positional: true, about: 'What to do; list when left out' },
  name: {
    type: 'text',
    positional: true,
    about: 'The text of the pack, such as agents/planner.md; how-i-work: the page on how you want to work',
  },
  user: FOR_ME,
  from: { type: 'text', about: 'For how-i-work: the file that holds it' },
  json: HOW.json,
} as const satisfies Args
export type OverridesGiven = Given<typeof OVERRIDES> & Readonly<Record<string, unknown>>

export const INIT = {
  dir: {
    type: 'text',
    positional: true,
    about: 'Folder of the project, made where it is missing in a folder that is there; the current one when left out',
  },
  name: { type: 'text', about: 'Name of the project; that of its folder when left out' },
  what: { type: 'text', about: 'What it is and for whom, in one to three sentences' },
  value: { type: 'text', about: 'The one thing that must work; what it is when left out' },
  phase: { type: 'list', about: 'Title of a phase, once for each; without any one phase stands as an example' },
  yes: { type: 'flag', about: 'Ask nothing; where nothing is said, an example' },
  json: HOW.json,
  noColor: HOW.noColor,
} as const satisfies Args
export type InitGiven = Given<typeof INIT> & Readonly<Record<string, unknown>>

export const MCP = {} as const satisfies Args

const PROJECT = {
  dir: { type: 'text', positional: true, about: 'Folder of the project; the current one when left out' },
} as const satisfies Args

/** What draws pictures comes with the package alone. */
const DRAWN = {
  ...PROJECT,
  fetch: { type: 'flag', about: 'Let npm bring what draws it, where it is not on this machine' },
} as const satisfies Args

export const REPORT = {
  ...DRAWN,
  out: { type: 'text', about: 'File to write; only an earlier report is written over' },
  markdown: { type: 'flag', about: 'Markdown for a comment, instead of a page of HTML' },
  json: HOW.json,
} as const satisfies Args
export type ReportGiven = Given<typeof REPORT>

export const USAGE = {
  ...PROJECT,
  by: { type: 'text', about: 'unit, phase, model, client, session or day; unit when left out' },
  since: { type: 'text', about: 'Only what was used from this day or time on; from the first unit on when left out' },
  said: {
    type: 'flag',
    about: 'What you typed in sessions of this project, for a page on how you work; only at a terminal of your own',
  },
  json: HOW.json,
  noColor: HOW.noColor,
} as const satisfies Args
export type UsageGiven = Given<typeof USAGE>

export const BOARD = {
  ...DRAWN,
  port: { type: 'text', about: 'Port on 127.0.0.1; a free one when left out' },
  actions: { type: 'flag', about: 'Also answer questions, keep thoughts, pause and stop from the page, as your word' },
  json: HOW.json,
} as const satisfies Args
export type BoardGiven = Given<typeof BOARD>

export const WATCH = { ...DRAWN, noColor: HOW.noColor } as const satisfies Args
export type WatchGiven = Given<typeof WATCH>

export const DOCTOR = {
  ...COMMON,
  parity: { type: 'flag', about: 'The table of what each runtime is given and what it lacks' },
} as const satisfies Args
export type DoctorGiven = Given<typeof DOCTOR> & Readonly<Record<string, unknown>>

export const HOOKS = {
  what: {
    type: 'choice',
    values: HOOK_WORDS,
    positional: true,
    about: 'explain: what is registered, and what switches each check; bench: what an event costs',
  },
  ...COMMON,
} as const satisfies Args
export type HooksGiven = Given<typeof HOOKS> & Readonly<Record<string, unknown>>

const COMPLETION_WORDS = [...SHELL_WORDS, 'install', 'remove'] as const

export const COMPLETION = {
  what: {
    type: 'choice',
    values: COMPLETION_WORDS,
    positional: true,
    required: true,
    about: 'Shell whose script is printed; or install, remove: where the shell looks for it',
  },
  shell: {
    type: 'choice',
    values: SHELL_WORDS,
    positional: true,
    about: 'With install and remove; the one you use, and every one, when left out',
  },
  dryRun: HOW.dryRun,
  json: HOW.json,
  noColor: HOW.noColor,
} as const satisfies Args
export type CompletionGiven = Given<typeof COMPLETION>
