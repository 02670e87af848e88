// Steps that run git, readers for their output, and fixes for git's errors.
import type { OwnStep } from '../../core/builtin-steps.js'
import { DISK_FULL, NOT_WRITABLE } from '../../core/git-words.js'
import type { Results } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'

/** How long to wait for git's lock: other processes commit too, but a lock that is held longer is stale. */
const LOCK_WAIT_MS = 5000

const argvOf = (args: readonly string[]): OwnStep['argv'] => ['git', '--literal-pathspecs', ...args]

export const git = (name: string, args: readonly string[]): OwnStep => ({
  name,
  argv: argvOf(args),
  patienceMs: LOCK_WAIT_MS,
})
export const readStep = (name: string, args: readonly string[]): OwnStep => ({ name, argv: argvOf(args) })

/** Returns a step's output, trimmed. */
export const output = (results: Results, name: string): string => (results.get(name)?.stdout ?? '').trim()
export const succeeded = (results: Results, name: string): boolean => results.get(name)?.exitCode === 0
export const pathsIn = (results: Results, name: string): readonly string[] =>
  (results.get(name)?.stdout ?? '').split('\0').filter((path) => path !== '')
export const gitMessage = (results: Results, name: string): string => {
  const { stderr, stdout } = results.get(name) ?? {}
  return (stderr || stdout || 'git printed no message').trim()
}

interface GitError extends ErrorBody {
  readonly sign: RegExp
}

/** Order matters: a failure to create a lock file does not mean that another process holds the lock. */
const GIT_ERRORS: readonly GitError[] = [
  {
    sign: DISK_FULL,
    code: 'COMMIT_FAILED',
    message: 'git has no disk space',
    fix: 'free disk space or quota, then repeat the command; the written files are kept',
  },
  {
    sign: NOT_WRITABLE,
    code: 'GIT_READ_ONLY',
    message:
      "git may not write in this repository, so nothing can be committed from here: the client's sandbox blocks the .git folder, or another user owns it; waiting does not help",
    fix: 'ask the user to approve this one command outside the sandbox, or to run it in their own terminal; the written files are kept',
  },
  {
    sign: /index\.lock/,
    code: 'LOCKED',
    message: 'git is busy',
    fix: 'wait for the other git command to finish, then repeat the command',
  },
  {
    sign: /^/,
    code: 'COMMIT_FAILED',
    message: 'git refused',
    fix: 'fix the cause that git names, then repeat the command',
  },
]

export function gitError(output: string): ErrorBody {
  const { code, message, fix } = GIT_ERRORS.find(({ sign }) => sign.test(output)) as GitError
  return { code, message: `${message}: ${output}`, fix }
}
