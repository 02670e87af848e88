// The actions of `gsd`: what each is about and what it takes. Its commands, help and completion are made from this table; `doing.ts` is what they do.
import type { Args } from '../../verbs/verb.js'
import {
  AUTO,
  BOARD,
  COMMON,
  COMPLETION,
  COST,
  DOCTOR,
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

/** What of an action its command needs to know. */
export interface Action {
  readonly about: string
  readonly args: Args
}

/** An action about runtimes, each of which is a flag. */
const action = (about: string, args: Args): Action => ({ about, args: { ...runtimeFlags, ...args } })

export const ACTIONS = {
  install: action('Install, or bring what is installed up to date; the action that needs no name', INSTALL),
  uninstall: action('Remove everything that was installed, and nothing else', UNINSTALL),
  update: action('Bring every installed target to this version', UPDATE),
  'reapply-patches': action('Bring your edits of our files back after an update', COMMON),
  cost: action('Tokens each client carries in every request, and what a command adds when it runs', COST),
  hooks: action('What runs at certain moments of a session: where it is registered, why, what it costs', HOOKS),
  status: action('What is installed where, and what has been changed since', COMMON),
  doctor: action(
    'What could go wrong: doubles, foreign packs, fallbacks, the scanner, node; with a runtime named, what its client loads',
    DOCTOR,
  ),
  auto: action('Run the project unattended: a fresh session of a client for each unit, until a person is needed', AUTO),
  init: { about: 'Begin a project without an agent: its documents, with a first roadmap', args: INIT },
  try: {
    about: 'Watch a small project go from its idea to its proof: a scripted model, no tokens, a folder to throw away',
    args: TRY,
  },
  mcp: {
    about: 'Serve the engine to MCP clients, which start it themselves: gsd install --claude --mcp registers it',
    args: MCP,
  },
  report: { about: 'A page or a comment about the project: progress, dependencies, evidence, questions', args: REPORT },
  board: {
    about: 'The project as a page on this machine, live until Ctrl-C: the parts of a report behind tabs',
    args: BOARD,
  },
  watch: { about: 'The project on this terminal, drawn again whenever it changes, until Ctrl-C', args: WATCH },
  usage: { about: 'Tokens that the units of the project used, by what the clients here wrote down', args: USAGE },
  trust: { about: 'Which commands of this project may run here: the list, and the question', args: TRUST },
  ext: { about: 'Extensions: what there is, whether it counts, which code of a project may run here', args: EXT },
  models: { about: 'Which model a session of a unit gets, and by which rules', args: MODELS },
  overrides: {
    about: 'Pages that the project and you append to workflows and roles of the pack, and where they lie',
    args: OVERRIDES,
  },
  extras: action(
    'Servers of tools for your clients: a browser, documentation, search; what there is, add, remove',
    EXTRAS_ARGS,
  ),
  secret: {
    about: 'Keys that such servers need: kept for you alone, given to the server that needs one',
    args: SECRET,
  },
  notify: {
    about:
      'Be told of what an unattended run asks and how it ends, and answer from there: Slack, Discord, Telegram, a webhook',
    args: NOTIFY,
  },
  completion: { about: 'Complete gsd and gsd-tools in a shell, by the script that this prints', args: COMPLETION },
} as const satisfies Readonly<Record<string, Action>>

export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[]
export const isActionName = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name)
