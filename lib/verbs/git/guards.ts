// Which branch is the base, and is it protected.
import { readSettings, type Settings } from '../../core/project/settings.js'
import { bool, orNull, record, text } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { arg, task } from '../verb.js'
import { look, out, type Results, worked } from './steps.js'

const REMOTE_HEAD = 'refs/remotes/origin/HEAD'
/** What base branches are called where nothing says which one it is. */
const USUAL = ['main', 'master'] as const

interface Base {
  readonly branch: string | null
  readonly source: string
}

function baseBranch(settings: Settings, results: Results): Base {
  const configured = settings.get('git.base_branch')
  if (typeof configured === 'string') return { branch: configured, source: 'git.base_branch' }
  const remote = out(results, 'remote')
  if (worked(results, 'remote') && remote.startsWith('origin/'))
    return { branch: remote.slice('origin/'.length), source: REMOTE_HEAD }
  const local = out(results, 'local').split('\n')
  const usual = USUAL.filter((name) => local.includes(name))
  return usual.length === 1 && usual[0] !== undefined
    ? { branch: usual[0], source: 'the only branch of a usual name' }
    : { branch: null, source: 'none' }
}

/** Null where it cannot be told. */
function isProtected(branch: string | null, base: Base, settings: Settings): boolean | null {
  if (branch === null) return null
  const listed = settings.get('git.protected_branches')
  if (Array.isArray(listed) && listed.includes(branch)) return true
  if (settings.get('git.allow_default_branch_commits') !== false) return false
  return base.branch === null ? null : branch === base.branch
}

export const gitBaseBranch = task('git.base-branch', {
  about: 'The branch that work starts from and goes back to',
  args: {
    branch: arg.text('Branch to judge; the current one when left out', { positional: true }),
    'is-protected': arg.flag('The answer is no where the branch is not protected'),
  },
  result: record({
    branch: orNull(text()),
    ref: orNull(text('What commits are counted against: the branch as origin has it, else the local one')),
    source: text('What said so'),
    protected: orNull(bool('Whether the judged branch takes no direct commits')),
    unknown: unknownShape,
  }),
  reads: ['config'],
  writes: [],
  needsWorkstream: false,
  plan: (_, view) =>
    view.hasGit
      ? [
          look('remote', ['symbolic-ref', '--quiet', '--short', REMOTE_HEAD]),
          look('local', ['for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes/origin']),
          look('current', ['symbolic-ref', '--quiet', '--short', 'HEAD']),
        ]
      : [],
  finish(args, view, results) {
    const settings = readSettings(view)
    const base = baseBranch(settings, results)
    const remote = `origin/${base.branch}`
    const ref = out(results, 'local').split('\n').includes(remote) ? remote : base.branch
    const judged = isProtected(args.branch ?? (out(results, 'current') || null), base, settings)
    const unknown = [
      ...(base.branch === null
        ? [
            {
              path: 'branch',
              code: 'NOT_KNOWN',
              reason: 'no setting, no origin, and not exactly one of main and master',
            },
          ]
        : []),
      ...(judged === null
        ? [{ path: 'protected', code: 'NOT_KNOWN', reason: 'no branch is checked out, or the base is not known' }]
        : []),
    ]
    return {
      result: { ...base, ref, protected: judged, unknown },
      ...(args['is-protected'] && judged !== true ? { exit: 1 as const } : {}),
    }
  },
})
