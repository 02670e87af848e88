// `gsd install`: choose, plan, show, apply.

import type { Assets } from '../../assets/pack.js'
import { PROFILES } from '../../assets/prompt.js'
import { type Args, arg, type Given } from '../../core/verb.js'
import { GsdError } from '../../errors.js'
import type { EditsChoice } from '../../install/edits/choice.js'
import type { ExtraId } from '../../install/extras.js'
import { refuseUnusable } from '../../install/installed.js'
import { refuseOlder } from '../../install/news.js'
import type { Notice } from '../../install/operation.js'
import { type InstallPlan, planInstall } from '../../install/plan.js'
import type { Choice } from '../../install/target.js'
import { memoizedDisk } from '../../node/files.js'
import { VERSION } from '../../node/pack.js'
import { nodeForPrompts } from '../../node/programs.js'
import type { RuntimeId } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/terms.js'
import { counted, shellQuoted } from '../../std/text.js'
import { clientAction } from './action.js'
import { settingsAround } from './agent-models.js'
import { COMPILED, withCompiled } from './compiled.js'
import { editsOf, type OffersGiven, offersBefore, offersGiven, settledOffers } from './edits.js'
import { INSTALLING, type InstallingGiven } from './flags.js'
import { answerOf } from './install-answer.js'
import { withMachine } from './own-folder.js'
import { previewOf, summaryOf } from './preview.js'
import { colours, noticeLines } from './report.js'
import {
  detectedRuntimes,
  type InstallTarget,
  installedRuntimes,
  installTargetOf,
  namedRuntimes,
  noClientNamedError,
  parseScope,
  refuseForeignRoot,
  requireInstalledRuntimes,
} from './selection.js'
import { carryOut, type MendedPlace, mendedPlace, type RunAnswer } from './session.js'
import { addShims, GLOBAL_INSTALL_HINT, shimFolder, shimFolderToOffer } from './shims.js'
import { openAssets, openSupply, ownPages } from './supply.js'
import { warnings, withoutClashing } from './warnings.js'
import type { Answer, World } from './world.js'

const ARGS = {
  ...INSTALLING,
  shim: arg.flag('Also add gsd and gsd-tools to your PATH (~/.local/bin)'),
  noShim: arg.flag('Do not offer this'),
} as const satisfies Args
type InstallGiven = InstallingGiven & Pick<Given<typeof ARGS>, 'shim' | 'noShim'>

/** The choices before planning; `replace`: the user agreed to replace another pack. */
export interface Settled {
  readonly place: MendedPlace
  readonly runtimes: readonly RuntimeId[]
  /** The call names them; otherwise they are the installed ones. */
  readonly isNamed: boolean
  readonly profile: readonly string[] | null
  readonly replace: boolean
  readonly isAsked: boolean
  /** Whether to put our programs on PATH. */
  readonly shims: boolean
  /** The user's answers about the offers. */
  readonly offers: OffersGiven
  /** Third-party servers; null to keep the recorded ones. */
  readonly extras: readonly ExtraId[] | null
}

/** The installed state of a place, with the changes of a call. */
export const settledAgain = (
  place: MendedPlace,
  change: Partial<Pick<Settled, 'profile' | 'extras' | 'replace'>>,
): Settled => settledOn(place, requireInstalledRuntimes(place), change)

const settledOn = (place: MendedPlace, runtimes: readonly RuntimeId[], change: Partial<Settled>): Settled => ({
  place,
  runtimes,
  isNamed: false,
  profile: null,
  replace: false,
  isAsked: false,
  shims: false,
  offers: {},
  extras: null,
  ...change,
})

export async function install(given: InstallGiven, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const settled = await settle(given, world)
  const runtimes = withoutClashing(settled.runtimes, settled.place, world)
  const shims = settled.shims || (await wantsShims(given, settled, world))
  return installSettled(given, world, { ...settled, runtimes, shims })
}

