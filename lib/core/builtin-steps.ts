// Steps for the programs that the pack starts itself, and for the built-in tree digest.
import type { Run } from '../ports.js'
import type { NamedStep } from './trust.js'

/** Hex digest of the project's files (`lib/node/git.ts` says which). No program can have this name. */
export const TREE_DIGEST = '@tree-digest'

/** Programs that the pack starts itself with its own arguments. A program named by the project is a `NamedStep`. */
type OwnProgram = typeof TREE_DIGEST | 'git' | 'node'
const OWN: ReadonlySet<string> = new Set<OwnProgram>([TREE_DIGEST, 'git', 'node'])
export const isOwnProgram = (program: string): boolean => OWN.has(program)

export type UnitStep = OwnStep | NamedStep

export interface OwnStep extends Run {
  readonly name: string
  readonly argv: readonly [OwnProgram, ...string[]]
}

export const treeDigestStep = (name: string): OwnStep => ({ name, argv: [TREE_DIGEST] })
export const headStep = (name: string): OwnStep => ({ name, argv: ['git', 'rev-parse', '--verify', '--quiet', 'HEAD'] })

/** Commits since `start`: a line `@<hash>`, then per touched file a letter, a tab and its path. */
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
