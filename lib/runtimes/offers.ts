// Optional edits to the user's settings files that a client supports, computed from OfferFacts.
import type { Json } from '../std/json.js'
import type { Scope } from './terms.js'

/** `json`: the client refuses comments and trailing commas, or ignores the whole file; `jsonc`: it reads them. */
export const EDIT_FORMATS = ['json', 'jsonc', 'toml', 'markdown'] as const
export type EditFormat = (typeof EDIT_FORMATS)[number]

/** `set`: a value at a free path of keys; `add`: an item of the list at that path. */
export interface ValueEdit {
  readonly what: 'set' | 'add'
  readonly path: readonly [string, ...string[]]
  readonly value: Json
}
/** Lines of text between two marker lines at the end of the file. */
interface TextEdit {
  readonly what: 'block'
  /** Without final newline. */
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
  /** Candidates: the first file that contains the edit's key path, else the first that exists, else the first. */
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

/** Rules in a list: one for the CLI and, if the client has file rules, one for the planning files. */
export const permissionListOffer = (
  files: Offer['files'],
  shell: (cli: string) => string,
  planning: string | null,
  path: readonly [string, ...string[]] = ['permissions', 'allow'],
): Offer => ({
  name: 'permissions',
  files,
  edits: ({ cli }) => [
    { key: 'permissions-cli', what: 'add', path, value: shell(cli) },
    ...(planning === null ? [] : [{ key: 'permissions-planning', what: 'add', path, value: planning } as const]),
  ],
})

/**
 * For clients whose `permission` setting maps tool to patterns; the last match wins. `outside`: a session may not read
 * the payload's folder by default.
 */
export const permissionMapOffer = (files: Offer['files'], outside: boolean): Offer => ({
  name: 'permissions',
  files,
  edits: ({ cli, payload }) => {
    const allowed = { what: 'set', value: 'allow' } as const
    const own: Edit = { key: 'permissions-cli', ...allowed, path: ['permission', 'bash', `${cli} *`] }
    const path = ['permission', 'external_directory', `${payload}/*`] as const
    return outside ? [own, { key: 'permissions-payload', ...allowed, path }] : [own]
  },
})

const INSTRUCTIONS = [
  'If a project has a folder `.planning/`, it contains its requirements, roadmap and plans; read them, but let only `gsd-tools` write them.',
  'To continue such a project, suggest the command `gsd-next`.',
].join('\n')

/** A block in the instruction file of every session; null if the client has none in that scope. */
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
  /** Adds a server; `argv`: program and arguments. */
  readonly edit: (key: string, name: string, argv: readonly string[]) => Edit
}

/** Servers by name below a path of keys; `entry`: the form of one. */
export const serversIn = (
  files: Offer['files'],
  path: readonly [string, ...string[]],
  entry: (argv: readonly string[]) => Json = ([command = '', ...args]) => ({ command, args }),
): Servers => ({
  files,
  path,
  edit: (key, name, argv) => ({ key, what: 'set', path: [...path, name], value: entry(argv) }),
})

/** Our program, as started by node. */
export const programOf = ({ payload }: Pick<OfferFacts, 'payload'>): string => `${payload}/bin/gsd.cjs`

export const mcpOffer = ({ files, edit }: Servers): Offer => ({
  name: 'mcp',
  files,
  edits: (facts) => [edit('mcp', 'gsd', ['node', programOf(facts), 'mcp'])],
})
