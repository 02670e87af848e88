import type { Args } from '../../verbs/verb.js'
import { cost } from './cost.js'
import { doctor } from './doctor.js'
import { COMMON, DOCTOR, HOOKS, INSTALL, REAPPLY, runtimeFlags, SURFACE, UNINSTALL, UPDATE } from './flags.js'
import { hooks } from './hooks.js'
import { install } from './install.js'
import { reapply } from './reapply.js'
import { status } from './status.js'
import { surface } from './surface.js'
import { uninstall } from './uninstall.js'
import { update } from './update.js'
import type { Answer, World } from './world.js'

export interface Action {
  readonly about: string
  readonly args: Args
  readonly run: (given: Readonly<Record<string, unknown>>, world: World) => Promise<Answer>
}

/** Actions take what the parser made of their own `args`; the table erases which. */
const action = <G>(about: string, args: Args, run: (given: G, world: World) => Promise<Answer>): Action => ({
  about,
  args: { ...runtimeFlags, ...args },
  run: (given, world) => run(given as G, world),
})

export const ACTIONS = {
  install: action('Install, or bring what is installed up to date; the action that needs no name', INSTALL, install),
  uninstall: action('Remove everything that was installed, and nothing else', UNINSTALL, uninstall),
  update: action('Bring every installed target to this version', UPDATE, update),
  'reapply-patches': action('Bring your edits of our files back after an update', REAPPLY, reapply),
  surface: action(
    'Which commands the clients list: show them, add or remove some, take another profile',
    SURFACE,
    surface,
  ),
  cost: action('Tokens each client carries in every request, and what a command adds when it runs', COMMON, cost),
  hooks: action('What runs at certain moments of a session: where it is registered, why, what it costs', HOOKS, hooks),
  status: action('What is installed where, and what has been changed since', COMMON, status),
  doctor: action(
    'What could go wrong: doubles, foreign packs, fallbacks, the scanner, node; with a runtime named, what its client loads',
    DOCTOR,
    doctor,
  ),
} as const satisfies Readonly<Record<string, Action>>

export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[]
export const isActionName = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name)
