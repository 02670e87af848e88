// Words that rows, hooks and offers share.

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

export type Scope = 'global' | 'local'

/** `json`: the client refuses comments; `jsonc`: it takes comments and trailing commas. */
export type ConfigFormat = 'json' | 'jsonc' | 'toml' | 'yaml'

/** One file an emitter wants written, relative to the placement's folder. */
export interface EmittedFile {
  readonly path: string
  readonly text: string
}

/** A folder in which a client looks for names: every file or directory directly below it is one. */
export interface Listing {
  /** Row whose root holds the folder. */
  readonly root: string
  readonly folder: string
  /** Where it looks: in the person's home, in the project. */
  readonly scopes: readonly Scope[]
}
