// A way to the user that the client itself provides: a plugin, an extension, a folder of skills. As with the rows, what differs is data.
import type { Runtime, Spelling } from '../runtime.js'

/** What every manifest says about the pack. */
export interface PackFacts {
  readonly title: string
  readonly about: string
  readonly version: string
  readonly license: string
}

/** What the client calls the plugin or extension; it stands before the name of each entry. */
export const PLUGIN = 'gsd'
/** What a person calls the collection the plugin is taken from. */
export const MARKET = 'gsd-pack'

/** How prompts call the command line tool, before the payload's place on the machine is known. */
interface Launchers {
  readonly command: string
  readonly agent: string
  /** Said below an entry's text where the launcher holds a word that the model must replace. */
  readonly legend: string | null
}

export interface Channel {
  readonly id: string
  readonly title: string
  /** The row of whoever reads it, with the places, spellings and abilities it has in this channel. */
  readonly row: Runtime
  /** Folder that the client takes over, below the channel's; empty: the channel's own. */
  readonly root: string
  /** What stands between the pack and a name, in the names the client lists; null: it takes none of the kind. `''`: our own names stay. */
  readonly names: { readonly command: '' | ':'; readonly agent: '' | ':' | null }
  readonly launchers: Launchers
  /** Folder, below the root, that holds the payload. */
  readonly payload: string
  /** Folder below each entry's own for the script that finds the payload; null: entries call it where it lies. */
  readonly finder: string | null
  /** Files that say what the channel is, by path below the channel's folder. */
  readonly manifests: (facts: PackFacts) => Readonly<Record<string, string>>
  /** What a person types to get it; `<source>` stands for the folder or repository. */
  readonly install: readonly string[]
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A word the client replaces by the folder it took over. */
export const filledIn = (name: string): string => `\${${name}}`

/** The row with all entries in one place, spelled one way. */
export const within = (row: Runtime, places: Runtime['places'], spelling: Spelling): Runtime => ({
  ...row,
  places,
  invoke: { own: spelling, shared: spelling },
})

/** Clients that fill in nothing still tell the model where a skill lies. */
export const SKILL_LEGEND =
  'In the command, write the absolute path of the folder that holds this SKILL.md for `<skill>`.'
