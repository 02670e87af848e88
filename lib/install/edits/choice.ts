// What a person wants of the offers: edits of a client's own settings.
import type { OfferName } from '../../runtimes/offers.js'
import type { ExtraId } from '../extras.js'

/** What a person wants of the offers. */
export interface EditsChoice {
  /** `null`: as it is recorded; what nobody asked for is not done. */
  readonly offers: Readonly<Record<OfferName, boolean | null>>
  /** Servers of others; `null`: as it is recorded. */
  readonly extras: readonly ExtraId[] | null
  /** A project's settings go into the files that everybody gets. */
  readonly committed: boolean
}

export const NO_EDITS: EditsChoice = {
  offers: { permissions: null, instructions: null, hooks: null, statusline: null, mcp: null },
  extras: null,
  committed: false,
}
