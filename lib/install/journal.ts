// The shape of an install journal: enough to put everything back, whoever finds it.

/** Who holds a target. `start` tells a reused pid apart; null where the system does not say. */
export interface Owner {
  readonly pid: number
  readonly host: string
  readonly start: string | null
}

/** First file of a journal folder; its presence locks the root. */
export interface Claim extends Owner {
  readonly transaction: string
  /** Root whose journal folder holds the pre-images of the whole transaction. */
  readonly main: string
  /** Folders that were made to hold this one, outermost first. */
  readonly created: readonly string[]
  /** The root and folders above it that the run takes away if nothing is left in them, innermost first. */
  readonly removes: readonly string[]
}

export interface JournalEntry {
  readonly path: string
  /** Where the new content waits; null for removals. */
  readonly staged: string | null
  /** Name of the pre-image in the journal folder, or null when nothing was there. */
  readonly image: string | null
  /** Permission bits of the folder it lies in; absent or null: the usual ones. */
  readonly folderMode?: number | null
}

/** Written before the first change, gone after the last: as long as it is there, the transaction can be undone. */
export interface Journal {
  readonly transaction: string
  readonly roots: readonly string[]
  /** Folders the transaction makes, outermost first. */
  readonly created: readonly string[]
  readonly entries: readonly JournalEntry[]
}

export const CLAIM_FILE = 'owner.json'
export const JOURNAL_FILE = 'journal.json'
