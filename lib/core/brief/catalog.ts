// The catalog of a pack: every command it has, whichever of them a client lists. It lies in the payload, so that help and the texts of a client agree.

/** File of the catalog, relative to the pack. */
export const CATALOG = 'commands.json'

/** One command as help speaks of it. */
export interface CatalogEntry {
  readonly name: string
  readonly about: string
  readonly group: string
  /** Workflow whose arguments and flags it takes. */
  readonly workflow: string
  /** What its text has the CLI called with: `brief quick -- <words>`. */
  readonly call: string
}

export interface Catalog {
  /** What each group is about, by its name. */
  readonly groups: Readonly<Record<string, string>>
  readonly commands: readonly CatalogEntry[]
}

const NOTHING: Catalog = { groups: {}, commands: [] }

/** The catalog in a payload; empty where its file is not there. */
export const catalogIn = (text: string | null): Catalog => (text === null ? NOTHING : (JSON.parse(text) as Catalog))
