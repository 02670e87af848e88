// What differs between runtimes, as data. Every field is required; `null` means "has none" and the declared fallback applies.

/** The vocabulary of tools that prompts may name in front matter. */
export const ACTIONS = [
  'read',
  'write',
  'edit',
  'shell',
  'grep',
  'glob',
  'fetch',
  'search',
  'ask',
  'spawn',
  'todo',
] as const
export type Action = (typeof ACTIONS)[number]

export const ABILITIES = ['subagents', 'questions', 'worktrees', 'hooks'] as const
export type Ability = (typeof ABILITIES)[number]

export type Scope = 'global' | 'local'

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
  /** Ends with a line feed. */
  readonly body: string
}

/** One file an emitter wants written, relative to the placement's folder. */
interface EmittedFile {
  readonly path: string
  readonly text: string
}
export type Emit = (doc: PromptDoc, runtime: Runtime) => readonly EmittedFile[]

/** Where a kind of asset goes (below the target root) and how it is written. */
interface Placement {
  readonly folder: string
  readonly emit: Emit
}

/** A folder in which a client looks for names: every file or directory directly below it is one. */
interface Listing {
  /** Row whose root holds the folder. */
  readonly root: string
  readonly folder: string
}

export interface Runtime {
  readonly id: string
  readonly title: string
  readonly aliases: readonly string[]
  /** `global`: below the user's home; `env`: variable of the client that moves it (the directory itself); `local`: below the project. */
  readonly home: { readonly global: string; readonly local: string; readonly env: string | null }
  /** How a person starts a command: `/gsd-next`, `$gsd-next`, or the bare name where no spelling is common to all readers. */
  readonly invoke: { readonly prefix: '/' | '$' | '@' | ''; readonly separator: '-' | ':' }
  /** What stands in an entry's text for the words the user wrote after the name. */
  readonly words: string
  /** `null`: the kind is not placed below this root. */
  readonly places: Readonly<Record<Listed, Placement | null>>
  /** Row whose root holds the entries and the payload this runtime uses; its own id where it keeps them itself. */
  readonly entriesFrom: string
  /** Every folder from which the client lists names, in both scopes; a name that occurs twice is a defect. */
  readonly listings: Readonly<Record<Listed, readonly Listing[]>>
  /** Name of the client's tool per action; `null` = it has none of its own, or the text must not say. */
  readonly tools: Readonly<Record<Action, string | null>>
  readonly abilities: Readonly<Record<Ability, boolean>>
  /** Files below the root in which the client is told what to run; packs of the family register themselves there. */
  readonly configs: readonly { readonly path: string; readonly format: 'json' | 'toml' }[]
  /** How a step tells the model to start an agent of the given installed name. */
  readonly spawn: (agent: string) => string
  /** How a step tells the model to ask the user. */
  readonly ask: string
  /** The client's instruction file in a project. */
  readonly instructions: string
  /** What its client calls the model classes of the settings; null: it takes no model for an agent, which then runs on the session's. */
  readonly models: Readonly<Record<'opus' | 'sonnet' | 'haiku', string>> | null
  /** How agents are run that a session starts. `depth`: levels of agents below the session; `background`: one may go on while the session works. */
  readonly agents: { readonly depth: number; readonly background: boolean }
  /** How hard an agent is to think: the client's word for it and the words it takes, weakest first. null: it takes none. */
  readonly effort: { readonly parameter: string | null; readonly levels: readonly string[] }
  /** Variables whose presence in a shell command's environment shows that this client started it. */
  readonly recognisedBy: readonly string[]
  /** Executables that show the client is on the machine. Its global root showing that it was used counts as well. */
  readonly programs: readonly string[]
  /** In code points. */
  readonly limits: { readonly name: number; readonly description: number }
  /** Client and version the facts of this row were tried with. */
  readonly checked: string
}
