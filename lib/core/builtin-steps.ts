// Steps that the shell computes itself instead of starting a program. Their first word cannot be a program's name.
import type { Run } from '../ports.js'
import type { NamedStep } from './trust.js'

/** Digest over the tracked and the untracked, not ignored files of the project except `.planning/`; printed as hex. */
export const TREE_DIGEST = '@tree-digest'

/** Removes an index file that a commit of staged paths was made through. */
export const REMOVE_OWN_INDEX = '@remove-own-index'

const BUILTIN_WORDS = [TREE_DIGEST, REMOVE_OWN_INDEX] as const
export type BuiltinWord = (typeof BUILTIN_WORDS)[number]

/** The programs this pack starts of itself, with arguments that it builds. What anything else names is a `NamedStep`. */
type OwnProgram = BuiltinWord | 'git' | 'node'
const OWN: ReadonlySet<string> = new Set<OwnProgram>([...BUILTIN_WORDS, 'git', 'node'])
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

export const OWN_INDEX = 'gsd-index-'

export const removeOwnIndexStep = (path: string): UnitStep => ({ name: 'forget-index', argv: [REMOVE_OWN_INDEX, path] })

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
