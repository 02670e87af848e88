// Finds the branch for a commit: the phase's or milestone's (`git.branching_strategy`). Refuses protected branches.
import { activeWindow } from '../../artifacts/roadmap/roadmap.js'
import type { OwnStep } from '../../core/builtin-steps.js'
import { parseDirectoryName } from '../../core/ids.js'
import type { Settings } from '../../core/project/settings.js'
import type { Results } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { slugOf } from '../../std/slug.js'
import { git, gitMessage, output, readStep, succeeded } from './steps.js'

export interface TargetBranch {
  readonly name: string
  /** The branch is not created if this folder already has commits; null if it can always be created. */
  readonly folder: string | null
  readonly subject: string
}

/** Returns the branch for the paths; null without a strategy or a path in a phase, or if no single phase, or no version of the milestone, names the branch. */
export function targetBranch(paths: readonly string[], settings: Settings, view: View): TargetBranch | null {
  const strategy = settings.get('git.branching_strategy')
  if (strategy !== 'phase' && strategy !== 'milestone') return null
  const folder = view.at('phases/')
  const inPhases = paths.filter((path) => path.startsWith(folder))
  const names = new Set(inPhases.flatMap((path) => path.slice(folder.length).split('/')[0] || []))
  if (names.size === 0) return null
  return strategy === 'phase' ? phaseBranch([...names], settings, view) : milestoneBranch(settings, view)
}

function phaseBranch(names: readonly string[], settings: Settings, view: View): TargetBranch | null {
  const [name] = names
  const parsed = name === undefined || names.length > 1 ? null : parseDirectoryName(name)
  if (parsed === null) return null
  return {
    name: fillTemplate(settings.get('git.phase_branch_template'), { phase: parsed.id, slug: parsed.slug }),
    folder: view.at(`phases/${name}`),
    subject: `phase ${parsed.id}`,
  }
}

function milestoneBranch(settings: Settings, view: View): TargetBranch | null {
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  const active = roadmap === undefined ? null : activeWindow(roadmap)
  const window = active === null ? undefined : roadmap?.windows[active]
  if (window === undefined || window.version === null) return null
  const parts = { milestone: window.version, slug: slugOf(window.name ?? '') }
  const name = fillTemplate(settings.get('git.milestone_branch_template'), parts)
  return { name, folder: null, subject: `milestone ${window.version}` }
}

/** Fills a template; removes separators that an empty part leaves at the end. */
function fillTemplate(template: unknown, parts: Readonly<Record<string, string>>): string {
  const text = typeof template === 'string' ? template : ''
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => parts[key] ?? whole).replace(/[-/]+$/, '')
}

export const branchSteps = (target: TargetBranch): readonly OwnStep[] => [
  readStep('own-branch', ['rev-parse', '--verify', '--quiet', `refs/heads/${target.name}`]),
  ...(target.folder === null ? [] : [readStep('history', ['log', '-1', '--format=%H', '--', target.folder])]),
]

/** Returns `stay` if the branch is right, otherwise the step that switches, or why switching is impossible. */
export function branchMove(target: TargetBranch, results: Results): 'stay' | OwnStep | ErrorBody {
  if (output(results, 'branch') === target.name) return 'stay'
  if (succeeded(results, 'own-branch')) return git('switch', ['switch', '--quiet', target.name])
  if (output(results, 'history') === '') return git('switch', ['switch', '--quiet', '--create', target.name])
  return {
    code: 'GIT_CONFLICT',
    message: `${target.subject} has commits, but its branch ${target.name} no longer exists and is not created again; nothing was committed`,
    fix: `run git switch --create ${target.name}, or run gsd-tools config set git.branching_strategy none`,
  }
}

export const switchFailed = (target: TargetBranch, results: Results): ErrorBody => ({
  code: 'GIT_CONFLICT',
  message: `git cannot switch to ${target.name}: ${gitMessage(results, 'switch')}; nothing was committed`,
  fix: `commit or stash the files that git names, then run git switch ${target.name}`,
})

export function protectedBranch(branch: string | null, settings: Settings): ErrorBody | null {
  const listed = settings.get('git.protected_branches')
  const base = settings.get('git.base_branch')
  const isListed = Array.isArray(listed) && branch !== null && listed.includes(branch)
  const isBase = settings.get('git.allow_default_branch_commits') === false && branch !== null && branch === base
  if (!isListed && !isBase) return null
  return {
    code: 'GIT_CONFLICT',
    message: `the settings protect the branch ${branch}, so nothing was committed`,
    fix: `run git switch --create <branch>, or ${isListed ? `remove ${branch} from git.protected_branches` : 'run gsd-tools config set git.allow_default_branch_commits true'}`,
  }
}
