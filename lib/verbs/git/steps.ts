// Steps that call Git, readers for their output, and how to fix what Git complains about.
import type { OwnStep } from '../../core/builtin-steps.js'
import { NO_ROOM, NOT_WRITABLE } from '../../core/git-words.js'
import type { Results } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'

/** How long to wait for a lock: other processes commit too, and a lock held longer is stale. */
const PATIENCE_MS = 5000

const argvOf = (args: readonly string[]): OwnStep['argv'] => ['git', '--literal-pathspecs', ...args]

export const git = (name: string, args: readonly string[]): OwnStep => ({
  name,
  argv: argvOf(args),
  patienceMs: PATIENCE_MS,
})
export const look = (name: string, args: readonly string[]): OwnStep => ({ name, argv: argvOf(args) })

/** A step's output, trimmed. */
export const out = (results: Results, name: string): string => (results.get(name)?.stdout ?? '').trim()
export const worked = (results: Results, name: string): boolean => results.get(name)?.exitCode === 0
export const pathsIn = (results: Results, name: string): readonly string[] =>
  (results.get(name)?.stdout ?? '').split('\0').filter((path) => path !== '')
export const gitMessage = (results: Results, name: string): string => {
  const { stderr, stdout } = results.get(name) ?? {}
  return (stderr || stdout || 'git printed no message').trim()
}

interface Known extends ErrorBody {
  readonly sign: RegExp
}

/** Order matters: a failure to create a lock file is not a lock held by another process. */
const KNOWN: readonly Known[] = [
  {
    sign: NO_ROOM,
    code: 'COMMIT_FAILED',
    message: 'no disk space for git',
    fix: 'free disk space or quota, then repeat the call; the written files are kept',
  },
  {
    sign: NOT_WRITABLE,
    code: 'GIT_READ_ONLY',
    message:
      "git may not write in this repository, so nothing can be committed from here: the client's sandbox blocks git's own folder, or another user owns it; waiting does not help",
    fix: 'ask the user to approve this one call outside the sandbox, or to run it in their own terminal; the written files are kept',
  },
  {
    sign: /index\.lock/,
    code: 'LOCKED',
    message: 'git is busy',
    fix: 'wait for the other git command, then repeat the call',
  },
  { sign: /^/, code: 'COMMIT_FAILED', message: 'git refused', fix: 'fix the cause git names, then repeat the call' },
]

export function complaintOf(complaint: string): ErrorBody {
  const { code, message, fix } = KNOWN.find(({ sign }) => sign.test(complaint)) as Known
  return { code, message: `${message}: ${complaint}`, fix }
}
