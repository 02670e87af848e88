// Differences between runtimes, as data. Every field is required; `null` means "none", with a documented fallback.
import type { HookRow } from './hooks.js'
import type { Offer, Servers } from './offers.js'
import type { Records } from './records.js'
import type { Action, ConfigFormat, EmittedFile, Listing, Scope } from './terms.js'

export const ABILITIES = ['subagents', 'questions', 'hooks'] as const
export type Ability = (typeof ABILITIES)[number]

/** Kinds of asset that a client lists by name. */
export const LISTED = ['command', 'agent'] as const
export type Listed = (typeof LISTED)[number]

/** A command or agent, its tokens resolved for one runtime. */
export interface PromptDoc {
  /** Installed name, e.g. `gsd-plan-phase`. */
  readonly name: string
  readonly about: string
  /** Arguments after the name; '' if none. */
  readonly argumentHint: string
  readonly tools: readonly Action[]
  /** How a command's text calls the CLI; '' for an agent. */
  readonly cli: string
  /** An agent's model, in the client's words; null for the session's. */
  readonly model: string | null
  /** Ends with a line feed. */
  readonly body: string
}

/** A file format. Clients that check keys drop a file, or all files, over an unknown one. */
export type Emit = (doc: PromptDoc, runtime: Runtime) => readonly EmittedFile[]

/** Folder (below the target root) and format of a kind of asset. */
export interface Placement {
  readonly folder: string
  readonly emit: Emit
}

export const SCOPES = ['global', 'local'] as const satisfies readonly Scope[]
export const everywhere = (root: string, folder: string): Listing => ({ root, folder, scopes: SCOPES })
export const inHome = (root: string, folder: string): Listing => ({ root, folder, scopes: ['global'] })
export const inProject = (root: string, folder: string): Listing => ({ root, folder, scopes: ['local'] })

/** A variable that names a folder, and the path below it; '' for the folder itself. */
interface FolderVariable {
  readonly variable: string
  readonly below: string
}

/** The folders a client reads. */
interface Home {
  /** Below the user's home, with `/`. */
  readonly global: string
  /** Replaces `global` on Windows. */
  readonly windows: FolderVariable | null
  /** Below the project. */
  readonly local: string
  /** Variables the client reads, the strongest first. */
  readonly variables: readonly FolderVariable[]
}

/**
 * `own`: below its own root; `shared`: from the shared root; `either`: from the shared root if installed, else its own.
 */
type EntrySource = 'own' | 'shared' | 'either'

/** How the user starts a command: `/gsd-next`, `$gsd-next`, or the bare name if readers differ. */
export interface Spelling {
  readonly prefix: '/' | '$' | '/skill:' | ''
  readonly separator: '-' | ':'
}

/** Source of a row's facts. */
export interface Evidence {
  /**
   * `measured`: shown by the client; `client`: read in its code or tried by hand; `docs`: documented; `peer`: seen in
   * another pack only.
   */
  readonly how: 'measured' | 'client' | 'docs' | 'peer'
  /** Client and version, or the page. */
  readonly with: string
  /** Year and month. */
  readonly on: string
}

/** A client's listing; null if the question does not show the kind. */
export interface Sighting {
  readonly commands: readonly string[] | null
  readonly agents: readonly string[] | null
  /** The client's complaints about files it refused. */
  readonly complaints: readonly string[]
}

/** A client command that lists what it loaded, without account, network or leftovers. */
export interface ListingCommand {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  /** Whether the output suffices to end the call early; null if it ends by itself. */
  readonly isEnough: ((stdout: string) => boolean) | null
  readonly read: (said: {
    readonly stdout: string
    readonly stderr: string
    readonly status: number | null
  }) => Sighting
}

