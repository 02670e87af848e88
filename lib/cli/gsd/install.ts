// `gsd install`: choose, plan, show, apply.

import type { Assets } from '../../assets/pack.js'
import { PROFILES } from '../../assets/prompt.js'
import { type Args, arg, type Given } from '../../core/verb.js'
import type { ExtraId } from '../../install/extras.js'
import { refuseOlder } from '../../install/installed.js'
import { type InstallPlan, planInstall } from '../../install/plan.js'
import type { Choice } from '../../install/target.js'
import type { Supply } from '../../install/wanted.js'
import { realDisk } from '../../node/files.js'
import { VERSION } from '../../node/pack.js'
import { nodeCommand } from '../../node/programs.js'
import type { RuntimeId } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/terms.js'
import { counted } from '../../std/text.js'
import { clientAction } from './action.js'
import { settingsAround } from './agent-models.js'
import { COMPILED, withCompiled } from './compiled.js'
import { type OffersWanted, offersBefore, offersWanted, settledOffers } from './edits.js'
import { INSTALLING, type InstallingGiven } from './flags.js'
import { answerOf, inBothScopes } from './install-answer.js'
import { withMachine } from './own-folder.js'
import { nothingDoneError } from './refusals.js'
import { blocks, changeLines, noticeLines } from './report.js'
import {
  detectedRuntimes,
  inScope,
  installedRuntimes,
  installTargetOf,
  namedRuntimes,
  parseScope,
  refuseForeignRoot,
  requireInstalledRuntimes,
} from './selection.js'
import { carryOut, type MendedPlace, mendedPlace, type RunAnswer } from './session.js'
import { addShims, GLOBAL_INSTALL_HINT, shimFolder, shimFolderToOffer } from './shims.js'
import { openAssets, openSupply, ownPages } from './supply.js'
import type { Answer, World } from './world.js'

const ARGS = {
  ...INSTALLING,
  shim: arg.flag('Also add gsd and gsd-tools to your PATH (~/.local/bin)'),
  noShim: arg.flag('Do not offer this'),
} as const satisfies Args
type InstallGiven = InstallingGiven & Pick<Given<typeof ARGS>, 'shim' | 'noShim'>

interface Settled {
  readonly place: MendedPlace
  readonly runtimes: readonly RuntimeId[]
  /** Null for the recorded one, or the default. */
  readonly profile?: readonly string[] | null
  /** The user agreed to replace another pack. */
  readonly replace?: boolean
  /** By the wizard. */
  readonly isAsked?: boolean
  readonly shims?: boolean
  readonly offers?: Partial<OffersWanted>
  /** Third-party servers; null to keep the recorded ones. */
  readonly extras?: readonly ExtraId[] | null
}

export async function install(given: InstallGiven, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const settled = await settle(given, world)
  const shims = settled.shims === true || (await wantsShims(given, settled, world))
  return installSettled(given, world, { ...settled, shims })
}

/** The one question left on a terminal without the wizard. */
async function wantsShims(given: InstallGiven, { place, isAsked }: Settled, world: World): Promise<boolean> {
  const isSettled = isAsked || given.noShim || given.yes || given.json || given.dryRun || place.scope === 'local'
  const folder = isSettled || !world.isInteractive ? null : shimFolderToOffer(world)
  return folder !== null && (await import('./wizard.js')).askShimsAlone(folder)
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
  const plan = planned(choiceOf(given, world, settled, supply), settled, supply, world)
  if (settled.isAsked && plan.operations.length > 0) await confirmed(plan, place, world)
  if (!given.dryRun) await carryOut(plan, place, world)
  const notices = [
    ...plan.notices,
    ...supply.notices,
    ...inBothScopes(plan.runtimes, place, world),
    ...(plan.extras.length === 0
      ? []
      : await (await import('./extras/fetched.js')).fetchMissing(plan.extras, given, world)),
  ]
  return answerOf(given, world, { ...place, named: settled.runtimes }, { ...plan, notices })
}

/** In global scope with compiled code, this machine's id and, on request, the shims. */
function planned(choice: Choice, { shims }: Settled, supply: Supply, world: World): InstallPlan {
  const plan = planInstall(choice, supply, realDisk)
  if (choice.scope === 'local') return plan
  const compiled = withCompiled(plan, world)
  return withMachine(shims ? addShims(compiled, world) : compiled, world)
}

