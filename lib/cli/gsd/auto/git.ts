// A run's Git calls for the project and its worktrees.
import { runStep } from '../../../node/run.js'
import type { RunResult } from '../../../ports.js'

/** `stdin`: passed to Git unchanged. Waits while another Git process is at work. */
export const git = (cwd: string, words: readonly string[], stdin?: string): Promise<RunResult> =>
  runStep(cwd, {
    argv: ['git', ...words],
    // Paths are literal, never patterns.
    env: { GIT_LITERAL_PATHSPECS: '1' },
    ...(stdin === undefined ? {} : { stdin }),
    patienceMs: 5000,
  })

export const headOf = async (cwd: string): Promise<string> => lineOf(await git(cwd, ['rev-parse', '--verify', 'HEAD']))

/** The checked-out branch in full; empty if there is none. */
export const branchOf = async (cwd: string): Promise<string> =>
  lineOf(await git(cwd, ['symbolic-ref', '--quiet', 'HEAD']))

export const isAncestor = async (cwd: string, commit: string, whole = 'HEAD'): Promise<boolean> =>
  worked(await git(cwd, ['merge-base', '--is-ancestor', commit, whole]))

export const worked = ({ exitCode }: RunResult): boolean => exitCode === 0
export const lineOf = ({ stdout }: RunResult): string => stdout.trim()
export const complaint = ({ stderr, stdout }: RunResult): string =>
  (stderr.trim() || stdout.trim()).split('\n')[0] ?? ''
const MAX_NAMED = 3

export const namedPaths = (paths: readonly string[]): string =>
  `${paths.slice(0, MAX_NAMED).join(', ')}${paths.length > MAX_NAMED ? ' …' : ''}`

export const partsOf = ({ stdout }: RunResult): readonly string[] => stdout.split('\0').filter((part) => part !== '')
