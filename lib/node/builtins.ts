// The steps that this process does itself: each does one thing, and refuses every path that is not of its kind.

import { chmodSync, closeSync, constants, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  type BuiltinWord,
  KNOWLEDGE,
  OWN_INDEX,
  PROCESS_ALIVE,
  REMOVE_KNOWLEDGE,
  REMOVE_OWN_INDEX,
  TREE_DIGEST,
  TREE_STATE,
  WRITE_HOOK,
  WRITE_KNOWLEDGE,
  WRITE_OUTPUT,
} from '../core/builtin-steps.js'
import { treeDigest, treeState } from './git.js'
import { errno } from './system-error.js'

/** What it prints; it throws where it cannot. */
export type Builtin = (root: string, argument: string, input: string) => string

export const BUILTINS: Readonly<Record<BuiltinWord, Builtin>> = {
  [TREE_DIGEST]: treeDigest,
  [TREE_STATE]: treeState,
  [REMOVE_OWN_INDEX]: removeOwnIndex,
  [PROCESS_ALIVE]: processAlive,
  [WRITE_OUTPUT]: writeOutput,
  [WRITE_HOOK]: writeHook,
  [WRITE_KNOWLEDGE]: writeKnowledge,
  [REMOVE_KNOWLEDGE]: removeKnowledge,
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

function writeHook(root: string, path: string, text: string): string {
  const target = join(root, path)
  if (basename(target) !== 'pre-commit') throw new Error(`not a hook of ours: ${path}`)
  if (text === '') {
    rmSync(target, { force: true })
    return path
  }
  writeOutput(root, path, text)
  chmodSync(target, 0o755)
  return path
}

/** A process of somebody else is alive too. */
function processAlive(_root: string, pid: string): string {
  try {
    process.kill(Number(pid), 0)
    return 'alive'
  } catch (error) {
    return errno(error) === 'ESRCH' ? 'gone' : 'alive'
  }
}

function removeOwnIndex(_root: string, path: string): string {
  if (!basename(path).startsWith(OWN_INDEX)) throw new Error(`not an index of ours: ${path}`)
  rmSync(path, { force: true })
  return ''
}

function writeKnowledge(_root: string, path: string, text: string): string {
  const target = inKnowledge(path)
  const fresh = `${target}.${process.pid}.tmp`
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(fresh, text)
  renameSync(fresh, target)
  return target
}

function removeKnowledge(_root: string, path: string): string {
  rmSync(inKnowledge(path), { force: true })
  return path
}

function inKnowledge(path: string): string {
  if (dirname(path).replaceAll('\\', '/').endsWith(`/${KNOWLEDGE}`)) return path
  throw new Error(`not a file of ~/${KNOWLEDGE}: ${path}`)
}
