// What differs between runtimes, as data. Every field is required; `null` means "has none" and the declared fallback applies.
import type { HookRow } from './hooks.js'
import type { Offer, Servers } from './offers.js'
import type { Action, ConfigFormat, EmittedFile, Listing, Scope } from './terms.js'

export const ABILITIES = ['subagents', 'questions', 'hooks'] as const
export type Ability = (typeof ABILITIES)[number]

/** Kinds of asset that a client lists by name. */
export const LISTED = ['command', 'agent'] as const
export type Listed = (typeof LISTED)[number]

/** A command or agent with its tokens resolved for one runtime. */
export interface PromptDoc {
  /** Installed name, e.g. `gsd-plan-phase`. */
  readonly name: string
  readonly about: string
  /** What a person may write after the name; empty where nothing is taken. */
  readonly argumentHint: string
  readonly tools: readonly Action[]
  /** How the text of a command calls the CLI; empty for an agent. */
  readonly cli: string
  /** Of an agent, as the client calls it; null: nothing is said, and it runs on the session's. */
  readonly model: string | null
  /** Ends with a line feed. */
  readonly body: string
}

type Write = (doc: PromptDoc, runtime: Runtime) => readonly EmittedFile[]

/** A format of files, and the keys they have: clients that check every key lose the file over one more, and some lose all files. */
export type Emit = Write & { readonly keys: readonly string[] }

export const emitting = (keys: readonly string[], write: Write): Emit =>
  Object.assign((...of: Parameters<Write>) => write(...of), { keys })

/** Where a kind of asset goes (below the target root) and how it is written. */
export interface Placement {
  readonly folder: string
  readonly emit: Emit
}

export const SCOPES = ['global', 'local'] as const satisfies readonly Scope[]
export const everywhere = (root: string, folder: string): Listing => ({ root, folder, scopes: SCOPES })
export const inHome = (root: string, folder: string): Listing => ({ root, folder, scopes: ['global'] })
export const inProject = (root: string, folder: string): Listing => ({ root, folder, scopes: ['local'] })

/** A variable that names a folder, and what the client looks for below it; empty: the folder itself. */
interface FolderVariable {
  readonly variable: string
  readonly below: string
}

/** Where a client keeps what it reads. */
interface Home {
  /** Below the person's home, with `/`. */
  readonly global: string
  /** Takes the place of `global` on Windows. */
  readonly windows: FolderVariable | null
  /** Below the project. */
  readonly local: string
  /** Variables the client itself reads, the strongest first. */
  readonly variables: readonly FolderVariable[]
  /** Variables other packs of the family obey and the client does not: whoever sets one is told. */
  readonly unread: readonly string[]
}

/** `own`: below its own root; `shared`: always from the shared root; `either`: from the shared root once that is installed, else its own. */
const ENTRY_SOURCES = ['own', 'shared', 'either'] as const
type EntrySource = (typeof ENTRY_SOURCES)[number]

/** How a person starts a command: `/gsd-next`, `$gsd-next`, or the bare name where no spelling is common to all readers. */
export interface Spelling {
  readonly prefix: '/' | '$' | '@' | '/skill:' | ''
  readonly separator: '-' | ':'
}

const EVIDENCE = ['measured', 'client', 'docs', 'peer'] as const

/** How the facts of a row are known. */
export interface Evidence {
  /** `measured`: shown by the client itself; `client`: read in its code, or tried with it by hand; `docs`: its documentation; `peer`: only seen in another pack. */
  readonly how: (typeof EVIDENCE)[number]
  /** Client and version, or the page. */
  readonly with: string
  /** Year and month. */
  readonly on: string
}

/** What a client said when it was asked. `null`: this question does not show the kind. */
export interface Sighting {
  readonly commands: readonly string[] | null
  readonly agents: readonly string[] | null
  /** What it would not take, in its own words. */
  readonly complaints: readonly string[]
}

/** One call of the client that shows what it loads: no account, no network, nothing left behind. */
export interface OracleQuestion {
  readonly args: readonly string[]
  /** Added to the environment of the call. */
  readonly env: Readonly<Record<string, string>>
  /** What it reads from stdin. */
  readonly input: string
  /** The call may be ended as soon as this holds for what it has printed; null: it ends by itself. */
  readonly isEnough: ((stdout: string) => boolean) | null
  readonly read: (said: {
    readonly stdout: string
    readonly stderr: string
    readonly status: number | null
  }) => Sighting
}

