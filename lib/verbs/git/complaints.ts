// Git's messages about failed writes, and how to fix each.
import { NO_ROOM, NOT_WRITABLE } from '../../core/git-words.js'
import type { ErrorBody } from '../../errors.js'

interface Known {
  readonly sign: RegExp
  readonly error: (where: string, complaint: string) => ErrorBody
}

/** Order matters: a failure to create a lock file is not a lock held by another process. */
const KNOWN: readonly Known[] = [
  {
    sign: NO_ROOM,
    error: (where, complaint) => ({
      code: 'COMMIT_FAILED',
      message: `no disk space for git ${where}: ${complaint}`,
      fix: 'free disk space or quota, then repeat the call; the written files are kept',
    }),
  },
  {
    sign: NOT_WRITABLE,
    error: (where, complaint) => ({
      code: 'GIT_READ_ONLY',
      message: `git may not write ${where}, so nothing can be committed from here: ${complaint}. The client's sandbox blocks git's own folder, or another user owns it; waiting does not help`,
      fix: 'ask the user to approve this one call outside the sandbox, or to run it in their own terminal; the written files are kept',
    }),
  },
  {
    sign: /index\.lock/,
    error: (where, complaint) => ({
      code: 'LOCKED',
      message: `git is busy ${where}: ${complaint}`,
      fix: 'wait for the other git command, then repeat the call',
    }),
  },
]

/** Null if the message is not one of these. */
export function complaintOf(complaint: string, where = 'in this repository'): ErrorBody | null {
  return KNOWN.find(({ sign }) => sign.test(complaint))?.error(where, complaint) ?? null
}
