// Every action of `gsd` and its flags as data: the parser, the help and the tests read this table.
import { TAKES } from '../../install/merge.js'
import { RUNTIME_IDS, runtimeOf } from '../../runtimes/all.js'
import type { Args, Given } from '../../verbs/verb.js'
import { cost } from './cost.js'
import { doctor } from './doctor.js'
import { OFFER_FLAGS, type OffersGiven } from './edits.js'
import { HOOK_WORDS, hooks } from './hooks.js'
import { install } from './install.js'
import { reapply } from './reapply.js'
import { status } from './status.js'
import { CHANGES, surface } from './surface.js'
import { uninstall } from './uninstall.js'
import { update } from './update.js'
import type { Answer, World } from './world.js'

const runtimeFlags: Args = Object.fromEntries(
  RUNTIME_IDS.map((id) => [id, { type: 'flag', about: `${runtimeOf(id).title} (${runtimeOf(id).home.local})` }]),
)

const WHICH = {
  all: { type: 'flag', about: 'Every runtime' },
  detect: { type: 'flag', about: 'The runtimes found on this machine' },
} as const satisfies Args

const WHERE = {
  global: { type: 'flag', about: 'For you, in every project (-g)' },
  local: { type: 'flag', about: 'For one project (-l), the current folder or the one named' },
  dir: { type: 'text', positional: true, about: 'Project folder for --local' },
  configDir: {
    type: 'text',
    about: "The runtime's own folder, where it is not the usual one; with exactly one runtime",
  },
} as const satisfies Args

const HOW = {
  dryRun: { type: 'flag', about: 'Show the plan, change nothing' },
  json: { type: 'flag', about: 'One JSON document on stdout' },
  quiet: { type: 'flag', about: 'Say only what needs a person' },
  yes: { type: 'flag', about: 'Agree beforehand, and ask nothing' },
  noColor: { type: 'flag', about: 'Plain text' },
  allowRoot: { type: 'flag', about: "Allow root to write into somebody else's home" },
} as const satisfies Args

const PROFILE = {
  profile: {
    type: 'text',
    about: 'What is listed: core, standard, full, groups or commands, joined by commas; -name leaves one out',
  },
  minimal: { type: 'flag', about: 'The same as --profile core' },
} as const satisfies Args

const COMMON = { ...WHICH, ...WHERE, ...HOW } as const satisfies Args
export type CommonGiven = Given<typeof COMMON> & Readonly<Record<string, unknown>>

const INSTALL = {
  ...COMMON,
  ...PROFILE,
  restore: { type: 'flag', about: 'Bring back entries that you deleted' },
  noCanary: { type: 'flag', about: 'Do not ask the clients on this machine what they load' },
  allowDowngrade: { type: 'flag', about: 'Put this version in the place of a newer one' },
  ...OFFER_FLAGS,
} as const satisfies Args
export type InstallGiven = Omit<Given<typeof INSTALL>, keyof OffersGiven> &
  OffersGiven &
  Readonly<Record<string, unknown>>

const UPDATE = {
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

const REAPPLY = {
  ...COMMON,
  hunk: { type: 'text', about: 'Show one hunk only: its id, or next for the first that waits' },
  take: {
    type: 'choice',
    values: TAKES,
    about: 'What stands at that hunk from now on; both: yours, then the new text',
  },
  from: { type: 'text', about: 'With --take text: the file that holds it, - for the standard input' },
} as const satisfies Args
export type ReapplyGiven = Given<typeof REAPPLY> & Readonly<Record<string, unknown>>

const SURFACE = {
  change: {
    type: 'choice',
    values: CHANGES,
    positional: true,
    about: 'What to do with the names; list shows what there is',
  },
  names: { type: 'list', positional: true, about: 'Commands or groups; for profile: core, standard, full or commands' },
  global: WHERE.global,
  local: { type: 'flag', about: 'For one project (-l), the current folder or that of --dir' },
  dir: { type: 'text', about: 'Project folder for --local' },
  configDir: WHERE.configDir,
  ...HOW,
  noCanary: INSTALL.noCanary,
  allowDowngrade: INSTALL.allowDowngrade,
} as const satisfies Args
export type SurfaceGiven = Given<typeof SURFACE> & Readonly<Record<string, unknown>>

const UNINSTALL = {
  ...COMMON,
  purge: { type: 'flag', about: 'With the last installation also your key and what you agreed to' },
} as const satisfies Args
export type UninstallGiven = Given<typeof UNINSTALL> & Readonly<Record<string, unknown>>

const DOCTOR = {
  ...COMMON,
  parity: { type: 'flag', about: 'The table of what each runtime is given and what it lacks' },
} as const satisfies Args
export type DoctorGiven = Given<typeof DOCTOR> & Readonly<Record<string, unknown>>

const HOOKS = {
  what: {
    type: 'choice',
    values: HOOK_WORDS,
    positional: true,
    about: 'explain: what is registered and how to switch it off; bench: what an event costs',
  },
  ...COMMON,
} as const satisfies Args
export type HooksGiven = Given<typeof HOOKS> & Readonly<Record<string, unknown>>

export interface Action {
  readonly about: string
  readonly args: Args
  readonly run: (given: Readonly<Record<string, unknown>>, world: World) => Promise<Answer>
}

/** Actions take what the parser made of their own `args`; the table erases which. */
const action = <G>(about: string, args: Args, run: (given: G, world: World) => Promise<Answer>): Action => ({
  about,
  args: { ...runtimeFlags, ...args },
  run: (given, world) => run(given as G, world),
})

export const ACTIONS = {
  install: action('Install, or bring what is installed up to date; the action that needs no name', INSTALL, install),
  uninstall: action('Remove everything that was installed, and nothing else', UNINSTALL, uninstall),
  update: action('Bring every installed target to this version', UPDATE, update),
  'reapply-patches': action('Bring your edits of our files back after an update', REAPPLY, reapply),
  surface: action(
    'Which commands the clients list: show them, add or remove some, take another profile',
    SURFACE,
    surface,
  ),
  cost: action('Tokens each client carries in every request, and what a command adds when it runs', COMMON, cost),
  hooks: action('What runs at certain moments of a session: where it is registered, why, what it costs', HOOKS, hooks),
  status: action('What is installed where, and what has been changed since', COMMON, status),
  doctor: action(
    'What could go wrong: doubles, foreign packs, fallbacks, the scanner, node; with a runtime named, what its client loads',
    DOCTOR,
    doctor,
  ),
} as const satisfies Readonly<Record<string, Action>>

export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[]
export const isActionName = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name)
