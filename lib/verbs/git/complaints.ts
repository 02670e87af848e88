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
      message: `git has no room to write ${where}: ${complaint}`,
      fix: 'make room on the disk, or in your quota, then call again; the files are written and stay',
    }),
  },
  {
    sign: NOT_WRITABLE,
    error: (where, complaint) => ({
      code: 'GIT_READ_ONLY',
      message: `git is not allowed to write ${where}, so nothing can be committed from here: ${complaint}. The client's sandbox keeps git's own folder from its commands, or the folder belongs to somebody else; waiting does not help`,
      fix: "ask the person to let exactly this call run outside the sandbox (the client's approval for one command), or to run it at a terminal of their own; the files are written and stay",
    }),
  },
  {
    sign: /index\.lock/,
    error: (where, complaint) => ({
      code: 'LOCKED',
      message: `git is busy ${where}: ${complaint}`,
      fix: 'wait for the other git command, then call again',
    }),
  },
]

/** Null if the message is not one of these. */
export function complaintOf(complaint: string, where = 'in this repository'): ErrorBody | null {
  return KNOWN.find(({ sign }) => sign.test(complaint))?.error(where, complaint) ?? null
}