/** Rights of an unattended session. `client`: the client's settings; `edits`: also file changes; `all`: anything. */
export const PERMISSIONS = ['client', 'edits', 'all'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Runs a session that ends by itself. `{prompt}` and `{model}` are substituted. */
export interface Headless {
  readonly words: readonly string[]
  /** Null if it has no such flag. */
  readonly model: readonly string[] | null
  /** Flags that grant a permission; null if none grants just this. */
  readonly grants: Readonly<Record<Exclude<Permission, 'client'>, readonly string[] | null>>
  readonly hooks: boolean
}

export type Measure = 'tokens' | 'cost'

/** Abilities over the Agent Client Protocol, measured with a test model. */
interface Shown {
  /** Asks before a shell command, and accepts both answers. */
  readonly permission: boolean
  /** A cancelled turn ends and says so. */
  readonly cancel: boolean
  /** Fully reported usage, including subagents'. */
  readonly usage: readonly Measure[]
  /** A session resumes in a new process with its history. */
  readonly resume: boolean
  readonly subagents: boolean
  readonly hooks: boolean
}

/** An npm program that speaks the protocol for a client. */
interface Adapter {
  readonly program: string
  readonly package: string
  /** Variable with the path of the client's program; null if it searches the PATH. */
  readonly variable: string | null
}

/** Speaks the Agent Client Protocol over stdio. `{model}` is substituted. */
export interface Acp {
  /** Null if the client itself speaks it. */
  readonly adapter: Adapter | null
  readonly words: readonly string[]
  /** Flags for the model; `told`: set by protocol; null if it cannot be chosen. */
  readonly model: readonly string[] | 'told' | null
  /** Session mode with that permission; null keeps the mode and answers its requests. */
  readonly modes: Readonly<Record<Exclude<Permission, 'client'>, string | null>>
  readonly shown: Shown
}

export interface Runtime {
  readonly id: string
  readonly title: string
  readonly home: Home
  /** Spelling of a command below the client's own root, and of one from the shared root. */
  readonly invoke: Readonly<Record<'own' | 'shared', Spelling>>
  /** Placeholder in an entry's text for the user's words after the name. */
  readonly words: string
  /** Null if the kind is not placed below this root. */
  readonly places: Readonly<Record<Listed, Placement | null>>
  /** Root of the entries and payload. */
  readonly entries: Readonly<Record<Scope, EntrySource>>
  /** Folders from which the client lists names, unless its own always hide them; a name listed twice is a defect. */
  readonly listings: Readonly<Record<Listed, readonly Listing[]>>
  /**
   * Whether name and description go to the model with every request: of an entry below its own root, of a shared entry,
   * of an agent.
   */
  readonly alwaysOn: Readonly<Record<'own' | 'shared' | 'agent', boolean>>
  /** Tool name per action; null if it has none, or the text must not name it. */
  readonly tools: Readonly<Record<Action, string | null>>
  readonly abilities: Readonly<Record<Ability, boolean>>
  /** Entries for the user's own files, each on request only. */
  readonly offers: readonly Offer[]
  /** Registry of MCP servers; null without evidence that the client starts any. */
  readonly servers: Servers | null
  /** Files below the root that tell the client what to run; older packs register themselves there. */
  readonly configs: readonly { readonly path: string; readonly format: ConfigFormat }[]
  /** How a step tells the model to start an agent by installed name. */
  readonly spawn: (agent: string) => string
  /** Models an agent call accepts; if none, the agent runs on its file's or the session's model. */
  readonly callModels: readonly string[]
  /** Whether an agent's file may name this model under `model`; null without evidence that it may name any. */
  readonly agentModel: ((name: string) => boolean) | null
  /** Variables in a shell command's environment that show that this client started it. */
  readonly recognisedBy: readonly string[]
  /** Environment variable with the conversation's id; null if there is none. */
  readonly conversation: string | null
  /** Executables that show that the client is installed. A used global root counts as well. */
  readonly programs: readonly string[]
  /** Null without evidence of how it runs headless. */
  readonly headless: Headless | null
  /** Null without evidence that it speaks the Agent Client Protocol. */
  readonly acp: Acp | null
  /** How the client lists what it loads; empty if that needs an account. */
  readonly listingCommands: readonly ListingCommand[]
  /** Its records of use; a text gives the reason there are none. */
  readonly records: Records | string
  readonly hooks: HookRow | null
  readonly afterInstall: readonly string[]
  /** Limitations the user should know, and what happens instead. */
  readonly caveats: readonly string[]
  readonly evidence: Evidence
}
