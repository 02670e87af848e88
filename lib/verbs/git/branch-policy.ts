// The branch a commit belongs on: the phase's or milestone's (`git.branching_strategy`), never a protected one.
import { activeWindow } from '../../artifacts/roadmap/roadmap.js'
import type { OwnStep } from '../../core/builtin-steps.js'
import { parseDirectoryName } from '../../core/ids.js'
import type { Settings } from '../../core/project/settings.js'
import type { Results } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { slugOf } from '../../std/slug.js'
import { git, gitMessage, look, out, worked } from './steps.js'

export interface OwnBranch {
  readonly name: string
  /** The folder whose commits prevent creating the branch; null if it can always be created. */
  readonly folder: string | null
  readonly subject: string
}

/** The branch for the paths; null if they belong to no phase or to several. */
export function ownBranch(paths: readonly string[], settings: Settings, view: View): OwnBranch | null {
  const strategy = settings.get('git.branching_strategy')
  if (strategy !== 'phase' && strategy !== 'milestone') return null
  const folder = view.at('phases/')
  const own = paths.filter((path) => path.startsWith(folder))
  const names = new Set(own.flatMap((path) => path.slice(folder.length).split('/')[0] || []))
  if (names.size === 0) return null
  return strategy === 'phase' ? phaseBranch([...names], settings, view) : milestoneBranch(settings, view)
}

function phaseBranch(names: readonly string[], settings: Settings, view: View): OwnBranch | null {
  const [name] = names
  const parsed = name === undefined || names.length > 1 ? null : parseDirectoryName(name)
  if (parsed === null) return null
  return {
    name: filled(settings.get('git.phase_branch_template'), { phase: parsed.id, slug: parsed.slug }),
    folder: view.at(`phases/${name}`),
    subject: `phase ${parsed.id}`,
  }
}

function milestoneBranch(settings: Settings, view: View): OwnBranch | null {
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  const active = roadmap === undefined ? null : activeWindow(roadmap)
  const window = active === null ? undefined : roadmap?.windows[active]
  if (window === undefined || window.version === null) return null
  const parts = { milestone: window.version, slug: slugOf(window.name ?? '') }
  const name = filled(settings.get('git.milestone_branch_template'), parts)
  return { name, folder: null, subject: `milestone ${window.version}` }
}

/** Fills the template verbatim; an empty part leaves no dangling separator. */
function filled(template: unknown, parts: Readonly<Record<string, string>>): string {
  const text = typeof template === 'string' ? template : ''
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => parts[key] ?? whole).replace(/[-/]+$/, '')
}

export const branchLooks = (wish: OwnBranch): readonly OwnStep[] => [
  look('own-branch', ['rev-parse', '--verify', '--quiet', `refs/heads/${wish.name}`]),
  ...(wish.folder === null ? [] : [look('history', ['log', '-1', '--format=%H', '--', wish.folder])]),
]

/** `stay` on the right branch, else the switch to make, or why none is possible. */
export function branchMove(wish: OwnBranch, results: Results): 'stay' | OwnStep | ErrorBody {
  if (out(results, 'branch') === wish.name) return 'stay'
  if (worked(results, 'own-branch')) return git('switch', ['switch', '--quiet', wish.name])
  if (out(results, 'history') === '') return git('switch', ['switch', '--quiet', '--create', wish.name])
  return {
    code: 'GIT_CONFLICT',
    message: `${wish.subject} has commits, but its branch ${wish.name} is gone and is not created again; nothing was committed`,
    fix: `git switch --create ${wish.name}, or gsd-tools config set git.branching_strategy none`,
  }
}

export const switchFailed = (wish: OwnBranch, results: Results): ErrorBody => ({
  code: 'GIT_CONFLICT',
  message: `git cannot switch to ${wish.name}: ${gitMessage(results, 'switch')}; nothing was committed`,
  fix: `commit or stash what git names, then git switch ${wish.name}`,
})

export function protectedBranch(branch: string | null, settings: Settings): ErrorBody | null {
  const listed = settings.get('git.protected_branches')
  const base = settings.get('git.base_branch')
  const isListed = Array.isArray(listed) && branch !== null && listed.includes(branch)
  const isBase = settings.get('git.allow_default_branch_commits') === false && branch !== null && branch === base
  if (!isListed && !isBase) return null
  return {
    code: 'GIT_CONFLICT',
    message: `the settings protect the branch ${branch}: nothing was committed`,
    fix: `git switch --create <branch>, or remove ${branch} from ${isListed ? 'git.protected_branches' : 'git.base_branch'}`,
  }
}