function choiceOf(
  given: InstallingGiven,
  world: World,
  { place, runtimes, profile, replace, offers = {}, extras = null }: Settled,
  { knows }: ReturnType<typeof openSupply>,
): Choice {
  const node = nodeCommand(world.env)
  if (node !== 'node') world.err(`gsd: node is not on PATH; the prompts will call ${node}; do not move it\n`)
  // Without names that a newer pack has dropped.
  const recorded = place.installed?.manifest.profile.filter(knows) ?? []
  return {
    scope: place.scope,
    roots: place.roots,
    home: world.home,
    runtimes,
    profile: profile ?? (recorded.length === 0 ? null : recorded),
    node,
    restore: given.restore,
    replace: replace === true || given.yes || given.dryRun,
    compiled: place.scope === 'global' ? COMPILED : [],
    offers: offersWanted(given, offers, place.installed),
    extras,
  }
}

export const parseProfile = ({ profile }: Pick<InstallGiven, 'profile'>): readonly string[] | null =>
  profile === undefined
    ? null
    : profile
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')

async function settle(given: InstallGiven, world: World): Promise<Settled> {
  const scope = parseScope(given)
  const profile = parseProfile(given)
  const shims = shimsOf(given, scope, world)
  // Programs on PATH serve the user, not one project.
  const asked = scope ?? (shims ? 'global' : null)
  const place = mendedPlace(asked ?? 'global', given, world)
  const flagged = namedRuntimes(given)
  const detected = detectedRuntimes(place.roots, world)
  const runtimes = flagged.length === 0 && given.yes ? detected : flagged
  if (runtimes.length > 0) return { place, runtimes, profile, shims }
  if (given.yes)
    throw nothingDoneError(
      'NOT_FOUND',
      'found no agent client on this machine',
      'to install anyway, name one: gsd install --help',
    )
  if (world.isInteractive && !given.json) return ask(given, world, asked, profile)
  // Without a terminal, uses the clients installed there.
  if (place.installed !== null) return { place, runtimes: requireInstalledRuntimes(place), profile, shims }
  throw nothingDoneError(
    'USAGE',
    'no client is named, and there is no terminal to ask on',
    `gsd install ${detected.map((id) => `--${id}`).join(' ') || '--help'}`,
  )
}

function shimsOf({ shim, noShim }: InstallGiven, scope: Scope | null, world: World): boolean {
  if (shim && shimFolder(world) === null)
    throw nothingDoneError('USAGE', '--shim: this system has no folder for programs', GLOBAL_INSTALL_HINT)
  if (shim && (noShim || scope === 'local'))
    throw nothingDoneError('USAGE', '--shim needs --global, and excludes --no-shim', 'gsd install --global --shim')
  return shim
}

async function ask(
  given: InstallGiven,
  world: World,
  scope: Scope | null,
  profile: readonly string[] | null,
): Promise<Settled> {
  const { askChoice } = await import('./wizard.js')
  world.err(`GSD Pack ${VERSION}\n\n`)
  const global = mendedPlace('global', given, world)
  const { scope: chosen, ...answers } = await askChoice({
    detected: detectedRuntimes(global.roots, world),
    installed: installedRuntimes(global),
    roots: global.roots,
    scope,
    profile,
    profiles: profilesOf(openAssets(world.bin)),
    settled: settledOffers(given),
    taken: (of) => offersBefore(installTargetOf(of, inScope(given, of), world).installed),
    project: world.cwd,
    shims: given.shim || given.noShim ? null : shimFolderToOffer(world),
  })
  const place = mendedPlace(chosen, inScope(given, chosen), world)
  const recovered = [...global.recovered, ...place.recovered]
  return {
    ...answers,
    place: { ...place, recovered },
    shims: answers.shims ?? given.shim,
    replace: true,
    isAsked: true,
  }
}

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

async function confirmed({ operations, notices }: InstallPlan, place: MendedPlace, world: World): Promise<void> {
  const { askConsent } = await import('./wizard.js')
  const said = noticeLines(notices, world)
  const removes = operations.some(({ kind }) => kind === 'remove')
  await askConsent(blocks(['Changes:', ...changeLines(operations, place, world)], said), removes, world)
}

export const action = clientAction('Install or update; the default action', ARGS, install)
