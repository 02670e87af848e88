// `gsd reapply-patches`: a person's edits of our files, hunk by hunk, into the texts that are installed now.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GsdError } from '../../errors.js'
import { refuseUnusable } from '../../install/installed.js'
import { isOpen, linesOf } from '../../install/merge.js'
import { type NamedHunk, openHunks, planReapply, type ReapplyPlan, type Settling } from '../../install/reapply.js'
import { PACK } from '../../install/target.js'
import { realDisk } from '../../node/files.js'
import { counted } from '../../std/text.js'
import type { CommonGiven, ReapplyGiven } from './flags.js'
import { blocks, colours, noticeLines } from './report.js'
import {
  defaultScope,
  installedRuntimes,
  leftAlone,
  namedRuntimes,
  refuseForeignRoot,
  unrecordedFor,
} from './selection.js'
import { answerTo, carryOut, mendedPlace } from './session.js'
import type { Answer, World } from './world.js'

const NEXT = 'next'

export async function reapply(given: CommonGiven & Partial<ReapplyGiven>, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const settling = settlingOf(given, world)
  const scope = defaultScope(given, world)
  const place = mendedPlace(scope, given, world)
  const named = namedRuntimes(given)
  const runtimes = named.length === 0 ? installedRuntimes(place) : named
  const unrecorded = unrecordedFor(named, [place])
  if (!installedRuntimes(place).some((id) => runtimes.includes(id))) refuseUnusable(unrecorded)
  const planned = planReapply({ scope, roots: place.roots, runtimes }, realDisk, settling)
  const plan = { ...planned, notices: [...planned.notices, ...leftAlone(unrecorded)] }
  if (!given.dryRun) await carryOut(plan, world, { place, quiet: given.quiet })
  const run = { action: 'reapply-patches', dryRun: given.dryRun, scope, recovered: place.recovered }
  return given.hunk === undefined
    ? answerTo(run, plan, { results: plan.results }, textOf(plan, given, world))
    : answerOne(plan, given.hunk, settling, given.dryRun)
}

/** What a person answered to a hunk, or null where nothing is settled. */
function settlingOf(given: Partial<ReapplyGiven>, world: World): Settling | null {
  const { hunk, take, from } = given
  const wrong =
    take !== undefined && (hunk === undefined || hunk === NEXT)
      ? '--take settles one hunk, which --hunk <id> names'
      : (take === 'text') !== (from !== undefined)
        ? '--take text and --from <file> go together (- is the standard input)'
        : null
  if (wrong !== null)
    throw new GsdError({
      code: 'USAGE',
      message: `${wrong}; nothing was done`,
      fix: 'gsd reapply-patches --hunk <id> --take mine|theirs|both, or --take text --from <file>',
    })
  if (hunk === undefined || take === undefined) return null
  return {
    hunk,
    take,
    text: from === undefined ? '' : readFileSync(from === '-' ? 0 : resolve(world.cwd, from), 'utf8'),
  }
}

/** One hunk, so that whoever answers sees no more than that: the one asked for, or the next that waits. */
function answerOne(plan: ReapplyPlan, asked: string, settling: Settling | null, dryRun: boolean): Answer {
  const open = openHunks(plan)
  const all = plan.results.flatMap(({ path, pack, version, hunks }) =>
    hunks.map((hunk) => ({ path, pack, version, ...hunk })),
  )
  const hunk = (asked === NEXT || settling !== null ? open[0] : all.find(({ id }) => id === asked)) ?? null
  if (hunk === null && asked !== NEXT && settling === null)
    throw new GsdError({
      code: 'NOT_FOUND',
      message: `there is no hunk ${asked}, or one of its texts has changed since`,
      fix: 'gsd reapply-patches --hunk next',
    })
  const byHand = plan.results.filter(
    ({ pack, state, hunks }) => pack === PACK && (state === 'no-base' || state === 'no-text') && hunks.length === 0,
  )
  return {
    exit: open.length + byHand.length > 0 ? 4 : 0,
    result: {
      action: 'reapply-patches',
      dry_run: dryRun,
      settled: settling?.hunk ?? null,
      open: open.length,
      hunk,
      by_hand: byHand.map(({ path }) => path),
      of_other_packs: plan.results
        .filter(({ pack, hunks }) => pack !== PACK && hunks.some(isOpen))
        .map(({ path, pack, version, hunks }) => ({ path, pack, version, hunks: hunks.length, first: hunks[0]?.id })),
    },
    text: blocks(
      hunk === null ? ['No hunk waits.'] : [hunk.path, ...hunkLines(hunk)],
      open.length === 0 ? [] : [`${counted(open.length, 'hunk')} of yours open.`],
    ),
  }
}

function textOf(plan: ReapplyPlan, given: CommonGiven, world: World): string {
  const paint = colours(given, world)
  return blocks(
    [paint.bold(plan.results.length === 0 ? 'No edits wait.' : 'Your edits:')],
    plan.results.flatMap(({ path, state, hunks }) => [
      `  ${SAID[state] ?? state}: ${path}`,
      ...hunks.filter(isOpen).flatMap(hunkLines),
    ]),
    noticeLines(plan.notices, world.home, paint),
  )
}

/** What a person calls the states in which nothing is left to do. */
const SAID: Readonly<Record<string, string>> = { applied: 'merged', 'already-upstream': 'merged' }

const hunkLines = ({ id, state, line, base, mine, theirs }: NamedHunk): readonly string[] => [
  `    ${id} ${state}, line ${line.mine}`,
  ...(base === null ? [] : part('was', base)),
  ...part('yours', mine),
  ...part('new', theirs),
]

const part = (name: string, text: string): readonly string[] => [
  `      ${name}:${text === '' ? ' nothing' : ''}`,
  ...linesOf(text).map((line) => `        | ${line.trimEnd()}`),
]
