// Offers: optional edits to the user's settings files, as each client's row computes them from `OfferFacts`.
import type { Json } from '../std/json.js'
import type { Scope } from './terms.js'

/** `json`: a client refuses or ignores a file with a comment or trailing comma; `jsonc`: it accepts both. */
export const EDIT_FORMATS = ['json', 'jsonc', 'toml', 'markdown'] as const
export type EditFormat = (typeof EDIT_FORMATS)[number]

/** `set` writes a value at a key path that is free; `add` appends an item to the list at that path. */
export interface ValueEdit {
  readonly what: 'set' | 'add'
  readonly path: readonly [string, ...string[]]
  readonly value: Json
}
/** Lines of text between two marker lines at the end of the file. */
interface TextEdit {
  readonly what: 'block'
  /** Has no final newline. */
  readonly text: string
}
/** `key` identifies an edit within its file, across versions: letters, digits and dashes. */
export type Edit = { readonly key: string } & (ValueEdit | TextEdit)

/**
 * `permissions`: what a session may do without asking; `instructions`: a pointer to the plans; `hooks`: our hook
 * program; `statusline`: our status line; `mcp`: the engine as an MCP server.
 */
export const OFFERS = ['permissions', 'instructions', 'hooks', 'statusline', 'mcp'] as const
export type OfferName = (typeof OFFERS)[number]

export interface OfferFacts {
  /** How prompts call the CLI: a program and its quoted script, without arguments. */
  readonly cli: string
  /** Folder of workflows and roles; absolute in global scope, relative to the project in local scope. */
  readonly payload: string
}

/** A file of the user's. `path` is relative to the root, may start with `../`, and is always `/`-separated. */
export interface SettingsFile {
  readonly path: string
  readonly format: EditFormat
}

export interface Offer {
  readonly name: OfferName
  /** Candidates: the file edited before, else the first with an edit's top-level key, else one that exists, else the first. */
  readonly files: Readonly<Record<Scope, readonly SettingsFile[]>>
  readonly edits: (facts: OfferFacts) => readonly Edit[]
}

export const settingsIn = (
  format: EditFormat,
  global: readonly string[],
  local: readonly string[],
): Offer['files'] => ({
  global: global.map((path) => ({ path, format })),
  local: local.map((path) => ({ path, format })),
})

/** Offers rules in a list: one for the CLI and, if the client has file rules, one for the planning files. */
export const permissionListOffer = (
  files: Offer['files'],
  cliRule: (cli: string) => string,
  planningRule: string | null,
  path: readonly [string, ...string[]] = ['permissions', 'allow'],
): Offer => ({
  name: 'permissions',
  files,
  edits: ({ cli }) => [
    { key: 'permissions-cli', what: 'add', path, value: cliRule(cli) },
    ...(planningRule === null
      ? []
      : [{ key: 'permissions-planning', what: 'add', path, value: planningRule } as const]),
  ],
})

/**
 * Offers permissions for clients whose `permission` setting maps each tool to patterns, of which the last match wins.
 * `isConfined`: a session may read only the project by default.
 */
export const permissionMapOffer = (files: Offer['files'], isConfined: boolean): Offer => ({
  name: 'permissions',
  files,
  edits: ({ cli, payload }) => {
    const allowed = { what: 'set', value: 'allow' } as const
    const cliEdit: Edit = { key: 'permissions-cli', ...allowed, path: ['permission', 'bash', `${cli} *`] }
    const path = ['permission', 'external_directory', `${payload}/*`] as const
    return isConfined ? [cliEdit, { key: 'permissions-payload', ...allowed, path }] : [cliEdit]
  },
})

const INSTRUCTIONS = [
  'If a project has a folder `.planning/`, it contains its requirements, roadmap and plans; read them, but let only `gsd-tools` write them.',
  'To continue such a project, suggest the command `gsd-next`.',
].join('\n')

/** Offers a block in the file of instructions that every session reads; null if a scope has no such file. */
export const instructionsOffer = (global: string | null, local: string | null): Offer => ({
  name: 'instructions',
  files: settingsIn('markdown', global === null ? [] : [global], local === null ? [] : [local]),
  edits: () => [{ key: 'instructions', what: 'block', text: INSTRUCTIONS }],
})

/** A client's registry of MCP servers. */
export interface Servers {
  readonly files: Offer['files']
  /** Key path of the object that holds the servers. */
  readonly path: readonly [string, ...string[]]
  /** Returns the edit that adds a server; `argv` is its program and arguments. */
  readonly edit: (key: string, name: string, argv: readonly string[]) => Edit
}

/** Returns a registry that holds servers by name below `path`; `entry` builds the value of one server. */
export const serversIn = (
  files: Offer['files'],
  path: readonly [string, ...string[]],
  entry: (argv: readonly string[]) => Json = ([command = '', ...args]) => ({ command, args }),
): Servers => ({
  files,
  path,
  edit: (key, name, argv) => ({ key, what: 'set', path: [...path, name], value: entry(argv) }),
})

/** The path of our program, for node. */
export const programOf = ({ payload }: Pick<OfferFacts, 'payload'>): string => `${payload}/bin/gsd.cjs`

export const mcpOffer = ({ files, edit }: Servers): Offer => ({
  name: 'mcp',
  files,
  edits: (facts) => [edit('mcp', 'gsd', ['node', programOf(facts), 'mcp'])],
})
