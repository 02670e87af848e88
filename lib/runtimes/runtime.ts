// Differences between runtimes, as data. Every field is required; `null` means "none".
import type { HookRow } from './hooks.js'
import type { Offer, Servers } from './offers.js'
import type { Records } from './records.js'
import type { Action, ConfigFormat, EmittedFile, Listing, Scope } from './terms.js'

export const ABILITIES = ['subagents', 'questions', 'hooks'] as const
export type Ability = (typeof ABILITIES)[number]

/** Kinds of asset that a client lists by name. */
export const LISTED_KINDS = ['command', 'agent'] as const
export type ListedKind = (typeof LISTED_KINDS)[number]

/** A command or agent, with its tokens resolved for one runtime. */
export interface PromptDoc {
  /** Installed name, e.g. `gsd-plan-phase`. */
  readonly name: string
  readonly about: string
  /** Arguments after the name; '' if none. */
  readonly argumentHint: string
  readonly tools: readonly Action[]
  /** How a command's text calls the CLI; '' for an agent. */
  readonly cli: string
  /** An agent's model, as the client names it; null for the session's model. */
  readonly model: string | null
  /** Ends with a line feed. */
  readonly body: string
}

/** Returns an asset's files in a format. Some clients drop a file, or all files, because of one unknown key. */
export type Emit = (doc: PromptDoc, runtime: Runtime) => readonly EmittedFile[]

/** The folder (below the target root) and the format of a kind of asset. */
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

/** Where a client's own folder is. */
interface Home {
  /** Below the user's home, with `/`. */
  readonly global: string
  /** Replaces `global` on Windows if the variable is set. */
  readonly windows: FolderVariable | null
  /** Below the project. */
  readonly local: string
  /** Variables that move the folder in the home; the first that is set wins. */
  readonly variables: readonly FolderVariable[]
}

/** `own`: below the client's own root; `shared`: in the shared root; `either`: `shared` if that root has entries anyway. */
type EntrySource = 'own' | 'shared' | 'either'

/** How the user starts a command: `/gsd-next`, `$gsd-next`, or the bare name if the right prefix varies. */
export interface Spelling {
  readonly prefix: '/' | '$' | '/skill:' | ''
  readonly separator: '-' | ':'
}

/** Source of a row's facts. */
export interface Evidence {
  /**
   * `measured`: tested in the client; `client`: read in its code or tried by hand; `docs`: documented; `peer`: seen in
   * another pack only.
   */
  readonly how: 'measured' | 'client' | 'docs' | 'peer'
  /** Client and version, or the source. */
  readonly with: string
  /** Year and month. */
  readonly on: string
}

/** What a listing command shows; null for a kind that it does not show, or if its output is unreadable. */
export interface ListingResult {
  readonly commands: readonly string[] | null
  readonly agents: readonly string[] | null
  /** The client's errors and warnings. */
  readonly warnings: readonly string[]
}

/** A command that lists what the client loads. It needs no account or network. */
export interface ListingCommand {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly input: string
  /** Whether the output is complete, so that the command can be stopped; null if the command ends by itself. */
  readonly isEnough: ((stdout: string) => boolean) | null
  readonly read: (output: {
    readonly stdout: string
    readonly stderr: string
    readonly status: number | null
  }) => ListingResult
}

