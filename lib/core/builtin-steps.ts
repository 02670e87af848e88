// Steps that the pack starts of itself, and the one it computes instead of starting a program.
import type { Run } from '../ports.js'
import type { NamedStep } from './trust.js'

/** Digest over the tracked and the untracked, not ignored files of the project except `.planning/`; printed as hex. No program can have this name. */
export const TREE_DIGEST = '@tree-digest'

/** The programs this pack starts of itself, with arguments that it builds. What anything else names is a `NamedStep`. */
type OwnProgram = typeof TREE_DIGEST | 'git' | 'node'
const OWN: ReadonlySet<string> = new Set<OwnProgram>([TREE_DIGEST, 'git', 'node'])
export const isOwnProgram = (program: string): boolean => OWN.has(program)

/** The same as a verb's step; verbs lie to the right of this room. */
export type UnitStep = OwnStep | NamedStep

export interface OwnStep extends Run {
  readonly name: string
  readonly argv: readonly [OwnProgram, ...string[]]
  /** It only looks: such steps also run under `--dry-run`. */
  readonly looks?: boolean
}
export interface LookStep extends OwnStep {
  readonly looks: true
}

export const treeDigestStep = (name = 'tree'): LookStep => ({ name, argv: [TREE_DIGEST], looks: true })
/** A program that only looks. */
export const lookStep = (name: string, argv: OwnStep['argv']): LookStep => ({ name, argv, looks: true })

export const headStep = (name = 'head'): LookStep => ({
  name,
  argv: ['git', 'rev-parse', '--verify', '--quiet', 'HEAD'],
  looks: true,
})
/** Commits since `start` (all when it is null) that change a file, newest first, one hash a line. `code`: a file outside of the planning folder. */
export const commitsStep = (start: string | null, name = 'commits', code = false): LookStep => ({
  name,
  argv: [
    'git',
    'log',
    '--format=%H',
    start === null ? 'HEAD' : `${start}..HEAD`,
    '--',
    ':/',
    ...(code ? [':(exclude).planning'] : []),
  ],
  looks: true,
})

/** The same with the files each of them touches: a line `@<hash> <parents>`, the subject behind a control character, then a letter, a tab and the path in the repository for each. */
export const changesStep = (start: string | null, name: string): LookStep => ({
  name,
  argv: [
    'git',
    '-c',
    'core.quotePath=false',
    '-c',
    'diff.relative=false',
    'log',
    '--format=@%H %P',
    '--name-status',
    '--no-renames',
    start === null ? 'HEAD' : `${start}..HEAD`,
  ],
  looks: true,
})
