// Files of a project that nobody but the CLI writes, and what does the right thing instead.

/** A permission to shorten a plan once; a person gives it. */
export const PERMIT = '.planning/.gsd-allow-shrink'

/** What models write before it counts, and trees of their own: whatever lies there is no plan yet. */
const APART = /(?:^|\/)\.runtime\/(?:drafts|worktrees|trees)(?:\/|$)/i

/** Most paths hold no such word, and a pattern that is never tried costs nothing. */
export const isApart = (path: string): boolean => path.toLowerCase().includes('.runtime/') && APART.test(path)

/** By path below the project; the first that fits. The text goes on behind the path. */
const OWNED: readonly { readonly path: RegExp; readonly why: string }[] = [
  {
    path: /(?:^|\/)\.gsd-allow-shrink$/i,
    why: 'is a permission that only the user gives, by hand. Change the lines that are meant, or ask the user.',
  },
  {
    path: /(?:^|\/)[^/]*VERIFY\.json$/i,
    why: 'is a receipt: only checks that ran write it. Run them: gsd-tools check run <plan or phase>',
  },
  {
    path: /(?:^|\/)ledger\.jsonl$/i,
    why: 'is the record of what was done, written by the calls themselves: gsd-tools unit claim and unit finish. To take one back: gsd-tools undo',
  },
  {
    path: /(?:^|\/)\.planning\/(?:.*\/)?journal\//i,
    why: 'keeps every write of the CLI. To see or take back a change: gsd-tools log, gsd-tools undo',
  },
  {
    path: /(?:^|\/)\.runtime\//i,
    why: 'belongs to work that is going on. A unit is taken and ended by gsd-tools unit claim and unit finish, its drafts go into the folder that the claim names; what was left broken is fixed by gsd-tools fsck',
  },
  {
    path: /(?:^|\/)\.planning\/\.lock/i,
    why: 'is held by a call of gsd-tools that is writing. One that nobody holds any more is taken over by the next call: gsd-tools fsck',
  },
]

/** Why a path is not to be written, and what to call; null: it may be. */
export const ownedBy = (path: string): string | null => OWNED.find((one) => one.path.test(path))?.why ?? null
