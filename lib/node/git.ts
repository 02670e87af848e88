// Computes the digest of the project's files. Git lists them; without git, a walk does. Read-only verbs never call it.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { attempt } from '../std/attempt.js'
import { hasGit, subRepositories } from './project.js'
import { gitEnv, gitRefusal } from './repository.js'
import { outputOf } from './start.js'

/**
 * The sha256 over path, mode and content of every file that git tracks or does not ignore, also in nested repositories.
 * Of the project's `.planning/`, only code counts (see `isCounted`); without git, no folder in `SKIPPED` counts.
 */
export function treeDigest(root: string): string {
  if (!hasGit(root)) return digestOfFiles(root, filesIn(root, '').filter(isCounted), 0)
  const refusal = gitRefusal(root)
  if (refusal !== null) throw new Error(refusal)
  // Git usually ignores the repositories that the project's settings list.
  return digestOfFiles(root, [...filesOfGit(root), ...subRepositories(root)].filter(isCounted), 0)
}

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|exs?|swift|c|cc|cpp|h|hpp|sh|sql)$/

/** Whether a file counts. Of `.planning/`, only code counts, and none in `.runtime`, `spikes` and `sketches`. */
const isCounted = (path: string): boolean =>
  path !== '.planning' &&
  (!path.startsWith('.planning/') || (CODE.test(path) && !/\/(?:\.runtime|spikes|sketches)\//.test(path)))

function digestOfFiles(folder: string, files: readonly string[], depth: number): string {
  const tree = createHash('sha256')
  for (const path of [...new Set(files)].sort()) {
    const at = `${folder}/${path}`
    const stat = lstatSync(at, { throwIfNoEntry: false })
    // The file is tracked but was deleted.
    if (stat === undefined) continue
    const entry = stat.isDirectory()
      ? `folder:${digestOfFiles(at, filesBelow(at, depth + 1), depth + 1)}`
      : entryDigest(at, stat)
    tree.update(`${path}\0${entry}\n`)
  }
  return tree.digest('hex')
}

/** Maximum depth of nested repositories; deeper ones count as plain folders. */
const MAX_REPOSITORIES = 16

/** Files below a folder that git lists as one entry: a nested repository, or a folder in place of a tracked file. */
function filesBelow(folder: string, depth: number): readonly string[] {
  const isPlain = depth > MAX_REPOSITORIES || lstatSync(`${folder}/.git`, { throwIfNoEntry: false }) === undefined
  const ask = () => filesOfGit(folder, { GIT_CEILING_DIRECTORIES: dirname(realpathSync(folder)) })
  return (isPlain ? null : attempt(ask, null)) ?? filesIn(folder, '')
}

const MAX_LIST_BYTES = 256 * 1024 * 1024

const filesOfGit = (cwd: string, env = {}): readonly string[] =>
  outputOf(['git', '-c', 'core.fsmonitor=false', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd,
    env: gitEnv(process.env, env),
    maxOutputBytes: MAX_LIST_BYTES,
  })
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.replace(/\/$/, ''))

/** Folders that a walk skips, because without git no ignore rules apply. */
const SKIPPED = new Set(['.planning', '.git', 'node_modules'])

const filesIn = (folder: string, below: string): readonly string[] =>
  readdirSync(`${folder}/${below}`, { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (SKIPPED.has(entry.name)) return []
    return entry.isDirectory() ? filesIn(folder, path) : [path]
  })

function entryDigest(path: string, stat: Stats): string {
  if (stat.isSymbolicLink()) return `link:${readlinkSync(path)}`
  if (!stat.isFile()) return 'other'
  const content = createHash('sha256').update(readFileSync(path)).digest('hex')
  return `${stat.mode & 0o100 ? 'x' : '-'}:${content}`
}
