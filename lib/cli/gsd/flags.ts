// Flags shared by several actions of `gsd`.

import { type Args, arg, type Given } from '../../core/verb.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { OFFER_FLAGS, type OffersGiven } from './edits.js'

/** An action's arguments: its own flags, and those of the clients. */
export type GivenOf<A extends Args> = Given<A> & Readonly<Record<string, unknown>>

export const runtimeFlags: Args = Object.fromEntries(
  RUNTIME_IDS.map((id) => [id, arg.flag(`${runtimeOf(id).title} (${runtimeOf(id).home.local})`)]),
)

/** Every name of a client, with its id. */
export const RUNTIME_NAMES: ReadonlyMap<string, RuntimeId> = new Map(
  RUNTIME_IDS.flatMap((id) => [id, ...runtimeOf(id).aliases].map((name) => [name, id] as const)),
)

export const SHORT: Readonly<Record<string, string>> = { global: '-g', local: '-l', yes: '-y', quiet: '-q' }

export const JSON_FLAG = arg.flag('One JSON document on stdout')
export const NO_COLOR = arg.flag('Plain text')
export const ALLOW_DOWNGRADE = arg.flag('Put this version in the place of a newer one')

export const PROJECT = {
  dir: arg.text('Folder of the project; the current one when left out', { positional: true }),
} as const satisfies Args

export const WHERE = {
  all: arg.flag('Every runtime'),
  detect: arg.flag('The runtimes found on this machine'),
  global: arg.flag('For you, in every project'),
  local: arg.flag('For one project, the current folder or the one named'),
  dir: arg.text('Project folder for --local; ./name where a client is called so', {
    positional: true,
    names: 'client',
  }),
  configDir: arg.text("The runtime's own folder, where it is not the usual one; with exactly one runtime"),
} as const satisfies Args

export const HOW = {
  dryRun: arg.flag('Show the plan, change nothing'),
  json: JSON_FLAG,
  quiet: arg.flag('Say only what needs a person'),
  yes: arg.flag('Agree beforehand, and ask nothing'),
  noColor: NO_COLOR,
  allowRoot: arg.flag("Allow root to write into somebody else's home"),
} as const satisfies Args

export const COMMON = { ...WHERE, ...HOW } as const satisfies Args
export type CommonGiven = GivenOf<typeof COMMON>

/** Flags of every action that installs. */
export const INSTALLING = {
  ...COMMON,
  profile: arg.text(
    'What is listed: core, standard, full, groups or commands, joined by commas; -name leaves one out; own: none of the pack',
    { names: 'profile' },
  ),
  minimal: arg.flag('The same as --profile core'),
  restore: arg.flag('Bring back entries that you deleted'),
  allowDowngrade: ALLOW_DOWNGRADE,
  ...OFFER_FLAGS,
} as const satisfies Args
export type InstallingGiven = Omit<Given<typeof INSTALLING>, keyof OffersGiven> &
  OffersGiven &
  Readonly<Record<string, unknown>>
