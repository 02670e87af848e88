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

/** A command or agent as it stands in the pack, parsed and with its tokens resolved for one runtime. */
export interface PromptDoc {
  readonly name: string
  readonly about: string
  readonly argumentHint: string
  readonly tools: readonly Action[]
  readonly body: string
}

/** One file an emitter wants written, relative to the placement's root. */
export interface EmittedFile {
  readonly path: string
  readonly text: string
}
export type Emit = (doc: PromptDoc, runtime: Runtime) => readonly EmittedFile[]

/** Where a kind of asset goes (below the target root) and how it is written. */
export interface Placement {
  readonly folder: string
  readonly emit: Emit
}

export interface Runtime {
  readonly id: string
  readonly title: string
  readonly aliases: readonly string[]
  /** `global`: below the user's home; `env`: variable of the client that moves it; `local`: below the project. */
  readonly home: { readonly global: string; readonly local: string; readonly env: string | null }
  /** How a person starts a command: `/gsd-next`, `$gsd-next`, or prose where no spelling is common to all readers. */
  readonly invoke: { readonly prefix: '/' | '$' | '@' | ''; readonly separator: '-' | ':' }
  /** Where the user's words stand in an entry's text; `null`: the client appends them to the message. */
  readonly argumentsPlaceholder: string | null
  readonly places: { readonly command: Placement | null; readonly agent: Placement | null }
  /** The target whose entries this runtime lists when its own `places.command` is null. */
  readonly entriesFrom: string | null
  /** Name of the client's tool per action; `null` = it has none. */
  readonly tools: Readonly<Record<Action, string | null>>
  readonly abilities: Readonly<Record<Ability, boolean>>
  /** How a step tells the model to start an agent of the given name. */
  readonly spawn: ((agent: string) => string) | null
  /** How a step tells the model to ask the user. */
  readonly ask: string | null
  /** The client's instruction file in a project. */
  readonly instructions: string | null
  /** Variables whose presence in a shell command's environment shows that this client started it (measured in the client). */
  readonly recognisedBy: readonly string[]
  /** Executables that show the client is on the machine, and folders that show it was used. */
  readonly detect: { readonly programs: readonly string[]; readonly folders: readonly string[] }
  readonly limits: { readonly description: number | null; readonly file: number | null }
}
