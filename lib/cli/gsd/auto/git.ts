// A run's Git calls for the project and its worktrees.
import { runStep } from '../../../node/run.js'
import type { RunResult } from '../../../ports.js'

/** Runs git, and waits up to five seconds for another Git process that holds a lock. */
export const git = (cwd: string, args: readonly string[], stdin?: string): Promise<RunResult> =>
  runStep(cwd, {
    argv: ['git', ...args],
    env: { GIT_LITERAL_PATHSPECS: '1' },
    ...(stdin === undefined ? {} : { stdin }),
    patienceMs: 5000,
  })

export const headOf = async (cwd: string): Promise<string> => textOf(await git(cwd, ['rev-parse', '--verify', 'HEAD']))

/** The full ref of the checked-out branch; empty if there is none. */
export const branchOf = async (cwd: string): Promise<string> =>
  textOf(await git(cwd, ['symbolic-ref', '--quiet', 'HEAD']))

export const isAncestor = async (cwd: string, commit: string, descendant = 'HEAD'): Promise<boolean> =>
  succeeded(await git(cwd, ['merge-base', '--is-ancestor', commit, descendant]))

export const succeeded = ({ exitCode }: RunResult): boolean => exitCode === 0
export const textOf = ({ stdout }: RunResult): string => stdout.trim()
export const gitProblem = ({ stderr, stdout }: RunResult): string =>
  (stderr.trim() || stdout.trim()).split('\n')[0] ?? ''
const MAX_NAMED = 3

export const pathList = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_NAMED).join(', ')}${paths.length > MAX_NAMED ? ' …' : ''}`

export const nulSeparated = ({ stdout }: RunResult): readonly string[] =>
  stdout.split('\0').filter((part) => part !== '')
