// `gsd reapply-patches`: a person's edits of our files, hunk by hunk, into the texts that are installed now.
import type { Hunk } from '../../install/patches.js'
import { planReapply, type ReapplyResult } from '../../install/reapply.js'
import { realDisk } from '../../node/files.js'
import type { CommonGiven } from './actions.js'
import { blocks, colours, noticeLines } from './report.js'
import { installedRuntimes, namedRuntimes, placeOf, refuseForeignRoot, scopeOf } from './selection.js'
import { answerTo, carryOut, recoverFirst } from './session.js'
import type { Answer, World } from './world.js'

export async function reapply(given: CommonGiven, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const scope = scopeOf(given) ?? 'global'
  const place = placeOf(scope, given, world)
  const recovered = given.dryRun ? [] : recoverFirst(place.roots, world)
  const named = namedRuntimes(given)
  const runtimes = named.length === 0 ? installedRuntimes(place) : named
  const plan = planReapply({ scope, roots: place.roots, runtimes }, realDisk)
  if (!given.dryRun) await carryOut(plan, world, given.quiet)
  const paint = colours(given, world)
  return answerTo(
    { action: 'reapply-patches', dryRun: given.dryRun, scope, recovered },
    plan,
    { results: plan.results },
    blocks(
      [paint.bold(plan.results.length === 0 ? 'No edits wait.' : 'Your edits:')],
      plan.results.flatMap((result) => resultLines(result)),
      noticeLines(plan.notices, world.home, paint),
    ),
  )
}

const resultLines = ({ path, state, hunks }: ReapplyResult): readonly string[] => [
  `  ${state}: ${path}`,
  ...(state === 'applied' || state === 'already-upstream' ? [] : hunks.flatMap(hunkLines)),
]

const hunkLines = ({ state, line, removed, added }: Hunk): readonly string[] => [
  `    line ${line}: ${state}`,
  ...removed.map((text) => `      - ${text.trimEnd()}`),
  ...added.map((text) => `      + ${text.trimEnd()}`),
]
