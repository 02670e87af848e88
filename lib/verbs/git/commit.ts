// The `commit` verb: commits exactly the named paths; other staged changes stay staged.
import type { OwnStep } from '../../core/builtin-steps.js'
import { pathExists } from '../../core/dispatch/finish/changes.js'
import { type GitStatus, isWithin, parseStatus } from '../../core/dispatch/finish/repository.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import { arg, type Ctx, type Given, type Results, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, type Infer, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import {
  branchMove,
  branchSteps,
  protectedBranch,
  switchFailed,
  type TargetBranch,
  targetBranch,
} from './branch-policy.js'
import { git, gitError, gitMessage, output, pathsIn, readStep, succeeded } from './steps.js'

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
  readStep(name, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--', ...paths])

/** A path for a test: if git ignores it, git ignores the planning folder. */
const PROBE = '.planning/ROADMAP.md'
const IGNORED = ['git', '-c', 'core.quotePath=false', 'check-ignore', '--no-index', '--', PROBE] as const

/** Returns the paths to commit. An empty path becomes `.`, because git rejects an empty string. */
const pathsOf = ({ files }: CommitArgs): readonly string[] =>
  files.length === 0 ? ['.planning'] : files.map((path) => (path === '' ? '.' : path))

const isPlanning = (path: string) => path === '.planning' || path.startsWith('.planning/')

const excludesDocs = (settings: Settings): boolean => settings.get('planning.commit_docs') === false

/** Returns the paths that a commit may contain according to `commit_docs`. */
const allowedPaths = (args: CommitArgs, settings: Settings): readonly string[] =>
  excludesDocs(settings) ? pathsOf(args).filter((path) => !isPlanning(path)) : pathsOf(args)

/** Whether Git ignores the planning folder, even if it tracks files in it. */
const ignoresPlanning = (results: Results): boolean => output(results, 'ignored').split('\n').includes(PROBE)

const outcomeShape = record({
  committed: bool(),
  hash: orNull(text('Short hash')),
  reason: oneOf(REASONS),
  files: listOf(text(), 'Paths in the commit'),
  branch: orNull(text()),
  skipped: bool(),
})
type Outcome = Infer<typeof outcomeShape>

function answer(reason: Reason, rest: Partial<Outcome> = {}): { readonly result: Outcome } {
  const outcome = { committed: reason === 'committed', reason, skipped: reason.startsWith('skipped') }
  return { result: { ...outcome, hash: null, files: [], branch: null, ...rest } }
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
    const paths = allowedPaths(args, settings)
    if (paths.length === 0) return answer('skipped_commit_docs_false')
    await c.run(() => [
      statusStep('status', paths),
      { name: 'ignored', argv: [...IGNORED, ...paths] },
      readStep('branch', ['symbolic-ref', '--short', '-q', 'HEAD']),
      readStep('prefix', ['rev-parse', '--show-prefix']),
      readStep('tracked', ['ls-files', '-z', '--', ...paths]),
    ])
    return unknownPath(args, settings, view, results) ?? makeCommit(args, settings, c)
  },
})

/** Refuses a named path that neither exists nor is known to git, because it must be a typo. */
function unknownPath(args: CommitArgs, settings: Settings, view: View, results: Results) {
  if (args.files.length === 0 || !succeeded(results, 'status')) return null
  const tracked = pathsIn(results, 'tracked')
  const known = [...tracked, ...changedPaths(args, settings, results).paths]
  const isKnown = (path: string) => known.some((one) => isWithin(one, [path]))
  const missing = allowedPaths(args, settings).filter(
    (path) => path !== '.' && !pathExists(view, path) && !isKnown(path),
  )
  if (missing.length === 0) return null
  const error: ErrorBody = {
    code: 'FILE_NOT_FOUND',
    message: `these paths are neither on disk nor in git: ${missing.join(', ')}; nothing was committed`,
    fix: 'name existing paths, from the project root',
  }
  return { ...answer('commit_failed', { branch: output(results, 'branch') || null }), exit: 1 as const, error }
}

