// Flags shared by several actions of `gsd`.

import { PROFILES } from '../../assets/prompt.js'
import { type Args, arg, type Given } from '../../core/verb.js'
import { RUNTIME_IDS, runtimeOf } from '../../runtimes/all.js'
import { OFFER_FLAGS, type OffersGiven } from './offer-flags.js'

/** The arguments an action was given: its own, and the clients' flags. */
export type GivenOf<A extends Args> = Given<A> & Readonly<Record<string, unknown>>

export const runtimeFlags: Args = Object.fromEntries(
  RUNTIME_IDS.map((id) => [id, arg.flag(`${runtimeOf(id).title} (${runtimeOf(id).home.local})`)]),
)

export const SHORT_FLAGS: Readonly<Record<string, string>> = { global: '-g', local: '-l', yes: '-y' }

export const JSON_FLAG = arg.flag('Print one JSON document on stdout')
export const ALLOW_DOWNGRADE = arg.flag('Allow this version to replace a newer one')

export const PROJECT = {
  dir: arg.text('Project folder; default: the current one', { positional: true }),
} as const satisfies Args

export const TARGET_FLAGS = {
  all: arg.flag('Every client'),
  global: arg.flag('For you, in every project'),
  local: arg.flag('For one project: the current or the named folder'),
  dir: arg.text('Project folder for --local', {
    positional: true,
    usual: RUNTIME_IDS,
  }),
} as const satisfies Args

export const RUN_FLAGS = {
  dryRun: arg.flag('Show the changes without making them'),
  json: JSON_FLAG,
  yes: arg.flag('Agree to everything and ask nothing'),
  allowRoot: arg.flag("Allow root to write to another user's home"),
} as const satisfies Args

export const COMMON = { ...TARGET_FLAGS, ...RUN_FLAGS } as const satisfies Args
export type CommonGiven = GivenOf<typeof COMMON>

export const INSTALL_FLAGS = {
  ...COMMON,
  profile: arg.text(
    'Commands: core, standard, full, groups or names, comma-separated; -name leaves one out; own: only your own',
    { usual: PROFILES },
  ),
  restore: arg.flag('Restore files and settings entries of the pack that you deleted'),
  allowDowngrade: ALLOW_DOWNGRADE,
  ...OFFER_FLAGS,
} as const satisfies Args
export type InstallingGiven = Omit<Given<typeof INSTALL_FLAGS>, keyof OffersGiven> &
  OffersGiven &
  Readonly<Record<string, unknown>>
