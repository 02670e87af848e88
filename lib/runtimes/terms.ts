// Types shared by rows, hooks and offers.

/** Actions that prompts may list as tools in front matter. */
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

/** `json`: the client refuses comments; `jsonc`: it accepts comments and trailing commas. */
export type ConfigFormat = 'json' | 'jsonc' | 'toml' | 'yaml'

/** A file to write. `path` is below the placement's folder or, for a hook file, below the row's root. */
export interface EmittedFile {
  readonly path: string
  readonly text: string
}

/** A folder whose files and subfolders the client lists by name. */
export interface Listing {
  /** Row whose root contains the folder. */
  readonly root: string
  readonly folder: string
  /** Whether it lies in the user's home, in projects, or in both. */
  readonly scopes: readonly Scope[]
}
