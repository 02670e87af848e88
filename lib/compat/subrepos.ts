// Commits in repositories below the project that `planning.sub_repos` names.
import { readSettings } from '../core/project/settings.js'
import type { View } from '../core/view.js'
import type { ErrorBody } from '../errors.js'
import { bareFolder } from '../std/paths.js'
import { bool, listOf, mapOf, maybe, orNull, record, text } from '../std/shape.js'
import { complaintOf } from '../verbs/git/complaints.js'
import { committing, type Identified, identity } from '../verbs/git/identity.js'
import { git, look, out, type Results, said, worked } from '../verbs/git/steps.js'
import { arg, type Step, task } from '../verbs/verb.js'

/** Folders of the repositories, relative to the root. */
function repositories(view: View): readonly string[] {
  const listed = readSettings(view).get('planning.sub_repos')
  return Array.isArray(listed) ? listed.flatMap((name) => (typeof name === 'string' ? [bareFolder(name)] : [])) : []
}

interface Share {
  readonly repo: string
  /** Relative to the repository. */
  readonly files: readonly string[]
}

/** Every file with the repository it lies in, the deepest first; or why they cannot be shared out. */
function shareOut(files: readonly string[], repos: readonly string[]): readonly Share[] | ErrorBody {
  if (repos.length === 0)
    return {
      code: 'COMMIT_FAILED',
      message: 'the settings name no repository below this project',
      fix: `gsd-tools config set planning.sub_repos '["api"]'`,
    }
  const deepest = [...repos].sort((a, b) => b.length - a.length)
  const homes = files.map((file) => deepest.find((repo) => file.startsWith(`${repo}/`)) ?? null)
  const strays = files.filter((_, index) => homes[index] === null)
  if (strays.length > 0)
    return {
      code: 'COMMIT_FAILED',
      message: `${strays.join(', ')} is in none of ${repos.join(', ')}; nothing was committed`,
      fix: 'commit it with gsd-tools commit, or name files of the repositories',
    }
  return repos.flatMap((repo) => {
    const own = files.filter((_, index) => homes[index] === repo).map((file) => file.slice(repo.length + 1))
    return own.length === 0 ? [] : [{ repo, files: own }]
  })
}

const commitSteps = (who: Identified, { repo, files }: Share, message: string): readonly Step[] => [
  git(`${repo}:add`, ['add', '--', ...files], { cwd: repo }),
  committing(who, `${repo}:commit`, ['commit', '--only', `--message=${message}`, '--', ...files], { cwd: repo }),
]

const repoShape = record({
  committed: bool(),
  hash: orNull(text('Short hash')),
  files: listOf(text(), 'Relative to the repository'),
  reason: text('committed, nothing_to_commit, or what git said'),
})

const ARGS = {
  message: arg.word('Commit message'),
  files: arg.list('Files to commit, from the project root', { of: 'path', greedy: true }),
} as const

export const commitToSubrepo = task('commit-to-subrepo', {
  about: 'Commit files in the repositories below the project that they lie in',
  args: ARGS,
  result: record({ committed: bool(), reason: maybe(text()), repos: mapOf(repoShape) }),
  reads: ['config'],
  writes: [],
  needsWorkstream: false,
  plan(args, view) {
    const shares = shareOut(args.files, repositories(view))
    if ('code' in shares) return []
    return shares.map(({ repo, files }) =>
      look(`${repo}:status`, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--', ...files], {
        cwd: repo,
      }),
    )
  },
  finish(args, view, results) {
    const shares = shareOut(args.files, repositories(view))
    const none = { committed: false, repos: {} }
    if ('code' in shares) return { result: { ...none, reason: shares.message }, error: shares }
    if (shares.length === 0)
      return {
        result: { ...none, reason: 'no files' },
        error: { code: 'USAGE', message: 'no file was named', fix: 'add --files <path> …' },
      }
    const broken = shares.find(({ repo }) => !worked(results, `${repo}:status`))
    if (broken !== undefined) {
      const error = refusal(broken.repo, said(results, `${broken.repo}:status`))
      return { result: { ...none, reason: error.message }, error }
    }
    const changed = shares.filter(({ repo }) => (results.get(`${repo}:status`)?.stdout ?? '') !== '')
    const next = changed.find(({ repo }) => !results.has(`${repo}:commit`))
    const stopped = changed.some(({ repo }) => results.has(`${repo}:commit`) && !worked(results, `${repo}:commit`))
    const who = identityInAll(changed, results)
    if ('more' in who) return who
    if ('error' in who) return { result: { ...none, reason: who.error.message }, error: who.error }
    if (next !== undefined && !stopped) return { more: commitSteps(who, next, args.message) }
    const asked = changed.filter(({ repo }) => worked(results, `${repo}:commit`) && !results.has(`${repo}:hash`))
    if (asked.length > 0)
      return { more: asked.map(({ repo }) => look(`${repo}:hash`, ['rev-parse', '--short', 'HEAD'], { cwd: repo })) }
    const repos = Object.fromEntries(shares.map((share) => [share.repo, outcomeOf(share, results)]))
    const failed = changed.find(({ repo }) => !worked(results, `${repo}:commit`))
    return {
      result: { committed: Object.values(repos).some(({ committed }) => committed), repos },
      ...(failed === undefined ? {} : { error: refusal(failed.repo, said(results, `${failed.repo}:commit`)) }),
    }
  },
})

/** Known in each of them before the first is touched. */
function identityInAll(shares: readonly Share[], results: Results): ReturnType<typeof identity> {
  const asked = shares.map(({ repo }) => identity(results, repo))
  const more = asked.flatMap((one) => ('more' in one ? one.more : []))
  if (more.length > 0) return { more }
  return asked.find((one) => 'error' in one) ?? { isKnown: true }
}

function outcomeOf({ repo, files }: Share, results: Results) {
  const done = worked(results, `${repo}:commit`)
  const tried = results.has(`${repo}:commit`)
  return {
    committed: done,
    hash: done ? out(results, `${repo}:hash`) : null,
    files: done ? files : [],
    reason: done ? 'committed' : tried ? said(results, `${repo}:commit`) : 'nothing_to_commit',
  }
}

const refusal = (repo: string, complaint: string): ErrorBody =>
  complaintOf(complaint, `in ${repo}`) ?? {
    code: 'COMMIT_FAILED',
    message: `git refused in ${repo}: ${complaint}`,
    fix: `fix what git names in ${repo}, then call again; what is committed already stays`,
  }
