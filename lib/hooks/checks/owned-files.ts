// Files of a project that only the CLI may write, and the command to use instead.

/** Whether the path is a draft, or in a worktree in the runtime folder: such files are not plans yet. */
export const isDraftOrWorktree = (path: string): boolean =>
  /(?:^|\/)\.runtime\/(?:drafts|worktrees|trees)(?:\/|$)/i.test(path)

/** Paths below the project; the first match counts. `why` is printed after the path. */
const OWNED: readonly { readonly path: RegExp; readonly why: string }[] = [
  {
    path: /(?:^|\/)[^/]*VERIFY\.json$/i,
    why: 'is a receipt: only check runs write it. Run the checks: gsd-tools check run <plan or phase>',
  },
  {
    path: /(?:^|\/)ledger\.jsonl$/i,
    why: 'is the ledger, which only commands write: gsd-tools unit claim, gsd-tools unit finish. To undo the work on a plan: gsd-tools undo --plan <plan>',
  },
  {
    path: /^\.planning\/(?:.*\/)?journal\//i,
    why: 'records every write of the CLI. To see or undo a change: gsd-tools log --limit 10, gsd-tools undo <id>',
  },
  {
    path: /(?:^|\/)\.runtime\//i,
    why: 'belongs to work in progress. gsd-tools unit claim and gsd-tools unit finish start and end a unit; its drafts go into the folder named by the claim',
  },
  {
    path: /^\.planning\/\.lock/i,
    why: 'is the lock of a running command. The next command that writes takes over a stale lock',
  },
]

/** Returns why a path must not be written, and the command to use; null if the path may be written. */
export const ownedBy = (path: string): string | null => OWNED.find((one) => one.path.test(path))?.why ?? null
