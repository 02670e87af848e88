// `gsd uninstall`: removes what is installed. It works offline, from the manifests alone.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Args, arg } from '../../core/verb.js'
import { planRemoval } from '../../install/removal.js'
import { realDisk } from '../../node/files.js'
import { runtimeOf } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/terms.js'
import { counted } from '../../std/text.js'
import { clientAction } from './action.js'
import { COMMON, type GivenOf } from './flags.js'
import { ownFolder, secretsLines, withoutUserData } from './own-folder.js'
import { nothingDoneError } from './refusals.js'
import { blocks, changeLines, colours, noticeLines, previewOf } from './report.js'
import { inScope, installedRuntimes, namedRuntimes, parseScope, refuseForeignRoot } from './selection.js'
import { answerTo, carryOut, recoveredTarget } from './session.js'
import { removeShims } from './shims.js'
import type { Answer, World } from './world.js'

const ARGS = {
  ...COMMON,
  purge: arg.flag('With the last installation, also remove ~/.gsd: secrets, settings, your pages'),
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function uninstall(given: Given, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const scope = parseScope(given) ?? (await promptScope(given, world))
  if (scope === null)
    throw nothingDoneError(
      'USAGE',
      'uninstall needs a scope',
      'run gsd uninstall --global --all, or gsd uninstall --local --all in the project',
    )
  const place = recoveredTarget(scope, inScope(given, scope), world)
  const installed = installedRuntimes(place)
  const named = namedRuntimes(given)
  const everything = given.yes || given.dryRun
  if (named.length === 0 && !everything && !world.isInteractive)
    throw nothingDoneError(
      'USAGE',
      'no client is named',
      `run gsd uninstall --${scope} --all, or name clients: ${installed.map((id) => `--${id}`).join(' ') || '(none is installed)'}`,
    )
  const runtimes = named.length === 0 ? installed : named
  const removal = planRemoval({ scope, roots: place.roots, runtimes }, realDisk)
  const { plan, isLast, secrets } = withoutUserData(
    scope === 'global' ? removeShims(removal, place, world) : removal,
    given,
    world,
  )
  const needsConsent = world.isInteractive && !given.yes && !given.json && !given.dryRun && plan.operations.length > 0
  if (needsConsent) {
    const { askConsent } = await import('./wizard.js')
    await askConsent(blocks(['Changes:', ...changeLines(plan.operations, place, world)]), true, world)
  }
  if (!given.dryRun) await carryOut(plan, place, world)
  if (!given.dryRun && existsSync(join(ownFolder(world), 'extras')))
    (await import('./extras/fetched.js')).dropUnused(given, world)
  const titles = plan.runtimes.map((id) => runtimeOf(id).title).join(', ')
  const head =
    removal.operations.length === 0
      ? `Not installed in ${scope} scope.`
      : `${given.dryRun ? 'Would remove' : 'Removed'} ${counted(removal.files, 'file')} (${titles}). Projects and their .planning folders are untouched.`
  return answerTo(
    { action: 'uninstall', dryRun: given.dryRun, scope, recovered: place.recovered },
    plan,
    { runtimes: plan.runtimes, secrets },
    blocks(
      [colours(world).bold(head)],
      ...(given.dryRun ? previewOf(plan.operations, place, world) : []),
      isLast ? secretsLines(secrets) : [],
      noticeLines(plan.notices, world),
    ),
  )
}

/** Asks for the scope; null if gsd must not ask. */
async function promptScope(given: Given, world: World): Promise<Scope | null> {
  if (!world.isInteractive || given.json || given.yes) return null
  const { askRemovalScope } = await import('./wizard.js')
  return askRemovalScope(world.cwd)
}

export const action = clientAction('Remove what the pack installed; projects are untouched', ARGS, uninstall)
