// The catalog of a pack: every command, listed by a client or not. In the payload, so that help and clients agree.

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

/** The workflow with a step for the work of each unit type, and the one for starting its subagent: served by unit. */
export const WORK = 'work'
export const DELEGATE = 'delegate'
