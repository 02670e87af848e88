// The steps that this process does itself: each does one thing, and refuses every path that is not of its kind.
import { closeSync, constants, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type BuiltinWord, OWN_INDEX, REMOVE_OWN_INDEX, TREE_DIGEST, WRITE_OUTPUT } from '../core/builtin-steps.js'
import { treeDigest } from './git.js'

/** What it prints; it throws where it cannot. */
export type Builtin = (root: string, argument: string, input: string) => string

export const BUILTINS: Readonly<Record<BuiltinWord, Builtin>> = {
  [TREE_DIGEST]: treeDigest,
  [REMOVE_OWN_INDEX]: removeOwnIndex,
  [WRITE_OUTPUT]: writeOutput,
}

/** The path was checked to lie in the project when it was given. */
function writeOutput(root: string, path: string, text: string): string {
  const target = join(root, path)
  mkdirSync(dirname(target), { recursive: true })
  // Whatever became of the place since: a link is never written through.
  const fd = openSync(
    target,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0),
    0o666,
  )
  try {
    writeFileSync(fd, text)
  } finally {
    closeSync(fd)
  }
  return path
}

function removeOwnIndex(_root: string, path: string): string {
  if (!basename(path).startsWith(OWN_INDEX)) throw new Error(`not an index of ours: ${path}`)
  rmSync(path, { force: true })
  return ''
}
