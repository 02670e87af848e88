// The offers a user accepts.

import { type Args, arg, type Given } from '../../core/verb.js'
import { GsdError } from '../../errors.js'
import type { EditsChoice } from '../../install/edits/choice.js'
import type { ExtraId } from '../../install/extras.js'
import type { Installed } from '../../install/installed.js'
import { OFFERS, type OfferName } from '../../runtimes/offers.js'

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
  committedSettings: arg.flag('With --local: write rules to the committed settings file, not the private one'),
} as const satisfies Args
export type OffersGiven = Partial<Given<typeof OFFER_FLAGS>>

export const offersGiven = (answers: Readonly<Partial<Record<OfferName, boolean>>>): OffersGiven =>
  Object.fromEntries(
    Object.entries(answers).map(([name, isWanted]) => [isWanted ? name : NEGATIVES[name as OfferName], true]),
  )

const NEGATIVES = {
  permissions: 'noPermissions',
  instructions: 'noInstructions',
  hooks: 'noHooks',
  statusline: 'noStatusline',
  mcp: 'noMcp',
} as const satisfies Readonly<Record<OfferName, keyof OffersGiven>>

export const settledOffers = (given: OffersGiven): readonly OfferName[] =>
  OFFERS.filter((name) => given[name] === true || given[NEGATIVES[name]] === true)

/** The default: the recorded offers, or the usual choice for a first installation. */
export const offersBefore = (installed: Installed | null): readonly OfferName[] =>
  installed === null ? USUAL : installed.manifest.offers

const USUAL: readonly OfferName[] = ['hooks', 'statusline']

export const editsOf = (
  given: OffersGiven,
  installed: Installed | null,
  extras: readonly ExtraId[] | null = null,
): EditsChoice => ({
  offers: {
    permissions: wish('permissions', given, installed),
    instructions: wish('instructions', given, installed),
    hooks: wish('hooks', given, installed),
    statusline: wish('statusline', given, installed),
    mcp: wish('mcp', given, installed),
  },
  extras,
  committed: given.committedSettings === true,
})

/** `null` without a flag: the record decides, or the usual choice for a first installation. */
function wish(name: OfferName, given: OffersGiven, installed: Installed | null): boolean | null {
  const [isWanted, isUnwanted] = [given[name] === true, given[NEGATIVES[name]] === true]
  if (isWanted && isUnwanted)
    throw new GsdError({
      code: 'USAGE',
      message: `--${name} and --no-${name} cannot be combined`,
      fix: 'use one of them',
    })
  if (isWanted || isUnwanted) return isWanted
  return installed === null && USUAL.includes(name) ? true : null
}
