// The catalog of a pack: every command, even if a client does not list it. Help and clients read the same file.

/** File of the catalog, relative to the pack. */
export const CATALOG = 'commands.json'

/** One command in the help. */
export interface CatalogEntry {
  readonly name: string
  readonly about: string
  readonly group: string
  /** Workflow whose arguments and flags it takes. */
  readonly workflow: string
  /** The CLI call in its text: `brief quick -- <words>`. */
  readonly call: string
}

export interface Catalog {
  /** The description of each group, by name. */
  readonly groups: Readonly<Record<string, string>>
  readonly commands: readonly CatalogEntry[]
}

const NOTHING: Catalog = { groups: {}, commands: [] }

/** The catalog of a payload; empty if its file is missing. */
export const catalogIn = (text: string | null): Catalog => (text === null ? NOTHING : (JSON.parse(text) as Catalog))

/** Workflows served by unit. For each unit type, one has a step for the work, the other for starting a subagent. */
export const WORK = 'work'
export const DELEGATE = 'delegate'
