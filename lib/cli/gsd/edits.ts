// Which offers a person takes, and the second parsers, loaded only where a file of the user's is edited or was.
import { GsdError } from '../../errors.js'
import { type EditsChoice, NO_EDITS } from '../../install/edits/choice.js'
import type { Installed } from '../../install/installed.js'
import type { OfferName } from '../../runtimes/offers.js'
import type { Args, Given } from '../../verbs/verb.js'

export const OFFER_FLAGS = {
  permissions: { type: 'flag', about: "Let sessions call the CLI without asking: rules in the clients' own settings" },
  noPermissions: { type: 'flag', about: 'Take those rules out again' },
  instructions: { type: 'flag', about: 'Two sentences where the clients read instructions, about where plans are' },
  noInstructions: { type: 'flag', about: 'Take those sentences out again' },
  hooks: { type: 'flag', about: 'Checks at certain moments of a session; the usual choice' },
  noHooks: { type: 'flag', about: 'None of them; take them out again' },
  statusline: { type: 'flag', about: 'A status line, where there is none; the usual choice' },
  noStatusline: { type: 'flag', about: 'No status line' },
  mcp: { type: 'flag', about: 'The engine as an MCP server of the clients that start such servers' },
  noMcp: { type: 'flag', about: 'Take that server out again' },
  committedSettings: {
    type: 'flag',
    about: 'With --local: rules go into the settings file that is committed, not into the private one',
  },
} as const satisfies Args
export type OffersGiven = Partial<Given<typeof OFFER_FLAGS>>

export async function editsOf(given: OffersGiven, installed: readonly Installed[]): Promise<EditsChoice> {
  const offers = {
    permissions: wish('permissions', given.permissions, given.noPermissions),
    instructions: wish('instructions', given.instructions, given.noInstructions),
    hooks: wish('hooks', given.hooks, given.noHooks) ?? usual(installed),
    statusline: wish('statusline', given.statusline, given.noStatusline) ?? usual(installed),
    mcp: wish('mcp', given.mcp, given.noMcp),
  }
  const isAsked = Object.values(offers).includes(true)
  const { rereads } = isAsked ? await withReaders() : await recordedEdits(installed)
  return { offers, committed: given.committedSettings === true, rereads }
}

/** What a first installation does unless a person says otherwise; later ones keep what is recorded. */
const usual = (installed: readonly Installed[]): true | null => (installed.length === 0 ? true : null)

/** For runs that only take out or carry on what is recorded. */
export async function recordedEdits(installed: readonly Installed[]): Promise<EditsChoice> {
  const isRecorded = installed.some(({ manifest }) => manifest.offers.length > 0 || manifest.edits.length > 0)
  return isRecorded ? withReaders() : NO_EDITS
}

async function withReaders(): Promise<EditsChoice> {
  const { rereads } = await import('../../install/edits/second.js')
  return { ...NO_EDITS, rereads }
}

/** `null`: nothing was said, so what is recorded holds. */
function wish(name: OfferName, wanted = false, unwanted = false): boolean | null {
  if (wanted && unwanted)
    throw new GsdError({
      code: 'USAGE',
      message: `--${name} and --no-${name} exclude each other`,
      fix: 'give one of them',
    })
  return wanted ? true : unwanted ? false : null
}