/** What an unattended session may do: what the client's settings allow, also edit files, or anything. */
export const PERMISSIONS = ['client', 'edits', 'all'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** How to run a session that ends by itself. `{prompt}` and `{model}` are substituted. */
export interface Headless {
  readonly args: readonly string[]
  /** Flags for the model; null if the client has none. */
  readonly model: readonly string[] | null
  /** Flags that grant a permission; null if none grants exactly this. */
  readonly grants: Readonly<Record<Exclude<Permission, 'client'>, readonly string[] | null>>
  readonly hooks: boolean
}

export type Measure = 'tokens' | 'cost'

/** Abilities over the Agent Client Protocol, measured with a test model. */
interface AcpAbilities {
  /** Asks before a shell command, and accepts both answers. */
  readonly permission: boolean
  /** Ends a cancelled turn and reports that it was cancelled. */
  readonly cancel: boolean
  /** Usage that is fully reported, including that of subagents. */
  readonly usage: readonly Measure[]
  /** Resumes a session, with its history, in a new process. */
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

/** How a client speaks the Agent Client Protocol over stdio. `{model}` is substituted. */
export interface Acp {
  /** Null if the client speaks the protocol itself. */
  readonly adapter: Adapter | null
  readonly args: readonly string[]
  /** Flags for the model; `protocol`: the model is set by a message; null if it cannot be chosen. */
  readonly model: readonly string[] | 'protocol' | null
  /** The session mode that grants a permission; null: the mode stays, and the client's requests are answered instead. */
  readonly modes: Readonly<Record<Exclude<Permission, 'client'>, string | null>>
  readonly abilities: AcpAbilities
}

export interface Runtime {
  readonly id: string
  readonly title: string
  readonly home: Home
  /** Spelling of a command below the client's own root, and of one from the shared root. */
  readonly invoke: Readonly<Record<'own' | 'shared', Spelling>>
  /** Placeholder in an entry's text for the words that the user types after the entry's name. */
  readonly argumentsPlaceholder: string
  /** Null for a kind that is not installed below this root. */
  readonly places: Readonly<Record<ListedKind, Placement | null>>
  /** In which root the entries are installed. */
  readonly entries: Readonly<Record<Scope, EntrySource>>
  /** Folders from which the client lists names, except those that its own folder hides; a name listed twice is a defect. */
  readonly listings: Readonly<Record<ListedKind, readonly Listing[]>>
  /**
   * Whether the client sends names and descriptions to the model with every request: those of entries below its own
   * root, of shared entries, of agents.
   */
  readonly alwaysOn: Readonly<Record<'own' | 'shared' | 'agent', boolean>>
  /** Tool name for each action; null if the client has no tool for it, or prompts must not name the tool. */
  readonly tools: Readonly<Record<Action, string | null>>
  readonly abilities: Readonly<Record<Ability, boolean>>
  /** Edits to the user's own files, each made only on request. */
  readonly offers: readonly Offer[]
  /** Registry of MCP servers; null without evidence that the client starts any. */
  readonly servers: Servers | null
  /** Files below the root that tell the client what to run; older packs register themselves there. */
  readonly configs: readonly { readonly path: string; readonly format: ConfigFormat }[]
  /** Returns the phrase by which a step tells the model to start an agent, given its installed name. */
  readonly spawn: (agent: string) => string
  /** Models an agent call accepts; if none, the agent runs on its file's or the session's model. */
  readonly callModels: readonly string[]
  /** Whether an agent's file may name this model under `model`; null without evidence that it may name any. */
  readonly agentModel: ((name: string) => boolean) | null
  /** Variables in a shell command's environment that show that this client started it. */
  readonly recognisedBy: readonly string[]
  /** Environment variable with the conversation's id; null if there is none. */
  readonly sessionVariable: string | null
  /** Executables that show that the client is installed. A used global root counts as well. */
  readonly programs: readonly string[]
  /** Null without evidence of how it runs headless. */
  readonly headless: Headless | null
  /** Null without evidence that it speaks the Agent Client Protocol. */
  readonly acp: Acp | null
  /** How the client lists what it loads; empty if that is unknown or needs an account. */
  readonly listingCommands: readonly ListingCommand[]
  /** The client's usage records, or the reason why there are none. */
  readonly records: Records | string
  readonly hooks: HookRow | null
  readonly afterInstall: readonly string[]
  /** Limitations the user should know, and what happens instead. */
  readonly caveats: readonly string[]
  readonly evidence: Evidence
}