async function makeCommit(args: CommitArgs, settings: Settings, c: Ctx) {
  const { view, results, run } = c
  const branch = output(results, 'branch') || null
  const refused = (error: ErrorBody) => ({ ...answer('commit_failed', { branch }), error })
  if (!succeeded(results, 'status')) return failedAnswer(results, 'status', branch)
  const { untracked, paths } = changedPaths(args, settings, results)
  if (paths.length === 0) return nothingToCommit(args, settings, results)
  const target = targetBranch(paths, settings, view)
  const problem = await switchTo(target, settings, c)
  if (problem !== null) return refused(problem)
  if (untracked.length > 0) {
    await run(() => [git('add', ['add', '--', ...untracked])])
    if (!succeeded(results, 'add')) return failedAnswer(results, 'add', branch)
  }
  // Git's output names the full hash, because another process may move HEAD at any time.
  const argv = ['-c', 'core.abbrev=40', 'commit', `--message=${args.message}`, '--only', '--', ...paths]
  await run(() => [git('commit', argv)])
  const finalBranch = target?.name ?? branch
  return succeeded(results, 'commit') ? commitAnswer(c, finalBranch) : undoFailedCommit(args, settings, c, finalBranch)
}

function nothingToCommit(args: CommitArgs, settings: Settings, results: Results) {
  const ignored = output(results, 'ignored').split('\n')
  const isOut = (path: string) => ignored.includes(path) || (ignoresPlanning(results) && isPlanning(path))
  return answer(allowedPaths(args, settings).every(isOut) ? 'skipped_gitignored' : 'nothing_to_commit', {
    branch: output(results, 'branch') || null,
  })
}

/** Switches to the target branch, if any; returns why no commit is possible on the resulting branch, or null. */
async function switchTo(
  target: TargetBranch | null,
  settings: Settings,
  { results, run }: Ctx,
): Promise<ErrorBody | null> {
  if (target !== null) {
    await run(() => branchSteps(target))
    const move = branchMove(target, results)
    if (move !== 'stay' && !('argv' in move)) return move
    if (move !== 'stay') {
      await run(() => [move])
      if (!succeeded(results, 'switch')) return switchFailed(target, results)
    }
  }
  return protectedBranch(target?.name ?? (output(results, 'branch') || null), settings)
}

/** Options with which `git show` begins with the short hash. */
const COMMITTED = ['--format=%h', '--no-show-signature']

/** Returns the hash in `[main 1f…] message` or `[main (root-commit) 1f…] message`, or null. */
const hashIn = (text: string): string | null => /^\[[^\n]*? ([0-9a-f]{40,64})\] /m.exec(text)?.[1] ?? null

/** Makes paths relative to the project: git names them from the repository root, which may be above the project. */
const projectPath = (results: Results) => {
  const prefix = output(results, 'prefix')
  return (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path)
}

function commitFilter(args: CommitArgs, settings: Settings, results: Results): (path: string) => boolean {
  const given = allowedPaths(args, settings)
  const isOut = excludesDocs(settings) || ignoresPlanning(results)
  return (path) => (given.includes('.') || isWithin(path, given)) && !(isOut && isPlanning(path))
}

function changedPaths(args: CommitArgs, settings: Settings, results: Results, step = 'status'): GitStatus {
  const { paths, untracked } = parseStatus(results.get(step)?.stdout ?? '')
  const committable = (list: readonly string[]) =>
    list.map(projectPath(results)).filter(commitFilter(args, settings, results))
  return { paths: committable(paths), untracked: committable(untracked) }
}

async function commitAnswer({ results, run }: Ctx, branch: string | null) {
  const commit = hashIn(results.get('commit')?.stdout ?? '') ?? 'HEAD'
  await run(() => [readStep('committed', ['show', ...COMMITTED, '--name-only', '--no-renames', '-z', commit])])
  const [hash = null, ...names] = pathsIn(results, 'committed')
  const files = names.map((name, index) => (index === 0 ? name.replace(/^\n/, '') : name))
  return answer('committed', { hash, files: files.map(projectPath(results)).sort(), branch })
}

/** Unstages what a failed commit added. If another process committed the same files, there was nothing to commit. */
async function undoFailedCommit(args: CommitArgs, settings: Settings, { results, run }: Ctx, branch: string | null) {
  const { untracked, paths } = changedPaths(args, settings, results)
  await run(() => [
    ...(results.has('add') ? [git('unadd', ['reset', '--quiet', '--', ...untracked])] : []),
    statusStep('after', paths),
  ])
  const left = succeeded(results, 'after') ? changedPaths(args, settings, results, 'after').paths : null
  return left?.length === 0 ? answer('nothing_to_commit', { branch }) : failedAnswer(results, 'commit', branch)
}

function failedAnswer(results: Results, step: string, branch: string | null) {
  return { ...answer('commit_failed', { branch }), error: gitError(gitMessage(results, step)) }
}
