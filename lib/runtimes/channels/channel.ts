// A client's own package form: a plugin or an extension. Differences are data, as in the rows.
import type { Runtime, Spelling } from '../runtime.js'

export interface PackFacts {
  readonly title: string
  readonly about: string
  readonly version: string
  readonly license: string
}

/** The client's name of the plugin or extension, which prefixes each entry. */
export const PLUGIN = 'gsd'
/** The user-visible name of the marketplace. */
export const MARKET = 'gsd-pack'

/** How prompts call the CLI before the payload's path is known. */
interface Launchers {
  readonly command: string
  readonly agent: string
  /** Explanation below an entry's text if the launcher has a word the model must replace. */
  readonly legend: string | null
}

export interface Channel {
  readonly id: string
  readonly title: string
  /** The client's row, with the places, spellings and abilities of this channel. */
  readonly row: Runtime
  /** Folder the client installs, below the channel's; '' for the channel's own. */
  readonly root: string
  /** Separator between plugin and name in listings; null if the kind is not supported; '' keeps our names. */
  readonly names: { readonly command: '' | ':'; readonly agent: '' | ':' | null }
  readonly launchers: Launchers
  /** The channel's manifests, by path below its folder. */
  readonly manifests: (facts: PackFacts) => Readonly<Record<string, string>>
  /** Commands the user types to install it; `<source>` stands for the folder or repository. */
  readonly install: readonly string[]
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A word the client replaces by the installed folder. */
export const filledIn = (name: string): string => `\${${name}}`

/** The row with all entries in one place and one spelling. */
export const within = (row: Runtime, places: Runtime['places'], spelling: Spelling): Runtime => ({
  ...row,
  places,
  invoke: { own: spelling, shared: spelling },
})

/** Clients that substitute nothing still tell the model a skill's path. */
export const SKILL_LEGEND =
  'In the command, write the absolute path of the folder that holds this SKILL.md for `<skill>`.'