/** The one question left on a terminal without the wizard. */
async function wantsShims(given: InstallGiven, { place, isAsked }: Settled, world: World): Promise<boolean> {
  const isSettled = isAsked || given.noShim || given.yes || given.json || given.dryRun || place.scope === 'local'
  const folder = isSettled || !world.isInteractive ? null : shimFolderToOffer(world)
  if (folder === null) return false
  const { askShimsAlone } = await import('./wizard.js')
  return askShimsAlone(folder)
}

export async function installSettled(given: InstallingGiven, world: World, settled: Settled): Promise<RunAnswer> {
  const { place } = settled
  const supply = openSupply(
    world.bin,
    place.scope,
    settingsAround(world, place.scope === 'local' ? place.project : null),
    ownPages(place, world),
  )
  if (!given.allowDowngrade) refuseOlder(place.installed, supply.version)
  const profile = settled.profile ?? recordedProfile(place, supply)
  const choice = choiceOf(
    given,
    world,
    { ...settled, profile },
    editsOf({ ...given, ...settled.offers }, place.installed, settled.extras),
  )
  const planned = planInstall(choice, supply, memoizedDisk())
  const first = place.scope === 'global' ? withCompiled(planned, world) : planned
  const plan = place.scope === 'global' ? withMachine(settled.shims ? addShims(first, world) : first, world) : first
  if (settled.isAsked && plan.operations.length > 0) await confirmed(plan, world)
  const preview = await previewOf(given, plan.operations, world)
  if (!given.dryRun) await carryOut(plan, place, world)
  const notices = [
    ...plan.notices,
    ...supply.notices,
    ...warnings(plan.runtimes, place, given, world),
    ...(await extrasFetched(plan.extras, given, world)),
  ]
  return answerOf(
    given,
    world,
    { ...place, named: settled.runtimes },
    { ...plan, notices },
    { recovered: place.recovered, preview },
  )
}

/** Fetches third-party servers before clients are told about them. */
async function extrasFetched(
  extras: readonly ExtraId[],
  given: InstallingGiven,
  world: World,
): Promise<readonly Notice[]> {
  if (extras.length === 0) return []
  const { fetchMissing } = await import('./extras/fetched.js')
  return fetchMissing(extras, given, world)
}

/** The recorded profile, without names a newer pack has dropped; null if nothing is recorded. */
function recordedProfile(
  { installed }: InstallTarget,
  { knows }: ReturnType<typeof openSupply>,
): readonly string[] | null {
  const known = installed?.manifest.profile.filter(knows) ?? []
  return known.length === 0 ? null : known
}

function choiceOf(
  given: InstallingGiven,
  world: World,
  { place, runtimes, profile, replace }: Settled,
  edits: EditsChoice,
): Choice {
  const node = nodeForPrompts(world)
  if (!node.isOnPath) world.err(`gsd: node is not on PATH; the prompts will call ${node.path}; do not move it\n`)
  return {
    scope: place.scope,
    roots: place.roots,
    home: world.home,
    runtimes,
    profile,
    node: node.isOnPath ? 'node' : shellQuoted(node.path.replaceAll('\\', '/')),
    restore: given.restore,
    replace: replace || given.yes || given.dryRun,
    compiled: place.scope === 'global' ? COMPILED : [],
    edits,
  }
}

export function parseProfile({
  profile,
  minimal,
}: Pick<InstallGiven, 'profile' | 'minimal'>): readonly string[] | null {
  if (profile !== undefined && minimal)
    throw new GsdError({
      code: 'USAGE',
      message: '--minimal and --profile cannot be combined',
      fix: 'use one of them',
    })
  if (minimal) return ['core']
  return profile === undefined
    ? null
    : profile
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
}

