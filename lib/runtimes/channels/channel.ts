// A client's own package format: a plugin or an extension. Differences are data, as in the rows.
import type { Runtime, Spelling } from '../runtime.js'

export interface PackFacts {
  readonly title: string
  readonly about: string
  readonly version: string
  readonly license: string
}

/** Name of the plugin or extension; some clients prefix each entry with it. */
export const PLUGIN = 'gsd'
/** Name of the marketplace, as users see it. */
export const MARKET = 'gsd-pack'

/** How prompts call the CLI before the payload's path is known. */
interface Launchers {
  readonly command: string
  readonly agent: string
  /** Explanation below an entry's text, if the model must replace a placeholder of the launcher; else null. */
  readonly legend: string | null
}

export interface Channel {
  readonly id: string
  readonly title: string
  /** The client's row, with the places and the spelling of this channel. */
  readonly row: Runtime
  /** Folder that the client installs, below the channel's folder; '' for that folder itself. */
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

/** Returns a placeholder that the client replaces with the path of the installed folder. */
export const placeholder = (name: string): string => `\${${name}}`

/** Returns the row with a channel's places, and with one spelling for all entries. */
export const channelRow = (row: Runtime, places: Runtime['places'], spelling: Spelling): Runtime => ({
  ...row,
  places,
  invoke: { own: spelling, shared: spelling },
})

/** For clients that substitute nothing, but tell the model a skill's path. */
export const SKILL_LEGEND =
  'In the command, replace `<skill>` with the absolute path of the folder that contains this SKILL.md.'
