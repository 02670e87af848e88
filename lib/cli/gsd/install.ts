// `gsd install`: chooses what to install, plans the changes and applies the plan; the wizard shows the plan first.

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
import { INSTALL_FLAGS, type InstallingGiven } from './flags.js'
import { answerOf, scopeNotices } from './install-answer.js'
import { type OffersWanted, offersWanted, offersWithFlag, previousOffers } from './offer-flags.js'
import { withMachineId } from './own-folder.js'
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
import { carryOut, type RecoveredTarget, type RunAnswer, recoveredTarget } from './session.js'
import { addShims, GLOBAL_INSTALL_HINT, shimFolder, shimFolderToOffer } from './shims.js'
import { openAssets, openSupply, ownCommandPages } from './supply.js'
import type { Answer, World } from './world.js'

const ARGS = {
  ...INSTALL_FLAGS,
  shim: arg.flag('Also add gsd and gsd-tools to your PATH (~/.local/bin)'),
  noShim: arg.flag('Do not offer to add them'),
} as const satisfies Args
type InstallGiven = InstallingGiven & Pick<Given<typeof ARGS>, 'shim' | 'noShim'>

interface ChosenInstall {
  readonly place: RecoveredTarget
  readonly runtimes: readonly RuntimeId[]
  /** Null for the recorded profile, or the default one. */
  readonly profile?: readonly string[] | null
  /** Whether the user agreed to replace another pack. */
  readonly replace?: boolean
  /** Whether the wizard asked. It then also asks for consent to the plan. */
  readonly isFromWizard?: boolean
  readonly shims?: boolean
  readonly offers?: Partial<OffersWanted>
  /** Third-party servers; null to keep the recorded ones. */
  readonly extras?: readonly ExtraId[] | null
}

export async function install(given: InstallGiven, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const chosen = await chooseInstall(given, world)
  const shims = chosen.shims === true || (await wantsShims(given, chosen, world))
  return installChosen(given, world, { ...chosen, shims })
}

/** Whether the user wants shims. Asks on a terminal, if neither flags nor the wizard decided. */
async function wantsShims(given: InstallGiven, { place, isFromWizard }: ChosenInstall, world: World): Promise<boolean> {
  const isSettled = isFromWizard || given.noShim || given.yes || given.json || given.dryRun || place.scope === 'local'
  const folder = isSettled || !world.isInteractive ? null : shimFolderToOffer(world)
  return folder !== null && (await import('./wizard.js')).askShimsAlone(folder)
}

export async function installChosen(given: InstallingGiven, world: World, chosen: ChosenInstall): Promise<RunAnswer> {
  const { place } = chosen
  const supply = openSupply(
    world.bin,
    place.scope,
    settingsAround(world, place.scope === 'local' ? place.project : null),
    ownCommandPages(place, world),
  )
  if (!given.allowDowngrade) refuseOlder(place.installed, supply.version)
  const plan = planOf(choiceOf(given, world, chosen, supply), chosen, supply, world)
  if (chosen.isFromWizard && plan.operations.length > 0) await confirmPlan(plan, place, world)
  if (!given.dryRun) await carryOut(plan, place, world)
  const notices = [
    ...plan.notices,
    ...supply.notices,
    ...scopeNotices(plan.runtimes, place, world),
    ...(plan.extras.length === 0
      ? []
      : await (await import('./extras/fetched.js')).fetchMissing(plan.extras, given, world)),
  ]
  return answerOf(given, world, { ...place, named: chosen.runtimes }, { ...plan, notices })
}

/** Plans the installation; in global scope with compiled code, this machine's id and, on request, the shims. */
function planOf(choice: Choice, { shims }: ChosenInstall, supply: Supply, world: World): InstallPlan {
  const plan = planInstall(choice, supply, realDisk)
  if (choice.scope === 'local') return plan
  const compiled = withCompiled(plan, world)
  return withMachineId(shims ? addShims(compiled, world) : compiled, world)
}

