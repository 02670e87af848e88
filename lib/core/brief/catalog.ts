// The catalog of a pack: every command, even if a client does not list it. Help and clients read the same file.

/** File of the catalog, relative to the pack. */
export const CATALOG = 'commands.json'

/** One command of the pack. */
export interface CatalogEntry {
  readonly name: string
  readonly about: string
  readonly group: string
  /** The workflow whose arguments and flags the command takes. */
  readonly workflow: string
  /** The CLI call in the command's text: `brief quick -- <words>`. */
  readonly call: string
}

export interface Catalog {
  /** The description of each group, by name. */
  readonly groups: Readonly<Record<string, string>>
  readonly commands: readonly CatalogEntry[]
}

const EMPTY_CATALOG: Catalog = { groups: {}, commands: [] }

/** Parses the catalog of a payload; empty if its file is missing. */
export const catalogIn = (text: string | null): Catalog =>
  text === null ? EMPTY_CATALOG : (JSON.parse(text) as Catalog)

/** Workflows served by unit. For a unit type, `work` may have a step for the work, `delegate` one to start a subagent. */
export const WORK = 'work'
export const DELEGATE = 'delegate'
