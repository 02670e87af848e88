// The `commit` verb: commits exactly the named paths; other staged changes stay staged.
import type { OwnStep } from '../../core/builtin-steps.js'
import { pathExists } from '../../core/dispatch/finish/changes.js'
import { type GitStatus, isWithin, parseStatus } from '../../core/dispatch/finish/repository.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import { arg, type Ctx, type Given, type Results, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, type Infer, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { branchLooks, branchMove, type OwnBranch, ownBranch, protectedBranch, switchFailed } from './branch-policy.js'
import { complaintOf, git, gitMessage, look, out, pathsIn, worked } from './steps.js'

const REASONS = [
  'committed',
  'nothing_to_commit',
  'skipped_commit_docs_false',
  'skipped_gitignored',
  'skipped_no_git',
  'commit_failed',
] as const
type Reason = (typeof REASONS)[number]

const ARGS = {
  message: arg.word('Commit message'),
  files: arg.list('Paths to commit; default: .planning/', { of: 'path', greedy: true }),
} as const
type CommitArgs = Given<typeof ARGS>
const statusStep = (name: string, paths: readonly string[]): OwnStep =>
  look(name, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--', ...paths])

/** A file that every project has: if git ignores it, git ignores the planning folder. */
const PROBE = '.planning/ROADMAP.md'
const IGNORED = ['git', '-c', 'core.quotePath=false', 'check-ignore', '--no-index', '--', PROBE] as const

/** Git rejects an empty string as a folder. */
const pathsOf = ({ files }: CommitArgs): readonly string[] =>
  files.length === 0 ? ['.planning'] : files.map((path) => (path === '' ? '.' : path))

const isPlanning = (path: string) => path === '.planning' || path.startsWith('.planning/')

const keepsDocsOut = (settings: Settings): boolean => settings.get('planning.commit_docs') === false

/** Paths that a commit may contain under `commit_docs`. */
const allowed = (args: CommitArgs, settings: Settings): readonly string[] =>
  keepsDocsOut(settings) ? pathsOf(args).filter((path) => !isPlanning(path)) : pathsOf(args)

/** Whether Git ignores the planning folder, even if it tracks files in it. */
const ignores = (results: Results): boolean => out(results, 'ignored').split('\n').includes(PROBE)

const outcomeShape = record({
  committed: bool(),
  hash: orNull(text('Short hash')),
  reason: oneOf(REASONS),
  files: listOf(text(), 'Paths in the commit'),
  branch: orNull(text()),
  skipped: bool(),
})
type Outcome = Infer<typeof outcomeShape>

function answer(reason: Reason, more: Partial<Outcome> = {}): { readonly result: Outcome } {
  const is = { committed: reason === 'committed', reason, skipped: reason.startsWith('skipped') }
  return { result: { ...is, hash: null, files: [], branch: null, ...more } }
}

export const commit = verb('commit', {
  about: 'Commit exactly the named paths',
  args: ARGS,
  result: outcomeShape,
  needs: ['programs'],
  reads: ['config', 'roadmap'],
  writes: [],
  needsWorkstream: false,
  async run(c, args) {
    const { view, results } = c
    const settings = readSettings(view)
    if (settings.problem !== null) return { ...answer('commit_failed'), error: settings.problem }
    if (!view.hasGit) return answer('skipped_no_git')
    const paths = allowed(args, settings)
    if (paths.length === 0) return answer('skipped_commit_docs_false')
    await c.run(() => [
      statusStep('status', paths),
      { name: 'ignored', argv: [...IGNORED, ...paths] },
      look('branch', ['symbolic-ref', '--short', '-q', 'HEAD']),
      look('prefix', ['rev-parse', '--show-prefix']),
      look('tracked', ['ls-files', '-z', '--', ...paths]),
    ])
    return strangePath(args, settings, view, results) ?? made(args, settings, c)
  },
})

/** A named path that neither exists nor is known to Git is a typo: nothing is committed. */
function strangePath(args: CommitArgs, settings: Settings, view: View, results: Results) {
  if (args.files.length === 0 || !worked(results, 'status')) return null
  const tracked = pathsIn(results, 'tracked')
  const known = [...tracked, ...changed(args, settings, results).paths]
  const isKnown = (path: string) => known.some((one) => isWithin(one, [path]))
  const missing = allowed(args, settings).filter((path) => path !== '.' && !pathExists(view, path) && !isKnown(path))
  if (missing.length === 0) return null
  const error: ErrorBody = {
    code: 'FILE_NOT_FOUND',
    message: `neither on disk nor in git: ${missing.join(', ')}; nothing was committed`,
    fix: 'name existing paths, from the project root',
  }
  return { ...answer('commit_failed', { branch: out(results, 'branch') || null }), exit: 1 as const, error }
}

async function made(args: CommitArgs, settings: Settings, c: Ctx) {
  const { view, results, run } = c
  const branch = out(results, 'branch') || null
  const refused = (error: ErrorBody) => ({ ...answer('commit_failed', { branch }), error })
  if (!worked(results, 'status')) return failed(results, 'status', branch)
  const { untracked, paths } = changed(args, settings, results)
  if (paths.length === 0) return nothingToCommit(args, settings, results)
  const wish = ownBranch(paths, settings, view)
  const elsewhere = await turnTo(wish, settings, c)
  if (elsewhere !== null) return refused(elsewhere)
  if (untracked.length > 0) {
    await run(() => [git('add', ['add', '--', ...untracked])])
    if (!worked(results, 'add')) return failed(results, 'add', branch)
  }
  // The answer names the full hash: another process may move HEAD at any time.
  const words = ['-c', 'core.abbrev=40', 'commit', `--message=${args.message}`, '--only', '--', ...paths]
  await run(() => [git('commit', words)])
  const on = wish?.name ?? branch
  return worked(results, 'commit') ? commitAnswer(c, on) : undone(args, settings, c, on)
}

function nothingToCommit(args: CommitArgs, settings: Settings, results: Results) {
  const ignored = out(results, 'ignored').split('\n')
  const isOut = (path: string) => ignored.includes(path) || (ignores(results) && isPlanning(path))
  return answer(allowed(args, settings).every(isOut) ? 'skipped_gitignored' : 'nothing_to_commit', {
    branch: out(results, 'branch') || null,
  })
}

/** Switches to the wanted branch; returns why no commit is possible there, or null. */
async function turnTo(wish: OwnBranch | null, settings: Settings, { results, run }: Ctx): Promise<ErrorBody | null> {
  if (wish !== null) {
    await run(() => branchLooks(wish))
    const move = branchMove(wish, results)
    if (move !== 'stay' && !('argv' in move)) return move
    if (move !== 'stay') {
      await run(() => [move])
      if (!worked(results, 'switch')) return switchFailed(wish, results)
    }
  }
  return protectedBranch(wish?.name ?? (out(results, 'branch') || null), settings)
}

/** The short hash, then the files, starting on a new line. */
const COMMITTED = ['--format=%h', '--no-show-signature']

/** The hash in `[main 1f…] message` or `[main (root-commit) 1f…] message`. */
const hashIn = (said: string): string | null => /^\[[^\n]*? ([0-9a-f]{40,64})\] /m.exec(said)?.[1] ?? null

/** Git names paths from the repository root, which may be above the project. */
const ownPath = (results: Results) => {
  const prefix = out(results, 'prefix')
  return (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path)
}

function isWanted(args: CommitArgs, settings: Settings, results: Results): (path: string) => boolean {
  const given = allowed(args, settings)
  const isOut = keepsDocsOut(settings) || ignores(results)
  return (path) => (given.includes('.') || isWithin(path, given)) && !(isOut && isPlanning(path))
}

function changed(args: CommitArgs, settings: Settings, results: Results, step = 'status'): GitStatus {
  const { paths, untracked } = parseStatus(results.get(step)?.stdout ?? '')
  const own = (list: readonly string[]) => list.map(ownPath(results)).filter(isWanted(args, settings, results))
  return { paths: own(paths), untracked: own(untracked) }
}

async function commitAnswer({ results, run }: Ctx, branch: string | null) {
  const commit = hashIn(results.get('commit')?.stdout ?? '') ?? 'HEAD'
  await run(() => [look('committed', ['show', ...COMMITTED, '--name-only', '--no-renames', '-z', commit])])
  const [hash = null, ...names] = pathsIn(results, 'committed')
  const files = names.map((name, index) => (index === 0 ? name.replace(/^\n/, '') : name))
  return answer('committed', { hash, files: files.map(ownPath(results)).sort(), branch })
}

/** Unstages what a failed commit added. No error if another call has committed the same files meanwhile. */
async function undone(args: CommitArgs, settings: Settings, { results, run }: Ctx, branch: string | null) {
  const { untracked, paths } = changed(args, settings, results)
  await run(() => [
    ...(results.has('add') ? [git('unadd', ['reset', '--quiet', '--', ...untracked])] : []),
    statusStep('after', paths),
  ])
  const left = worked(results, 'after') ? changed(args, settings, results, 'after').paths : null
  return left?.length === 0 ? answer('nothing_to_commit', { branch }) : failed(results, 'commit', branch)
}

function failed(results: Results, step: string, branch: string | null) {
  return { ...answer('commit_failed', { branch }), error: complaintOf(gitMessage(results, step)) }
}