function choiceOf(
  given: InstallingGiven,
  world: World,
  { place, runtimes, profile, replace, offers = {}, extras = null }: ChosenInstall,
  { isKnownName }: ReturnType<typeof openSupply>,
): Choice {
  const node = nodeCommand(world.env)
  if (node !== 'node') world.err(`gsd: node is not on PATH, so the prompts will call ${node}; do not move that file\n`)
  // Leaves out names that this version no longer has.
  const recorded = place.installed?.manifest.profile.filter(isKnownName) ?? []
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

async function chooseInstall(given: InstallGiven, world: World): Promise<ChosenInstall> {
  const scope = parseScope(given)
  const profile = parseProfile(given)
  const shims = isShimRequested(given, scope, world)
  // Programs on PATH are for all projects.
  const wantedScope = scope ?? (shims ? 'global' : null)
  const place = recoveredTarget(wantedScope ?? 'global', given, world)
  const named = namedRuntimes(given)
  const detected = detectedRuntimes(place.roots, world)
  const runtimes = named.length === 0 && given.yes ? detected : named
  if (runtimes.length > 0) return { place, runtimes, profile, shims }
  if (given.yes)
    throw nothingDoneError(
      'NOT_FOUND',
      'found no agent client on this machine',
      'to install anyway, name a client: gsd install --help',
    )
  if (world.isInteractive && !given.json) return askWizard(given, world, wantedScope, profile)
  // If gsd cannot ask, it uses the clients that are installed already.
  if (place.installed !== null) return { place, runtimes: requireInstalledRuntimes(place), profile, shims }
  throw nothingDoneError(
    'USAGE',
    'no client is named, and gsd cannot ask without a terminal or with --json',
    `run gsd install ${detected.map((id) => `--${id}`).join(' ') || '--help'}`,
  )
}

function isShimRequested({ shim, noShim }: InstallGiven, scope: Scope | null, world: World): boolean {
  if (shim && shimFolder(world) === null)
    throw nothingDoneError('USAGE', 'this system has no usual folder for --shim', GLOBAL_INSTALL_HINT)
  if (shim && (noShim || scope === 'local'))
    throw nothingDoneError('USAGE', '--shim needs --global, without --no-shim', 'run gsd install --global --shim')
  return shim
}

async function askWizard(
  given: InstallGiven,
  world: World,
  scope: Scope | null,
  profile: readonly string[] | null,
): Promise<ChosenInstall> {
  const { askChoice } = await import('./wizard.js')
  world.err(`GSD Pack ${VERSION}\n\n`)
  const global = recoveredTarget('global', given, world)
  const { scope: chosen, ...answers } = await askChoice({
    detected: detectedRuntimes(global.roots, world),
    installed: installedRuntimes(global),
    roots: global.roots,
    scope,
    profile,
    profiles: profilesOf(openAssets(world.bin)),
    offersWithFlag: offersWithFlag(given),
    previousOffers: (of) => previousOffers(installTargetOf(of, inScope(given, of), world).installed),
    project: world.cwd,
    shims: given.shim || given.noShim ? null : shimFolderToOffer(world),
  })
  const place = recoveredTarget(chosen, inScope(given, chosen), world)
  const recovered = [...global.recovered, ...place.recovered]
  return {
    ...answers,
    place: { ...place, recovered },
    shims: answers.shims ?? given.shim,
    replace: true,
    isFromWizard: true,
  }
}

/** Returns the profiles; `about` says what each adds to the one before. */
function profilesOf(assets: Assets): readonly { readonly name: string; readonly about: string }[] {
  const commandNames = PROFILES.map((name) => assets.profile([name]).commands.map((command) => command.name))
  return PROFILES.map((name, at) => {
    const [names, fewer] = [commandNames[at] ?? [], commandNames[at - 1] ?? []]
    const added = names.filter((each) => !fewer.includes(each)).join(', ')
    return {
      name,
      about: `${counted(names.length, 'command')}: ${at === 0 ? '' : `all of ${PROFILES[at - 1]}, `}${added}`,
    }
  })
}

async function confirmPlan({ operations, notices }: InstallPlan, place: RecoveredTarget, world: World): Promise<void> {
  const { askConsent } = await import('./wizard.js')
  const notes = noticeLines(notices, world)
  const removes = operations.some(({ kind }) => kind === 'remove')
  await askConsent(blocks(['Changes:', ...changeLines(operations, place, world)], notes), removes, world)
}

export const action = clientAction('Install or update; the default action', ARGS, install)
