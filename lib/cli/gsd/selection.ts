// Chooses runtimes, scope and folders: from flags, the install manifest, or the installation this program runs from.
import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { GsdError, gsdError } from '../../errors.js'
import { type Disk, readText, snapshotOf } from '../../install/disk.js'
import { inspect, type TargetState } from '../../install/inspect.js'
import { type Installed, installedAt } from '../../install/installed.js'
import { readManifest } from '../../install/manifest.js'
import { folderEnvVars, MANIFEST_NAME, type Roots, rootsOf } from '../../install/target.js'
import { realDisk } from '../../node/files.js'
import { firstProgram } from '../../node/programs.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/terms.js'
import { nearest } from '../../std/text.js'
import type { CommonGiven } from './flags.js'
import { requireFolder } from './folder.js'
import { nothingDoneError } from './refusals.js'
import type { World } from './world.js'

export interface InstallTarget {
  readonly scope: Scope
  readonly project: string
  readonly roots: Roots
  readonly installed: Installed | null
}

export const namedRuntimes = (given: CommonGiven): readonly RuntimeId[] =>
  RUNTIME_IDS.filter((id) => given.all || given[id] === true)

export const noneInstalled = (named: readonly RuntimeId[]): string =>
  `${named.length === 0 ? 'Nothing' : 'None of these clients'} is installed.`

export function requireInstalledRuntimes(place: InstallTarget): readonly RuntimeId[] {
  const runtimes = installedRuntimes(place)
  if (runtimes.length > 0) return runtimes
  const { scope } = place
  throw nothingDoneError('NOT_FOUND', `nothing is installed in ${scope} scope`, `run gsd install --${scope}`)
}

/** Returns the clients whose program is on PATH or whose own folder exists. Clients without a program are never detected. */
export const detectedRuntimes = (roots: Roots, world: World): readonly RuntimeId[] =>
  RUNTIME_IDS.filter((id) => {
    const { programs } = runtimeOf(id)
    const isOwn = roots[id] !== roots[SHARED]
    return programs.length > 0 && (firstProgram(programs, world.env) !== null || (isOwn && existsSync(roots[id])))
  })

function unknownClientError(word: string): GsdError {
  const near = nearest(word, RUNTIME_IDS)
  return near === null
    ? nothingDoneError('USAGE', `"${word}" is not a client; a folder needs --local`, `use --local "${word}"`)
    : nothingDoneError('USAGE', `"${word}" is not a client`, `did you mean: ${near}?`)
}

export function parseScope(given: CommonGiven): Scope | null {
  if (given.global && given.local) throw gsdError('USAGE', '--global and --local cannot be combined', 'use one of them')
  if (given.dir !== undefined && !given.local) throw unknownClientError(given.dir)
  return given.global ? 'global' : given.local ? 'local' : null
}

export const inScope = <Where extends CommonGiven>(given: Where, scope: Scope): Where => ({
  ...given,
  local: scope === 'local',
  global: scope === 'global',
})

/** Returns the requested scope, or that of this program's own installation, or the global one. */
export const defaultScope = (given: CommonGiven, world: World): Scope =>
  parseScope(given) ?? ownPayload(world)?.scope ?? 'global'

export function installTargetOf(scope: Scope, given: CommonGiven, world: World): InstallTarget {
  const own = ownPayload(world)
  const project = resolveProject(scope, given, world, own?.scope === 'local' ? own.project : null)
  const environment = { home: world.home, project, env: world.env, platform: world.platform }
  const override: Partial<Record<RuntimeId, string>> = {}
  if (own !== null && own.scope === scope && given.dir === undefined) override[SHARED] = own.root
  const usualRoots = rootsOf(scope, environment, override)
  const disk = snapshotOf(realDisk)
  const roots = scope === 'local' ? usualRoots : addRecordedRoots(usualRoots, override, world, disk)
  return { scope, project, roots, installed: installedAt(disk, scope, roots) }
}

/** Returns the target of the requested scope; without one, of every visible scope. */
export function installTargets(given: CommonGiven, world: World): readonly InstallTarget[] {
  const named = parseScope(given)
  return (named === null ? visibleScopes(given, world) : [named]).map((scope) => installTargetOf(scope, given, world))
}

/** Returns the state of each installation in the requested scopes that has one of the named clients, or of all if none is named. */
export function targetsOf(given: CommonGiven, world: World): readonly TargetState[] {
  const named = namedRuntimes(given)
  return installTargets(given, world)
    .flatMap(({ installed }) => (installed === null ? [] : [inspect(realDisk, installed)]))
    .filter(({ runtimes }) => named.length === 0 || runtimes.some((id) => named.includes(id)))
}

/** Returns all scopes visible from here, regardless of the requested one. */
export const visibleScopes = ({ dir }: CommonGiven, { cwd, home }: World): readonly Scope[] =>
  dir !== undefined || cwd !== home ? ['global', 'local'] : ['global']

/** Returns the target; null if its manifest or its folder cannot be used. */
export function usableTarget(scope: Scope, given: CommonGiven, world: World): InstallTarget | null {
  try {
    return installTargetOf(scope, given, world)
  } catch (error) {
    if (error instanceof GsdError) return null
    throw error
  }
}

/** Returns the target of every visible scope; null for each that cannot be used. */
export const usableTargets = (given: CommonGiven, world: World): readonly (InstallTarget | null)[] =>
  visibleScopes(given, world).map((scope) => usableTarget(scope, given, world))

/** Adds the roots that the manifest records, except where `override` or an environment variable sets another. */
function addRecordedRoots(roots: Roots, override: Partial<Roots>, world: World, disk: Disk): Roots {
  const recorded = Object.entries(installedAt(disk, 'global', roots)?.manifest.roots ?? {}).filter(([id, path]) => {
    const isMoved = folderEnvVars(id as RuntimeId, world).length > 0
    return override[id as RuntimeId] === undefined && !isMoved && isAbsolute(path)
  })
  return { ...roots, ...Object.fromEntries(recorded) }
}

/** Returns this program's own installation; null if it does not run from a payload. */
function ownPayload({ bin }: World) {
  const payload = dirname(bin)
  const path = join(payload, MANIFEST_NAME)
  const text = readText(realDisk, path)
  if (text === null) return null
  const root = dirname(payload)
  return {
    root,
    scope: readManifest(text, path).scope,
    // The project is meaningful only in local scope.
    project: resolve(root, relative(runtimeOf(SHARED).home.local, '')),
  }
}

function resolveProject(scope: Scope, given: CommonGiven, world: World, own: string | null): string {
  const project = given.dir !== undefined ? resolve(world.cwd, given.dir) : (own ?? world.cwd)
  if (scope === 'local') requireFolder(project)
  if (scope === 'local' && resolve(project) === resolve(world.home))
    throw gsdError(
      'USAGE',
      'the project folder is your home folder; a local installation there would act as a global one',
      'go to a project, or use --global',
    )
  return project
}

export const installedRuntimes = ({ installed }: InstallTarget): readonly RuntimeId[] =>
  RUNTIME_IDS.filter((id) => installed?.manifest.runtimes.includes(id))

/** Refuses to run as root in another user's home, because that user could no longer update the files. */
export function refuseForeignRoot(given: CommonGiven, world: World): void {
  if (given.allowRoot || process.getuid?.() !== 0) return
  const owner = statSync(world.home, { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === 0) return
  throw nothingDoneError(
    'INSTALL_REFUSED',
    `gsd runs as root, but ${world.home} belongs to another user`,
    'run the command as that user, or add --allow-root',
  )
}
