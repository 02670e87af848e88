// Steps for programs that this tool starts on its own account, and for the built-in tree digest.
import type { Run } from '../ports.js'
import type { NamedStep } from './trust.js'

/** Pseudo-program that prints a hex digest of the project's files (`lib/node/git.ts` says which files). */
export const TREE_DIGEST = '@tree-digest'

/** Programs that this tool starts with its own arguments. A program that the project names is a `NamedStep`. */
type OwnProgram = typeof TREE_DIGEST | 'git' | 'node'
const OWN_PROGRAMS: ReadonlySet<string> = new Set<OwnProgram>([TREE_DIGEST, 'git', 'node'])
export const isOwnProgram = (program: string): boolean => OWN_PROGRAMS.has(program)

/** A program to run: one of ours, or one that the project names. */
export type UnitStep = OwnStep | NamedStep

export interface OwnStep extends Run {
  readonly name: string
  readonly argv: readonly [OwnProgram, ...string[]]
}

export const treeDigestStep = (name: string): OwnStep => ({ name, argv: [TREE_DIGEST] })
export const headStep = (name: string): OwnStep => ({ name, argv: ['git', 'rev-parse', '--verify', '--quiet', 'HEAD'] })

/** Lists commits since `start` (null: all), each as a line `@<hash>` and, per changed file, a letter, a tab and the path. */
export const changesStep = (start: string | null, name: string): OwnStep => ({
  name,
  argv: [
    'git',
    '-c',
    'core.quotePath=false',
    '-c',
    'diff.relative=false',
    'log',
    '--format=@%H',
    '--name-status',
    '--no-renames',
    start === null ? 'HEAD' : `${start}..HEAD`,
  ],
})
