// The actions of `gsd`: what each is about and what it takes. Its commands, help and completion are made from this table; What an action does is loaded when it runs.
import type { Args } from '../../core/verb.js'
import {
  AUTO,
  BOARD,
  COMMON,
  COMPLETION,
  COST,
  EXT,
  EXTRAS_ARGS,
  HOOKS,
  INIT,
  INSTALL,
  MCP,
  MODELS,
  NOTIFY,
  OVERRIDES,
  REPORT,
  runtimeFlags,
  SECRET,
  TRUST,
  TRY,
  UNINSTALL,
  UPDATE,
  USAGE,
  WATCH,
} from './flags.js'
import type { Answer, World } from './world.js'

export interface Action {
  readonly about: string
  readonly args: Args
  /** Each is given its own flags, as its `args` declare them. */
  load(): Promise<(given: never, world: World) => Promise<Answer>>
}

/** An action about runtimes, each of which is a flag. */
const action = (about: string, args: Args, load: Action['load']): Action => ({
  about,
  args: { ...runtimeFlags, ...args },
  load,
})

export const ACTIONS = {
  install: action(
    'Install, or bring what is installed up to date; the action that needs no name',
    INSTALL,
    async () => (await import('./install.js')).install,
  ),
  uninstall: action(
    'Remove everything that was installed, and nothing else',
    UNINSTALL,
    async () => (await import('./uninstall.js')).uninstall,
  ),
  update: action(
    'Bring every installed target to this version',
    UPDATE,
    async () => (await import('./update.js')).update,
  ),
  'reapply-patches': action(
    'Bring your edits of our files back after an update',
    COMMON,
    async () => (await import('./reapply.js')).reapply,
  ),
  cost: action(
    'Tokens each client carries in every request, and what a command adds when it runs',
    COST,
    async () => (await import('./cost.js')).cost,
  ),
  hooks: action(
    'What runs at certain moments of a session: where it is registered, and what switches it',
    HOOKS,
    async () => (await import('./hooks.js')).hooks,
  ),
  status: action(
    'What is installed where, and what has been changed since',
    COMMON,
    async () => (await import('./status.js')).status,
  ),
  doctor: action(
    'What could go wrong: doubles, foreign packs, the scanner, node; with a runtime named, what its client loads',
    COMMON,
    async () => (await import('./doctor.js')).doctor,
  ),
  auto: action(
    'Run the project unattended: a fresh session of a client for each unit, until a person is needed',
    AUTO,
    async () => (await import('./auto/auto.js')).auto,
  ),
  init: {
    about: 'Begin a project without an agent: its documents, with a first roadmap',
    args: INIT,
    load: async () => (await import('./init.js')).init,
  },
  try: {
    about: 'Watch a small project go from its idea to its proof: a scripted model, no tokens, a folder to throw away',
    args: TRY,
    load: async () => (await import('./try.js')).tryOut,
  },
  mcp: {
    about: 'Serve the engine to MCP clients, which start it themselves: gsd install --claude --mcp registers it',
    args: MCP,
    load: async () => (await import('./mcp/mcp.js')).mcp,
  },
  report: {
    about: 'A page or a comment about the project: progress, dependencies, evidence, questions',
    args: REPORT,
    load: async () => (await import('./board/report.js')).report,
  },
  board: {
    about: 'The project as a page on this machine, live until Ctrl-C: the parts of a report behind tabs',
    args: BOARD,
    load: async () => (await import('./board/board.js')).board,
  },
  watch: {
    about: 'The project on this terminal, drawn again whenever it changes, until Ctrl-C',
    args: WATCH,
    load: async () => (await import('./board/watch.js')).watch,
  },
  usage: {
    about: 'Tokens that the units of the project used, by what the clients here wrote down',
    args: USAGE,
    load: async () => (await import('./usage/usage.js')).usage,
  },
  trust: {
    about: 'Which commands of this project may run here: the list, and the question',
    args: TRUST,
    load: async () => (await import('./trust.js')).trust,
  },
  ext: {
    about: 'Extensions: what there is, whether it counts, which code of a project may run here',
    args: EXT,
    load: async () => (await import('./ext.js')).ext,
  },
  models: {
    about: 'Which model a session of a unit gets, and by which rules',
    args: MODELS,
    load: async () => (await import('./models.js')).models,
  },
  overrides: {
    about: 'Pages that the project and you append to workflows and roles of the pack, and where they lie',
    args: OVERRIDES,
    load: async () => (await import('./overrides.js')).overrides,
  },
  extras: action(
    'Servers of tools for your clients: a browser, documentation, search; what there is, add, remove',
    EXTRAS_ARGS,
    async () => (await import('./extras/extras.js')).extras,
  ),
  secret: {
    about: 'Keys that such servers need: kept for you alone, given to the server that needs one',
    args: SECRET,
    load: async () => (await import('./secret.js')).secret,
  },
  notify: {
    about:
      'Be told of what an unattended run asks and how it ends, and answer from there: Slack, Discord, Telegram, a webhook',
    args: NOTIFY,
    load: async () => (await import('./notify.js')).notify,
  },
  completion: {
    about: 'Complete gsd and gsd-tools in a shell, by the script that this prints',
    args: COMPLETION,
    load: async () => (await import('./completion.js')).completion,
  },
} as const satisfies Readonly<Record<string, Action>>

export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[]
export const isActionName = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name)
