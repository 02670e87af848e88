// The programs that the pack starts on its own, as steps, and the digest that it computes in their place.
import type { Run } from '../ports.js'
import type { NamedStep } from './trust.js'

/** Digest over the tracked and the untracked, not ignored files of the project except `.planning/`; printed as hex. No program can have this name. */
export const TREE_DIGEST = '@tree-digest'

/** Programs that the pack starts on its own, with arguments that it builds. A program named by the project is a `NamedStep`. */
type OwnProgram = typeof TREE_DIGEST | 'git' | 'node'
const OWN: ReadonlySet<string> = new Set<OwnProgram>([TREE_DIGEST, 'git', 'node'])
export const isOwnProgram = (program: string): boolean => OWN.has(program)

export type UnitStep = OwnStep | NamedStep

export interface OwnStep extends Run {
  readonly name: string
  readonly argv: readonly [OwnProgram, ...string[]]
  /** It only looks: such steps also run under `--dry-run`. */
  readonly looks?: boolean
}

/** A program that only looks. */
export const lookStep = (name: string, argv: OwnStep['argv']): OwnStep => ({ name, argv, looks: true })

export const treeDigestStep = (name: string): OwnStep => lookStep(name, [TREE_DIGEST])
export const headStep = (name: string): OwnStep => lookStep(name, ['git', 'rev-parse', '--verify', '--quiet', 'HEAD'])

const since = (start: string | null): string => (start === null ? 'HEAD' : `${start}..HEAD`)

/** Commits since `start` (all when it is null) that change a file outside of the planning folder, newest first, one hash a line. */
export const commitsStep = (start: string | null, name: string): OwnStep =>
  lookStep(name, ['git', 'log', '--format=%H', since(start), '--', ':/', ':(exclude).planning'])

/** Commits since `start`, each as a line `@<hash> <parents>`, then a letter, a tab and the path in the repository for each file that it touches. */
export const changesStep = (start: string | null, name: string): OwnStep =>
  lookStep(name, [
    'git',
    '-c',
    'core.quotePath=false',
    '-c',
    'diff.relative=false',
    'log',
    '--format=@%H %P',
    '--name-status',
    '--no-renames',
    since(start),
  ])
