// The flags that accept or refuse the pack's offers, such as hooks and a status line.
import { type Args, arg, type Given } from '../../core/verb.js'
import type { Installed } from '../../install/installed.js'
import { OFFERS, type OfferName } from '../../runtimes/offers.js'
import { nothingDoneError } from './refusals.js'

export const OFFER_FLAGS = {
  permissions: arg.flag(
    "Let sessions call the CLI and write below .planning/ without asking: adds rules to the clients' settings",
  ),
  noPermissions: arg.flag('Remove those rules'),
  instructions: arg.flag("Add two sentences on plans to the clients' instruction files"),
  noInstructions: arg.flag('Remove those sentences'),
  hooks: arg.flag('Run checks at certain moments of a session; on by default'),
  noHooks: arg.flag('Remove those checks'),
  statusline: arg.flag('Show a status line, if you have none; on by default'),
  noStatusline: arg.flag('Remove the status line'),
  mcp: arg.flag('Register the engine as an MCP server in clients that support it'),
  noMcp: arg.flag('Remove that server'),
} as const satisfies Args
export type OffersGiven = Partial<Given<typeof OFFER_FLAGS>>

export type OffersWanted = Readonly<Record<OfferName, boolean | null>>

function choiceByFlag(name: OfferName, given: OffersGiven): boolean | null {
  const opposite = `no${name.charAt(0).toUpperCase()}${name.slice(1)}` as keyof OffersGiven
  const [yes, no] = [given[name] === true, given[opposite] === true]
  if (yes && no) throw nothingDoneError('USAGE', `--${name} and --no-${name} cannot be combined`, 'use one of them')
  return yes || (no ? false : null)
}

export const offersWithFlag = (given: OffersGiven): readonly OfferName[] =>
  OFFERS.filter((name) => choiceByFlag(name, given) !== null)

const DEFAULTS: readonly OfferName[] = ['hooks', 'statusline']

/** Returns the recorded offers; for a first installation, the default ones. */
export const previousOffers = (found: Installed | null): readonly OfferName[] => found?.manifest.offers ?? DEFAULTS

/** Returns whether to add (true), remove (false) or leave (null) each offer, by the wizard's `answers` and the flags; a first installation has defaults. */
export const offersWanted = (
  given: OffersGiven,
  answers: Partial<OffersWanted>,
  installed: Installed | null,
): OffersWanted =>
  Object.fromEntries(
    OFFERS.map((name) => [
      name,
      answers[name] ?? choiceByFlag(name, given) ?? (installed === null && DEFAULTS.includes(name) ? true : null),
    ]),
  ) as OffersWanted
