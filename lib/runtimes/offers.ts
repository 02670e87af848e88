// What a row offers to write into files that are the user's: settings and instructions, each only when asked for, as functions of facts.
import type { Json } from '../std/json.js'
import type { Scope } from './terms.js'

/** `json`: the client refuses comments and trailing commas, or drops the whole file for them; `jsonc`: it reads them. */
export const EDIT_FORMATS = ['json', 'jsonc', 'toml', 'markdown'] as const
export type EditFormat = (typeof EDIT_FORMATS)[number]

/** `set`: a value at a path of keys that must be free; `add`: one more item of the list at that path. */
export interface ValueEdit {
  readonly what: 'set' | 'add'
  readonly path: readonly [string, ...string[]]
  readonly value: Json
}
/** Lines of text between two marker lines at the end of the file. */
interface TextEdit {
  readonly what: 'block'
  /** No line ending at its end. */
  readonly text: string
}
/** `key` tells the edits of one file apart, over versions too: a word of letters, digits and dashes. */
export type Edit = { readonly key: string } & (ValueEdit | TextEdit)

/** `permissions`: what a session may do without asking; `instructions`: where the plans of a project are; `hooks`: what is started at certain moments; `mcp`: the engine as a server of tools. */
export const OFFERS = ['permissions', 'instructions', 'hooks', 'statusline', 'mcp'] as const
export type OfferName = (typeof OFFERS)[number]

export interface OfferFacts {
  /** How prompts call the CLI: a program and its quoted script, without arguments. */
  readonly cli: string
  /** Folder of workflows and roles; absolute in global scope, from the project's root in local scope. */
  readonly payload: string
}

/** A file of the user's. `path` is below the root, or beside it with `../`, with `/`. */
export interface SettingsFile {
  readonly path: string
  readonly format: EditFormat
}

export interface Offer {
  readonly name: OfferName
  /** Which files could hold it: the one that knows the place already is taken, else one that is there, else the first. `committed`: those of a project that go to everybody. */
  readonly files: Readonly<Record<Scope | 'committed', readonly SettingsFile[]>>
  readonly edits: (facts: OfferFacts) => readonly Edit[]
}

const fileOf = (path: string, format: EditFormat): SettingsFile => ({ path, format })

/** Files of one format in each scope; a project's go to everybody where nothing private is named. */
export const settingsIn = (
  format: EditFormat,
  global: readonly string[],
  local: readonly string[],
  committed: readonly string[] = local,
): Offer['files'] => ({
  global: global.map((path) => fileOf(path, format)),
  local: local.map((path) => fileOf(path, format)),
  committed: committed.map((path) => fileOf(path, format)),
})

/** Rules of a list, one edit each. */
const rules = (path: readonly [string, ...string[]], values: Readonly<Record<string, Json>>): readonly Edit[] =>
  Object.entries(values).map(([key, value]) => ({ key, what: 'add', path, value }))

/** A list of rules with one for the CLI and, where the client has such rules, one for the planning files. */
export const allowing = (
  files: Offer['files'],
  shell: (cli: string) => string,
  planning: string | null,
  path: readonly [string, ...string[]] = ['permissions', 'allow'],
): Offer => ({
  name: 'permissions',
  files,
  edits: ({ cli }) =>
    rules(path, {
      'permissions-cli': shell(cli),
      ...(planning === null ? {} : { 'permissions-planning': planning }),
    }),
})

/** A map `permission` of patterns by tool, of which the last that fits wins. `outside`: the payload lies outside of what a session may read. */
export const permitting = (files: Offer['files'], outside: boolean): Offer => ({
  name: 'permissions',
  files,
  edits: ({ cli, payload }) => [
    { key: 'permissions-cli', what: 'set', path: ['permission', 'bash', `${cli} *`], value: 'allow' },
    ...(outside
      ? [
          {
            key: 'permissions-payload',
            what: 'set',
            path: ['permission', 'external_directory', `${payload}/*`],
            value: 'allow',
          } as const,
        ]
      : []),
  ],
})

const INSTRUCTIONS = [
  'Where a project has a folder `.planning/`, its requirements, roadmap and plans are kept there; read them, but let only `gsd-tools` write them.',
  'To go on with such a project, suggest the command `gsd-next`.',
].join('\n')

/** A block in the file of instructions that every session reads; `null`: the client reads none in that scope. */
export const instructing = (global: string | null, local: string | null): Offer => ({
  name: 'instructions',
  files: settingsIn('markdown', global === null ? [] : [global], local === null ? [] : [local]),
  edits: () => [{ key: 'instructions', what: 'block', text: INSTRUCTIONS }],
})

/** Where a client keeps the servers of tools that it starts for its sessions. */
export interface Servers {
  readonly files: Offer['files']
  /** The keys under which they stand there, by name. */
  readonly path: readonly [string, ...string[]]
  /** The edit that adds one; `argv`: the program and its arguments. */
  readonly edit: (key: string, name: string, argv: readonly string[]) => Edit
}

/** Servers by name below a path of keys; `entry`: how one is written there. */
export const serversIn = (
  files: Offer['files'],
  path: readonly [string, ...string[]],
  entry: (argv: readonly string[]) => Json = ([command = '', ...args]) => ({ command, args }),
): Servers => ({
  files,
  path,
  edit: (key, name, argv) => ({ key, what: 'set', path: [...path, name], value: entry(argv) }),
})

/** Our own programs as they are started by node. */
export const programOf = ({ payload }: Pick<OfferFacts, 'payload'>): string => `${payload}/bin/gsd.cjs`

/** The engine among those servers. */
export const serving = ({ files, edit }: Servers): Offer => ({
  name: 'mcp',
  files,
  edits: (facts) => [edit('mcp', 'gsd', ['node', programOf(facts), 'mcp'])],
})
