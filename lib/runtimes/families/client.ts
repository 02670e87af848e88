// Defaults of a client: a row spreads these, or a nearer family, and adds its differences.
import { type Evidence, everywhere, type Listed, type Placement, type Runtime, type Spelling } from '../runtime.js'
import { askInReply } from './steps.js'

/** Entries of both roots are typed alike. */
export const spelled = (prefix: Spelling['prefix'], separator: Spelling['separator'] = '-'): Runtime['invoke'] => ({
  own: { prefix, separator },
  shared: { prefix, separator },
})

/** The client's folder has the same name in home and projects, except as given. */
export const homeIn = (folder: string, particular: Partial<Runtime['home']> = {}): Runtime['home'] => ({
  global: folder,
  windows: null,
  local: folder,
  variables: [],
  ...particular,
})

/** A variable that names the folder itself. */
export const movedBy = (variable: string): Runtime['home']['variables'] => [{ variable, below: '' }]

/** `also`: other folders from which the client lists such names. */
type Kind =
  | (Placement & { readonly also?: Runtime['listings'][Listed] })
  | { readonly also: Runtime['listings'][Listed] }
const isPlaced = (kind: Kind | null): kind is Placement & Kind => kind !== null && 'folder' in kind

/** Folders of commands and agents below its root, and all folders it lists them from. */
export const placed = (root: string, kinds: Readonly<Record<Listed, Kind | null>>) => {
  const placeOf = (kind: Kind | null) => (isPlaced(kind) ? { folder: kind.folder, emit: kind.emit } : null)
  const listingsOf = (kind: Kind | null) => [
    ...(isPlaced(kind) ? [everywhere(root, kind.folder)] : []),
    ...(kind?.also ?? []),
  ]
  return {
    places: { command: placeOf(kinds.command), agent: placeOf(kinds.agent) },
    listings: { command: listingsOf(kinds.command), agent: listingsOf(kinds.agent) },
  } satisfies Partial<Runtime>
}

const UNTRIED = {
  client: 'tried by hand; our tests do not start this client',
  docs: 'not tried with the client yet: its files follow the documentation',
  peer: 'not tried with the client yet: best effort, following other packs',
} as const

/** For a row without tests with its client: its evidence, and a caveat for users. */
export const untried = (
  how: keyof typeof UNTRIED,
  { source, on, caveats = [] }: { readonly source: string; readonly on: string; readonly caveats?: readonly string[] },
): Pick<Runtime, 'caveats' | 'evidence'> => ({
  caveats: [UNTRIED[how], ...caveats],
  evidence: { how, with: source, on } satisfies Evidence,
})

/** No tool may be called by its name. */
export const UNNAMED_TOOLS = {
  read: null,
  write: null,
  edit: null,
  shell: null,
  grep: null,
  glob: null,
  fetch: null,
  search: null,
  ask: null,
  spawn: null,
  todo: null,
} as const satisfies Runtime['tools']

/** Rows state every difference from this. */
export const client = {
  recognisedBy: [],
  conversation: null,
  records: 'has no known place for records',
  headless: null,
  acp: null,
  invoke: spelled('/'),
  words: "<the user's words>",
  entries: { global: 'either', local: 'either' },
  offers: [],
  servers: null,
  configs: [],
  ask: askInReply,
  instructions: 'AGENTS.md',
  callModels: [],
  agentModel: null,
  limits: { name: 64, description: 1024, agent: null },
  listingCommands: [],
  hooks: null,
  afterInstall: [],
  caveats: [],
} as const satisfies Partial<Runtime>
