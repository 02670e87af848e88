// The offers a user accepts.
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
  hooks: arg.flag('Checks at certain moments of a session; default'),
  noHooks: arg.flag('Remove those checks'),
  statusline: arg.flag('A status line, if you have none; default'),
  noStatusline: arg.flag('No status line'),
  mcp: arg.flag('Register the engine as an MCP server in clients that support it'),
  noMcp: arg.flag('Remove that server'),
} as const satisfies Args
export type OffersGiven = Partial<Given<typeof OFFER_FLAGS>>

export type OffersWanted = Readonly<Record<OfferName, boolean | null>>

function flagged(name: OfferName, given: OffersGiven): boolean | null {
  const opposite = `no${name.charAt(0).toUpperCase()}${name.slice(1)}` as keyof OffersGiven
  const [yes, no] = [given[name] === true, given[opposite] === true]
  if (yes && no) throw nothingDoneError('USAGE', `--${name} excludes --no-${name}`, 'give one of them')
  return yes || (no ? false : null)
}

export const settledOffers = (given: OffersGiven): readonly OfferName[] =>
  OFFERS.filter((name) => flagged(name, given) !== null)

const USUAL: readonly OfferName[] = ['hooks', 'statusline']

/** The default: the recorded offers, or the usual choice for a first installation. */
export const offersBefore = (installed: Installed | null): readonly OfferName[] => installed?.manifest.offers ?? USUAL

/** `answers`: those of the wizard, which asks about offers without a flag. */
export const offersWanted = (
  given: OffersGiven,
  answers: Partial<OffersWanted>,
  installed: Installed | null,
): OffersWanted =>
  Object.fromEntries(
    OFFERS.map((name) => [
      name,
      answers[name] ?? flagged(name, given) ?? (installed === null && USUAL.includes(name) ? true : null),
    ]),
  ) as OffersWanted
