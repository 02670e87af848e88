// The steps that this process does itself: each does one thing, and refuses every path that is not of its kind.
import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { type BuiltinWord, OWN_INDEX, REMOVE_OWN_INDEX, TREE_DIGEST } from '../core/builtin-steps.js'
import { treeDigest } from './git.js'

/** What it prints; it throws where it cannot. */
export type Builtin = (root: string, argument: string, input: string) => string

export const BUILTINS: Readonly<Record<BuiltinWord, Builtin>> = {
  [TREE_DIGEST]: treeDigest,
  [REMOVE_OWN_INDEX]: removeOwnIndex,
}

function removeOwnIndex(_root: string, path: string): string {
  if (!basename(path).startsWith(OWN_INDEX)) throw new Error(`not an index of ours: ${path}`)
  rmSync(path, { force: true })
  return ''
}