async function settle(given: InstallGiven, world: World): Promise<Settled> {
  const named = parseScope(given)
  const profile = parseProfile(given)
  const shims = shimsOf(given, named, world)
  // Programs on PATH serve the user, not one project.
  const scope = named ?? (shims === true ? 'global' : null)
  const place = mendedPlace(scope ?? 'global', given, world)
  const detected = given.detect || given.yes ? detectedRuntimes(place.roots, world) : []
  const flagged = namedRuntimes(given)
  const runtimes = [...new Set([...flagged, ...(given.detect || flagged.length === 0 ? detected : [])])]
  if (runtimes.length > 0) return { ...settledOn(place, runtimes, { profile }), isNamed: true, shims: shims === true }
  if (given.detect || given.yes) throw nothingFound()
  if (world.isInteractive && !given.json) return ask(given, world, scope, profile, shims)
  // Without a terminal, uses the clients installed there.
  if (place.installed === null) refuseUnusable(place.unrecorded)
  if (place.installed === null) throw noClientNamedError(detectedRuntimes(place.roots, world))
  return { ...settledAgain(place, { profile }), shims: shims === true }
}

/** Null if not given. */
function shimsOf({ shim, noShim }: InstallGiven, scope: Scope | null, world: World): boolean | null {
  if (shim && shimFolder(world) === null)
    throw new GsdError({
      code: 'USAGE',
      message: '--shim: this system has no folder for programs; nothing was done',
      fix: GLOBAL_INSTALL_HINT,
    })
  if (shim && (noShim || scope === 'local'))
    throw new GsdError({
      code: 'USAGE',
      message: noShim ? '--shim and --no-shim cannot be combined' : '--shim needs --global',
      fix: noShim ? 'use one of them' : 'gsd install --global --shim',
    })
  return shim ? true : noShim ? false : null
}

const nothingFound = () =>
  new GsdError({
    code: 'NOT_FOUND',
    message: 'found no agent client on this machine; nothing was done',
    fix: 'to install anyway, name one: gsd install --help',
  })

async function ask(
  given: InstallGiven,
  world: World,
  scope: Scope | null,
  profile: readonly string[] | null,
  shims: boolean | null,
): Promise<Settled> {
  const { askChoice } = await import('./wizard.js')
  world.err(`GSD Pack ${VERSION}\n\n`)
  const global = mendedPlace('global', given, world)
  const chosen = await askChoice({
    detected: detectedRuntimes(global.roots, world),
    installed: installedRuntimes(global),
    roots: global.roots,
    scope,
    profile,
    profiles: profilesOf(openAssets(world.bin)),
    settled: settledOffers(given),
    taken: (of) => offersBefore(installTargetOf(of, inScope(of, given), world).installed),
    project: world.cwd,
    shims: shims === null ? shimFolderToOffer(world) : null,
  })
  const place = mendedPlace(chosen.scope, inScope(chosen.scope, given), world)
  const recovered = [...global.recovered, ...place.recovered]
  return {
    place: { ...place, recovered },
    runtimes: chosen.runtimes,
    isNamed: true,
    profile: chosen.profile,
    replace: true,
    isAsked: true,
    shims: chosen.shims ?? shims === true,
    offers: offersGiven(chosen.offers),
    extras: null,
  }
}

const inScope = (scope: Scope, given: InstallGiven): InstallGiven => ({
  ...given,
  local: scope === 'local',
  global: scope === 'global',
})

/** The additions of each profile to the one before it. */
function profilesOf(assets: Assets): readonly { readonly name: string; readonly about: string }[] {
  const listed = PROFILES.map((name) => assets.profile([name]).commands.map((command) => command.name))
  return PROFILES.map((name, at) => {
    const [names, fewer] = [listed[at] ?? [], listed[at - 1] ?? []]
    const more = names.filter((each) => !fewer.includes(each)).join(', ')
    return {
      name,
      about: `${counted(names.length, 'command')}: ${at === 0 ? '' : `all of ${PROFILES[at - 1]}, `}${more}`,
    }
  })
}

async function confirmed(plan: InstallPlan, world: World): Promise<void> {
  const { askConsent } = await import('./wizard.js')
  const paint = colours({ noColor: false }, world)
  const summary = summaryOf(plan.operations, noticeLines(plan.notices, world.home, paint), world.home)
  const removes = plan.operations.some(({ kind }) => kind === 'remove')
  await askConsent(summary, removes, (text) => world.err(text))
}

export const action = clientAction({
  about: 'Install or update; the default action',
  args: ARGS,
  run: install,
})
