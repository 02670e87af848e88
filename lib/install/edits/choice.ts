// The user's choice among optional edits of client settings.
import type { OfferName } from '../../runtimes/offers.js'
import type { ExtraId } from '../extras.js'

/** The user's choice among the offers. */
export interface EditsChoice {
  /** `null`: as recorded, by default none. */
  readonly offers: Readonly<Record<OfferName, boolean | null>>
  /** Third-party servers; `null`: as recorded. */
  readonly extras: readonly ExtraId[] | null
  /** Project settings go into the files that are shared with the team. */
  readonly committed: boolean
}

export const NO_EDITS: EditsChoice = {
  offers: { permissions: null, instructions: null, hooks: null, statusline: null, mcp: null },
  extras: null,
  committed: false,
}
