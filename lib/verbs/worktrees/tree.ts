// What git says about one work tree: is it clean, and is everything in it also in the branch it came from.
import { git, look, out, pathsIn, type Results, worked } from '../git/steps.js'
import type { Step } from '../verb.js'

/** One work tree of a unit or an agent. */
export interface WorkTree {
  /** Relative to the project root, or absolute where somebody else made it. */
  readonly path: string
  readonly branch: string
}

export interface Standing {
  readonly there: boolean
  /** No change and no untracked file; null where it cannot be told. */
  readonly clean: boolean | null
  /** Its last commit is in the current branch, or both hold the same files. */
  readonly merged: boolean | null
  /** One line per commit that the current branch lacks, newest first. */
  readonly unmerged: readonly string[]
}

const key = (place: WorkTree, name: string) => `${place.path}:${name}`

/** The questions; every answer is about the work tree's own HEAD, never about a stored name. */
export const standingSteps = (place: WorkTree): readonly Step[] => [
  look(key(place, 'status'), ['status', '--porcelain=v1', '-z', '--untracked-files=all'], { cwd: place.path }),
  look(key(place, 'head'), ['rev-parse', '--verify', 'HEAD'], { cwd: place.path }),
  look(key(place, 'tree'), ['rev-parse', '--verify', 'HEAD^{tree}'], { cwd: place.path }),
  look(key(place, 'integration-tree'), ['rev-parse', '--verify', 'HEAD^{tree}']),
]

/** Asked once the head of the work tree is known. */
export const mergedSteps = (place: WorkTree, results: Results): readonly Step[] => {
  const head = out(results, key(place, 'head'))
  return [
    look(key(place, 'ancestor'), ['merge-base', '--is-ancestor', head, 'HEAD']),
    look(key(place, 'unmerged'), ['log', '--format=%h %s', '-z', `HEAD..${head}`]),
  ]
}

export const isAsked = (place: WorkTree, results: Results): boolean => results.has(key(place, 'status'))
export const isJudged = (place: WorkTree, results: Results): boolean =>
  !worked(results, key(place, 'head')) || results.has(key(place, 'ancestor'))

export function standingOf(place: WorkTree, results: Results): Standing {
  if (!worked(results, key(place, 'head'))) return { there: false, clean: null, merged: null, unmerged: [] }
  const status = results.get(key(place, 'status'))
  const ancestor = results.get(key(place, 'ancestor'))?.exitCode
  const sameFiles = out(results, key(place, 'tree')) === out(results, key(place, 'integration-tree'))
  return {
    there: true,
    clean: status?.exitCode === 0 ? status.stdout === '' : null,
    merged: sameFiles || ancestor === 0 ? true : ancestor === 1 ? false : null,
    unmerged: pathsIn(results, key(place, 'unmerged')).map((line) => line.trim()),
  }
}

/** Why the work tree must stay, or null. */
export function whyKept({ there, clean, merged, unmerged }: Standing): string | null {
  if (!there) return 'git cannot read it'
  if (clean !== true) return 'it has changes or files that are not committed'
  if (merged !== true) return `the current branch lacks ${unmerged.length === 0 ? 'its work' : unmerged.join('; ')}`
  return null
}

/** Removes the branch if it still ends where it was looked at. */
export const forgetBranch = (place: WorkTree, results: Results, name = 'branch'): Step =>
  git(name, ['update-ref', '-d', `refs/heads/${place.branch}`, out(results, key(place, 'head'))])
