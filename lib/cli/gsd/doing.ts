// What each action does. It is loaded when one of them runs, so that help, the version and a refusal cost none of it.
import type { ActionName } from './actions.js'
import { completion } from './completion.js'
import { cost } from './cost.js'
import { doctor } from './doctor.js'
import { ext } from './ext.js'
import type {
  AutoGiven,
  BoardGiven,
  ExtrasGiven,
  InitGiven,
  ModelsGiven,
  NotifyGiven,
  OverridesGiven,
  ReportGiven,
  SecretGiven,
  UsageGiven,
  WatchGiven,
} from './flags.js'
import { hooks } from './hooks.js'
import { install } from './install.js'
import { reapply } from './reapply.js'
import { status } from './status.js'
import { surface } from './surface.js'
import { uninstall } from './uninstall.js'
import { update } from './update.js'
import type { Answer, World } from './world.js'

type Deed = (given: never, world: World) => Promise<Answer>

export const DOING = {
  install,
  uninstall,
  update,
  'reapply-patches': reapply,
  surface,
  cost,
  hooks,
  status,
  doctor,
  // What installs nothing lies apart: whoever installs does not load it.
  auto: async (given: AutoGiven, world: World) => (await import('./auto/auto.js')).auto(given, world),
  init: async (given: InitGiven, world: World) => (await import('./init.js')).init(given, world),
  mcp: async (given: unknown, world: World) => (await import('./mcp/mcp.js')).mcp(given, world),
  report: async (given: ReportGiven, world: World) => (await import('./board/report.js')).report(given, world),
  board: async (given: BoardGiven, world: World) => (await import('./board/board.js')).board(given, world),
  watch: async (given: WatchGiven, world: World) => (await import('./board/watch.js')).watch(given, world),
  usage: async (given: UsageGiven, world: World) => (await import('./usage/usage.js')).usage(given, world),
  ext,
  models: async (given: ModelsGiven, world: World) => (await import('./models.js')).models(given, world),
  overrides: async (given: OverridesGiven, world: World) => (await import('./overrides.js')).overrides(given, world),
  extras: async (given: ExtrasGiven, world: World) => (await import('./extras/extras.js')).extras(given, world),
  secret: async (given: SecretGiven, world: World) => (await import('./secret.js')).secret(given, world),
  notify: async (given: NotifyGiven, world: World) => (await import('./notify.js')).notify(given, world),
  completion,
} as const satisfies Readonly<Record<ActionName, Deed>>
