// Digest of the project's files, as listed by git. Read-only verbs never call it.

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { attempt } from '../std/attempt.js'
import { hasGit, subRepositories } from './project.js'
import { gitEnv, strangeRepository } from './repository.js'
import { outputOf } from './start.js'

/**
 * sha256 over (path, mode, content) of every file that git tracks or does not ignore. Of `.planning/`, only code counts
 * (see `isOurs`). Files in nested repositories count in the same way.
 */
export function treeDigest(root: string): string {
  if (!hasGit(root)) return digested(root, walk(root, '').filter(isOurs), 0)
  const strange = strangeRepository(root)
  if (strange !== null) throw new Error(strange)
  // The project's git usually ignores the repositories that its settings list.
  return digested(root, [...filesOfGit(root), ...subRepositories(root)].filter(isOurs), 0)
}

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|exs?|swift|c|cc|cpp|h|hpp|sh|sql)$/

/** Excludes `.planning/`, except code files in it; code in `.runtime`, `spikes` and `sketches` is excluded too. */
const isOurs = (path: string): boolean =>
  path !== '.planning' &&
  (!path.startsWith('.planning/') || (CODE.test(path) && !/\/(?:\.runtime|spikes|sketches)\//.test(path)))

function digested(folder: string, files: readonly string[], depth: number): string {
  const tree = createHash('sha256')
  for (const path of [...new Set(files)].sort()) {
    const at = `${folder}/${path}`
    const stat = lstatSync(at, { throwIfNoEntry: false })
    // A tracked file that was deleted.
    if (stat === undefined) continue
    const entry = stat.isDirectory()
      ? `folder:${digested(at, filesBelow(at, depth + 1), depth + 1)}`
      : entryDigest(at, stat)
    tree.update(`${path}\0${entry}\n`)
  }
  return tree.digest('hex')
}

/** Maximum depth of nested repositories; deeper ones count as plain files. */
const MAX_REPOSITORIES = 16

/** Files in a folder that git lists as one entry: a nested repository, or a folder that replaced a tracked file. */
function filesBelow(folder: string, depth: number): readonly string[] {
  const isPlain = depth > MAX_REPOSITORIES || lstatSync(`${folder}/.git`, { throwIfNoEntry: false }) === undefined
  const ask = () => filesOfGit(folder, { GIT_CEILING_DIRECTORIES: dirname(realpathSync(folder)) })
  return (isPlain ? null : attempt(ask, null)) ?? walk(folder, '')
}

const MAX_LISTED = 256 * 1024 * 1024

const filesOfGit = (cwd: string, env = {}): readonly string[] =>
  outputOf(['git', '-c', 'core.fsmonitor=false', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd,
    env: gitEnv(process.env, env),
    most: MAX_LISTED,
  })
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.replace(/\/$/, ''))

/** Folders that are skipped without git, when no ignore rules apply. */
const NEVER_OURS = new Set(['.planning', '.git', 'node_modules'])

const walk = (folder: string, below: string): readonly string[] =>
  readdirSync(`${folder}/${below}`, { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (NEVER_OURS.has(entry.name)) return []
    return entry.isDirectory() ? walk(folder, path) : [path]
  })

function entryDigest(path: string, stat: Stats): string {
  if (stat.isSymbolicLink()) return `link:${readlinkSync(path)}`
  if (!stat.isFile()) return 'other'
  const content = createHash('sha256').update(readFileSync(path)).digest('hex')
  return `${stat.mode & 0o100 ? 'x' : '-'}:${content}`
}
