// The work tree of one unit: made, looked at, merged, and removed only when nothing in it would be lost.
import { TREES_FOLDER, treeName } from '../../core/layout.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, type Infer, orNull, record, text, texts } from '../../std/shape.js'
import { committing, identity } from '../git/identity.js'
import { abortMerge, git, look, out, type Results, said, worked } from '../git/steps.js'
import { arg, type Change, type Step, task } from '../verb.js'
import {
  forgetBranch,
  isAsked,
  isJudged,
  mergedSteps,
  standingOf,
  standingSteps,
  type WorkTree,
  whyKept,
} from './tree.js'

const UNIT = arg.word('Unit, such as the id of a plan')

const RESULT = record({
  path: text('Relative to the project root'),
  branch: text(),
  base: orNull(text('Commit it started from, or that both branches have')),
  merged: orNull(bool()),
  clean: orNull(bool()),
  unmerged: texts('Commits that the current branch lacks'),
  removed: bool(),
})

const placeOf = (unit: string): WorkTree => ({
  path: `${TREES_FOLDER}/${treeName(unit)}`,
  branch: `gsd/worktree-${treeName(unit)}`,
})

type Answer = Infer<typeof RESULT>

/** Answers of every verb here; what is not known yet is null. */
function answer(
  place: WorkTree,
  results: Results,
  more: { readonly removed?: boolean; readonly base?: string } = {},
): Answer {
  const { clean, merged, unmerged } = standingOf(place, results)
  const base = more.base ?? out(results, 'base')
  return { ...place, base: base === '' ? null : base, merged, clean, unmerged, removed: more.removed === true }
}

const failed = (place: WorkTree, results: Results, error: ErrorBody): Change<Answer> => ({
  result: answer(place, results),
  error,
})

export const conflict = (message: string, fix: string): ErrorBody => ({ code: 'GIT_CONFLICT', message, fix })

const noTree = (unit: string): ErrorBody => ({
  code: 'NOT_FOUND',
  message: `"${unit}" has no work tree`,
  fix: `gsd-tools worktree enter ${unit}`,
})

const COMMON = { reads: ['config'], writes: [], needsWorkstream: false } as const

/** Steps until git has said all about the work tree; null when it has. */
function asking(place: WorkTree, results: Results) {
  if (!isAsked(place, results)) return [...standingSteps(place), baseStep(place)]
  return isJudged(place, results) ? null : mergedSteps(place, results)
}

const baseStep = ({ branch }: WorkTree) => look('base', ['merge-base', 'HEAD', branch])

const listStep = look('list', ['worktree', 'list', '--porcelain', '-z'])

/** True when git knows a work tree at the path. */
const isThere = ({ path }: WorkTree, view: View, results: Results): boolean =>
  (results.get('list')?.stdout ?? '').split('\0').includes(`worktree ${view.projectRoot}/${path}`)

export const worktreeEnter = task('worktree.enter', {
  about: 'Make the work tree of a unit, or answer where it is and whether it is clean and merged',
  args: { unit: UNIT },
  result: RESULT,
  ...COMMON,
  plan: (_, view) => (view.hasGit ? [listStep, look('head', ['rev-parse', '--verify', '--quiet', 'HEAD'])] : []),
  finish({ unit }, view, results) {
    const place = placeOf(unit)
    if (readSettings(view).get('git.isolation') !== 'worktree')
      return failed(place, results, {
        code: 'FEATURE_OFF',
        message: 'units work in the project folder itself: git.isolation is not "worktree"',
        fix: 'gsd-tools config set git.isolation worktree',
      })
    if (treeName(unit) === '')
      return failed(place, results, { code: 'USAGE', message: `"${unit}" names no unit`, fix: 'give an id' })
    const head = out(results, 'head')
    if (head === '')
      return failed(place, results, conflict('a work tree needs a repository with a commit', 'commit something first'))
    if (!results.has('add') && !isThere(place, view, results))
      return {
        more: [git('add', ['worktree', 'add', '-b', place.branch, place.path, head], { makes: place.path }), listStep],
      }
    if (results.has('add') && !worked(results, 'add'))
      return failed(
        place,
        results,
        conflict(
          `git refused: ${said(results, 'add')}`,
          `look at what is left there: git worktree list; git branch --list ${place.branch}`,
        ),
      )
    const more = asking(place, results)
    return more === null ? { result: answer(place, results) } : { more }
  },
})

interface Judged {
  readonly place: WorkTree
  readonly unit: string
  readonly results: Results
}
type Told = Change<Answer>
type Next = Told | { readonly more: readonly Step[] }

const told = ({ place, results }: Judged, more: Parameters<typeof answer>[2] = {}): Told => ({
  result: answer(place, results, more),
})

/** A verb about a work tree that is there, once git has said all about it. */
const about = (name: string, says: string, act: (judged: Judged) => Next) =>
  task(name, {
    about: says,
    args: { unit: UNIT },
    result: RESULT,
    ...COMMON,
    plan: (_, view) => (view.hasGit ? [listStep] : []),
    finish({ unit }, view, results): Next {
      const place = placeOf(unit)
      if (!isThere(place, view, results)) return failed(place, results, noTree(unit))
      const more = asking(place, results)
      return more === null ? act({ place, unit, results }) : { more }
    },
  })

export const worktreeMerge = about(
  'worktree.merge',
  'Merge the work tree of a unit into the current branch',
  (judged) => {
    const { place, results } = judged
    const no = (message: string, fix: string) => failed(place, results, conflict(message, fix))
    const { clean, merged } = standingOf(place, results)
    if (clean !== true)
      return no(`${place.path} has changes that are not committed`, `commit them in ${place.path}, then merge again`)
    if (merged === true) return told(judged)
    const who = identity(results)
    if ('more' in who) return who
    if ('error' in who) return failed(place, results, who.error)
    if (!results.has('merge'))
      return { more: [committing(who, 'merge', ['merge', '--no-ff', '--no-edit', '--quiet', place.branch])] }
    if (worked(results, 'merge'))
      return results.has('again')
        ? { result: { ...answer(place, results), merged: true, unmerged: [] } }
        : { more: [look('again', ['merge-base', '--is-ancestor', place.branch, 'HEAD'])] }
    // A merge that stopped half-way is taken back, so that the branch is as it was.
    if (!results.has('abort')) return { more: [abortMerge('abort')] }
    return no(`git cannot merge ${place.branch}: ${said(results, 'merge')}`, `git merge ${place.branch}, by hand`)
  },
)

export const worktreeExit = about(
  'worktree.exit',
  'Remove the work tree and branch of a unit once nothing in them would be lost',
  (judged) => {
    const { place, unit, results } = judged
    const no = (message: string, fix: string) => failed(place, results, conflict(message, fix))
    const reason = whyKept(standingOf(place, results))
    if (reason !== null)
      return no(`${place.path} stays: ${reason}`, `gsd-tools worktree merge ${unit}, or commit what is there`)
    if (!results.has('remove')) return { more: [git('remove', ['worktree', 'remove', place.path])] }
    if (!worked(results, 'remove'))
      return no(`git keeps ${place.path}: ${said(results, 'remove')}`, 'see what git names')
    // Only while the branch still ends where it was looked at.
    if (!results.has('branch')) return { more: [forgetBranch(place, results)] }
    return told(judged, { removed: true })
  },
)