/** What a session may do that nobody watches. `client`: what the client's own settings allow; `edits`: change files as well; `all`: whatever it wants. */
export const PERMISSIONS = ['client', 'edits', 'all'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** How its program runs one session that ends by itself. `{prompt}` and `{model}` stand for what is asked and the model. */
export interface Headless {
  readonly words: readonly string[]
  /** Null: it takes no model on its command line. */
  readonly model: readonly string[] | null
  /** Words that grant a permission; null: it has none that grants just this. */
  readonly grants: Readonly<Record<Exclude<Permission, 'client'>, readonly string[] | null>>
  /** It starts hooks in such a session. */
  readonly hooks: boolean
}

export type Measure = 'tokens' | 'cost'

/** What a test model showed of a session over the Agent Client Protocol. */
interface Shown {
  /** It asks before a shell command, and takes both answers. */
  readonly permission: boolean
  /** A turn that is cancelled ends and says so. */
  readonly cancel: boolean
  /** What it tells in full of what was used, by its subagents too. */
  readonly usage: readonly Measure[]
  /** A session goes on in a new process, with what was said before. */
  readonly resume: boolean
  readonly subagents: boolean
  readonly hooks: boolean
}

/** A program from npm that speaks for a client. */
interface Adapter {
  readonly program: string
  readonly package: string
  /** Variable that names the client's own program to it; null: it looks for that on the PATH. */
  readonly variable: string | null
}

/** How it speaks the Agent Client Protocol over its pipes. `{model}` stands for the model. */
export interface Acp {
  /** Null: its own program speaks. */
  readonly adapter: Adapter | null
  readonly words: readonly string[]
  /** Words that name the model; `told`: the session is told it; null: it takes none. */
  readonly model: readonly string[] | 'told' | null
  /** Mode of a session with that permission; null: it stays as it is, and what it asks for is answered. */
  readonly modes: Readonly<Record<Exclude<Permission, 'client'>, string | null>>
  readonly shown: Shown
}

export interface Runtime {
  readonly id: string
  readonly title: string
  readonly aliases: readonly string[]
  readonly home: Home
  /** How a command is spelled whose entry lies below the client's own root, and one from the shared root. */
  readonly invoke: Readonly<Record<'own' | 'shared', Spelling>>
  /** What stands in an entry's text for the words the user wrote after the name. */
  readonly words: string
  /** `null`: the kind is not placed below this root. */
  readonly places: Readonly<Record<Listed, Placement | null>>
  /** Which root holds the entries and the payload this runtime uses. */
  readonly entries: Readonly<Record<Scope, EntrySource>>
  /** A command that is in the home and in the project can be started from neither. */
  readonly scopesClash: boolean
  /** Every folder from which the client lists names, but those whose names its own always hide; a name that occurs twice is a defect. */
  readonly listings: Readonly<Record<Listed, readonly Listing[]>>
  /** Whether name and description go to the model with every request: of an entry below its own root, of one from the shared root, of an agent. */
  readonly alwaysOn: Readonly<Record<'own' | 'shared' | 'agent', boolean>>
  /** Name of the client's tool per action; `null` = it has none of its own, or the text must not say. */
  readonly tools: Readonly<Record<Action, string | null>>
  readonly abilities: Readonly<Record<Ability, boolean>>
  /** What may be written into the user's own files, each only when asked for. */
  readonly offers: readonly Offer[]
  /** Where it is told of servers of tools; null: neither the client nor its documentation has shown that it starts one. */
  readonly servers: Servers | null
  /** Files below the root in which the client is told what to run; packs of the family register themselves there. */
  readonly configs: readonly { readonly path: string; readonly format: ConfigFormat }[]
  /** How a step tells the model to start an agent of the given installed name. */
  readonly spawn: (agent: string) => string
  /** How a step tells the model to ask the user. */
  readonly ask: string
  /** The client's instruction file in a project. */
  readonly instructions: string
  /** Words for a model that the call of an agent takes; where there are none, the agent runs on its file's model or the session's. */
  readonly callModels: readonly string[]
  /** Whether a file of an agent may name this model under `model`; null: nobody has shown that it may name any. */
  readonly agentModel: ((name: string) => boolean) | null
  /** Variables whose presence in a shell command's environment shows that this client started it. */
  readonly recognisedBy: readonly string[]
  /** Variable of a shell command's environment that names the conversation; null: the client tells none. */
  readonly conversation: string | null
  /** Executables that show the client is on the machine. Its global root showing that it was used counts as well. */
  readonly programs: readonly string[]
  /** Null: nobody has shown how it runs without a person. */
  readonly headless: Headless | null
  /** Null: nobody has shown that it speaks the Agent Client Protocol. */
  readonly acp: Acp | null
  /** In code points; `agent`: text of an agent, null where none is known. */
  readonly limits: { readonly name: number; readonly description: number; readonly agent: number | null }
  /** How the client itself shows what it loads; empty where it shows nothing without an account. */
  readonly oracle: readonly OracleQuestion[]
  /** How it starts a program at certain moments; null: it starts none. */
  readonly hooks: HookRow | null
  /** What a person must do before the client takes up an installation. */
  readonly afterInstall: readonly string[]
  /** What else a person should know: what the client does not do, and what happens instead. */
  readonly caveats: readonly string[]
  readonly evidence: Evidence
}
