// What each action does. Each is loaded when it runs: help, the version and a refusal cost none of it, and whoever installs loads no other.
import type { ActionName } from './actions.js'
import type {
  AutoGiven,
  BoardGiven,
  CommonGiven,
  CompletionGiven,
  DoctorGiven,
  ExtGiven,
  ExtrasGiven,
  HooksGiven,
  InitGiven,
  InstallGiven,
  ModelsGiven,
  NotifyGiven,
  OverridesGiven,
  ReportGiven,
  SecretGiven,
  SurfaceGiven,
  TrustGiven,
  TryGiven,
  UninstallGiven,
  UpdateGiven,
  UsageGiven,
  WatchGiven,
} from './flags.js'
import type { Answer, World } from './world.js'

type Deed = (given: never, world: World) => Promise<Answer>

export const DOING = {
  install: async (given: InstallGiven, world: World) => (await import('./install.js')).install(given, world),
  uninstall: async (given: UninstallGiven, world: World) => (await import('./uninstall.js')).uninstall(given, world),
  update: async (given: UpdateGiven, world: World) => (await import('./update.js')).update(given, world),
  'reapply-patches': async (given: CommonGiven, world: World) => (await import('./reapply.js')).reapply(given, world),
  surface: async (given: SurfaceGiven, world: World) => (await import('./surface.js')).surface(given, world),
  cost: async (given: CommonGiven, world: World) => (await import('./cost.js')).cost(given, world),
  hooks: async (given: HooksGiven, world: World) => (await import('./hooks.js')).hooks(given, world),
  status: async (given: CommonGiven, world: World) => (await import('./status.js')).status(given, world),
  trust: async (given: TrustGiven, world: World) => (await import('./trust.js')).trust(given, world),
  doctor: async (given: DoctorGiven, world: World) => (await import('./doctor.js')).doctor(given, world),
  auto: async (given: AutoGiven, world: World) => (await import('./auto/auto.js')).auto(given, world),
  init: async (given: InitGiven, world: World) => (await import('./init.js')).init(given, world),
  try: async (given: TryGiven, world: World) => (await import('./try.js')).tryOut(given, world),
  mcp: async (given: unknown, world: World) => (await import('./mcp/mcp.js')).mcp(given, world),
  report: async (given: ReportGiven, world: World) => (await import('./board/report.js')).report(given, world),
  board: async (given: BoardGiven, world: World) => (await import('./board/board.js')).board(given, world),
  watch: async (given: WatchGiven, world: World) => (await import('./board/watch.js')).watch(given, world),
  usage: async (given: UsageGiven, world: World) => (await import('./usage/usage.js')).usage(given, world),
  ext: async (given: ExtGiven, world: World) => (await import('./ext.js')).ext(given, world),
  models: async (given: ModelsGiven, world: World) => (await import('./models.js')).models(given, world),
  overrides: async (given: OverridesGiven, world: World) => (await import('./overrides.js')).overrides(given, world),
  extras: async (given: ExtrasGiven, world: World) => (await import('./extras/extras.js')).extras(given, world),
  secret: async (given: SecretGiven, world: World) => (await import('./secret.js')).secret(given, world),
  notify: async (given: NotifyGiven, world: World) => (await import('./notify.js')).notify(given, world),
  completion: async (given: CompletionGiven, world: World) =>
    (await import('./completion.js')).completion(given, world),
} as const satisfies Readonly<Record<ActionName, Deed>>
