// `gsd reapply-patches`: merges the user's edits to the pack's files into the installed texts.

import { planReapply, type ReapplyPlan } from '../../install/reapply.js'
import { realDisk } from '../../node/files.js'
import { clientAction } from './action.js'
import { COMMON, type CommonGiven } from './flags.js'
import { blocks, colours, noticeLines } from './report.js'
import { defaultScope, installedRuntimes, namedRuntimes, refuseForeignRoot } from './selection.js'
import { answerTo, carryOut, recoveredTarget } from './session.js'
import type { Answer, World } from './world.js'

export async function reapply(given: CommonGiven, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const scope = defaultScope(given, world)
  const place = recoveredTarget(scope, given, world)
  const named = namedRuntimes(given)
  const runtimes = named.length === 0 ? installedRuntimes(place) : named
  const plan = planReapply({ scope, roots: place.roots, runtimes }, realDisk)
  if (!given.dryRun) await carryOut(plan, place, world)
  const run = { action: 'reapply-patches', dryRun: given.dryRun, scope, recovered: place.recovered }
  return answerTo(run, plan, { results: plan.results }, textOf(plan, world))
}

function textOf(plan: ReapplyPlan, world: World): string {
  return blocks(
    [colours(world).bold(plan.results.length === 0 ? 'No edits to restore.' : 'Your edits:')],
    plan.results.flatMap(({ path, state, edit }) => [
      `  ${STATE_LABELS[state] ?? state}: ${path}`,
      ...(state in STATE_LABELS || edit === null ? [] : edit.split('\n').map((line) => `    ${line}`)),
    ]),
    noticeLines(plan.notices, world),
  )
}

const STATE_LABELS: Readonly<Record<string, string>> = { applied: 'merged', 'already-there': 'merged' }

export const action = clientAction('Reapply your edits to pack files after an update', COMMON, reapply)
