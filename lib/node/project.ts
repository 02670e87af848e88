// Finds the project of a call: its root, planning base and git folder. Reads a few entries and starts no program.
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isLegalName } from '../core/layout.js'
import { gsdError } from '../errors.js'
import { attempt } from '../std/attempt.js'
import { isJsonObject, objectIn } from '../std/json.js'
import { bareFolder } from '../std/paths.js'
import { namesIn, plainText, realOf, targetOf } from './disk.js'

export interface Project {
  /** Absolute path. */
  readonly root: string
  /** The planning folder, relative to the root: `.planning` or, for example, `.planning/workstreams/api`. */
  readonly base: string
  /** Workstreams to choose from if the base has no ROADMAP.md of its own; otherwise null. */
  readonly choices: readonly string[] | null
}

export interface Whereabouts {
  /** Absolute path of the folder to start from. */
  readonly start: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Value of `--ws`. */
  readonly workstream?: string | undefined
  /** Whether to ignore the workstream of GSD_WORKSTREAM or of the stored pointer if it does not exist. */
  readonly anyWorkstream?: boolean
}

const kindAt = (path: string): 'file' | 'directory' | null => {
  const found = attempt(() => statSync(path, { throwIfNoEntry: false }), undefined)
  return found === undefined ? null : found.isDirectory() ? 'directory' : 'file'
}

const MAX_LINE = 8192
const MAX_SETTINGS = 16 * 1024 * 1024

/** The text of a one-line file; null if it is a link, a pipe or unreadable. */
const readLine = (path: string): string | null => plainText(path, { maxBytes: MAX_LINE })?.trim() ?? null

const slashedBelow = (root: string, path: string): string => relative(root, path).replaceAll(sep, '/')

/** Whether the folder is the home folder. On Windows the variable may differ in case. */
const isHome = (folder: string, home: string | undefined): boolean =>
  folder === home || (sep === '\\' && home !== undefined && relative(folder, home) === '')

/** Yields `start` and its parents, up to the file system's root. */
function* upwards(start: string): Generator<string> {
  for (let at = start; ; at = dirname(at)) {
    yield at
    if (dirname(at) === at) return
  }
}

/** The git directory of a `.git` entry: the folder itself, or the target of a worktree's or submodule's pointer. */
function gitDirectoryOf(folder: string): string | null {
  const entry = join(folder, '.git')
  const kind = kindAt(entry)
  if (kind === 'directory') return entry
  if (kind === null) return null
  const line = readLine(entry)
  return line?.startsWith('gitdir:') ? resolve(folder, line.slice('gitdir:'.length).trim()) : null
}

/** The main worktree's folder if `folder` is the top of a linked worktree; otherwise null. */
function mainWorktreeOf(folder: string): string | null {
  if (kindAt(join(folder, '.git')) !== 'file') return null
  const directory = gitDirectoryOf(folder)
  if (directory === null) return null
  const common = readLine(join(directory, 'commondir'))
  if (common === null) return null
  const shared = resolve(directory, common)
  // A tree can point to any repository, so the pointer counts only if that repository lists this worktree.
  const isKnown = targetOf(dirname(directory)) === targetOf(join(shared, 'worktrees'))
  const pointer = readLine(join(directory, 'gitdir'))
  if (!isKnown || pointer === null || targetOf(resolve(directory, pointer)) !== targetOf(join(folder, '.git')))
    return null
  return basename(shared) === '.git' ? dirname(shared) : null
}

/** The main worktree if `root` is a linked one; otherwise `root`. */
export const mainTreeOf = (root: string): string => mainWorktreeOf(root) ?? root

export function otherTreesOf(root: string): readonly string[] {
  const main = mainTreeOf(root)
  const known = join(main, '.git', 'worktrees')
  const linked = namesIn(known).flatMap((name) => {
    const pointer = readLine(join(known, name, 'gitdir'))
    return pointer === null ? [] : dirname(resolve(known, name, pointer))
  })
  const rootTarget = targetOf(root)
  return [main, ...linked].filter((tree) => targetOf(tree) !== rootTarget)
}

/** The size of a ROADMAP.md with about fifty phases. */
const LARGE_ROADMAP_BYTES = 20_000

export const hasLargeRoadmap = ({ root, base }: Pick<Project, 'root' | 'base'>): boolean =>
  (statSync(join(root, base, 'ROADMAP.md'), { throwIfNoEntry: false })?.size ?? 0) >= LARGE_ROADMAP_BYTES

/** Whether `root` is in a git worktree whose git directory has a HEAD. */
export const hasGit = (root: string): boolean => gitFolderOf(root) !== null

/** The git directory of the worktree around `root`, or null. */
function gitFolderOf(root: string): string | null {
  for (const folder of upwards(root)) {
    const directory = gitDirectoryOf(folder)
    if (directory !== null && kindAt(join(directory, 'HEAD')) === 'file') return directory
  }
  return null
}

/** Files in the git directory during a merge, rebase and the like. */
const UNFINISHED_FILES = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'] as const

/** Whether a merge, rebase or the like is in progress around `root`. */
export function isMerging(root: string): boolean {
  const folder = gitFolderOf(root)
  return folder !== null && UNFINISHED_FILES.some((name) => kindAt(join(folder, name)) !== null)
}

/** Repositories that the project's settings list, relative to `root`, with `/`. */
export function subRepositories(root: string): readonly string[] {
  const config = objectIn(plainText(join(root, '.planning/config.json'), { maxBytes: MAX_SETTINGS }) ?? '') ?? {}
  const { planning } = config
  // Older tools write the list at the top level.
  const named = (isJsonObject(planning) ? planning['sub_repos'] : null) ?? config['sub_repos']
  if (!Array.isArray(named)) return []
  return named
    .filter((name): name is string => typeof name === 'string')
    .map(bareFolder)
    .filter((path) => !isAbsolute(path) && path.split('/').every((part) => !['', '.', '..'].includes(part)))
}

/** The nearest folder with a `.planning/`: `start` or one above it, below home; above a repository, only one that lists it. */
function findRoot({ start, env }: Whereabouts): string | null {
  const home = env['HOME'] ?? env['USERPROFILE']
  let repository: string | null = null
  let nearest: string | null = null
  for (const folder of upwards(start)) {
    if (folder !== start && isHome(folder, home)) return nearest
    if (nearest === null && kindAt(join(folder, '.planning')) === 'directory') {
      if (repository === null) nearest = folder
      else if (subRepositories(folder).includes(slashedBelow(folder, repository))) return folder
    }
    if (kindAt(join(folder, '.git')) === null) continue
    if (nearest !== null) return nearest
    repository ??= folder
  }
  return nearest
}

/** A project that is near `start` but not its own: above the repository, or in the main worktree of a linked one. */
interface ProjectAround {
  readonly root: string
  /** The repository that the project does not list; null if `start` is in a linked worktree without a `.planning/`. */
  readonly repository: string | null
}

/** A project near `start` that `findRoot` does not accept, and the reason; null if there is none. */
export function projectAround({ start, env }: Whereabouts): ProjectAround | null {
  const home = env['HOME'] ?? env['USERPROFILE']
  let repository: string | null = null
  for (const folder of upwards(start)) {
    if (isHome(folder, home)) return null
    const main = repository === null ? mainWorktreeOf(folder) : null
    if (main !== null && kindAt(join(main, '.planning')) === 'directory') return { root: main, repository: null }
    if (repository !== null && kindAt(join(folder, '.planning')) === 'directory')
      return { root: folder, repository: slashedBelow(folder, repository) }
    if (repository === null && kindAt(join(folder, '.git')) !== null) repository = folder
  }
  return null
}

function checkName(name: string, source: string): string {
  if (isLegalName(name)) return name
  throw gsdError(
    'USAGE',
    `the value of ${source} is not a valid folder name: "${name}"`,
    'use letters, digits, dots, dashes and underscores, and begin with a letter or digit',
  )
}

const POINTER = '.planning/active-workstream'

/** The base: GSD_PROJECT names the folder, and --ws, GSD_WORKSTREAM or the stored pointer the workstream in it. */
function baseOf(root: string, { env, workstream, anyWorkstream = false }: Whereabouts): Omit<Project, 'root'> {
  const sub = env['GSD_PROJECT']
  const project = sub === undefined || sub === '' ? '.planning' : `.planning/${checkName(sub, 'GSD_PROJECT')}`
  const [name, source] = workstreamName(root, env, workstream)
  if (name === null) return { base: project, choices: choicesIn(join(root, project)) }
  const base = `${project}/workstreams/${checkName(name, source)}`
  if (kindAt(join(root, base)) === 'directory') return { base, choices: null }
  if (anyWorkstream && workstream === undefined) return { base: project, choices: choicesIn(join(root, project)) }
  throw gsdError(
    'WORKSTREAM_UNRESOLVED',
    `${source} names the workstream "${name}", but ${base}/ does not exist`,
    `to see the existing ones: gsd-tools workstream list; to create it: gsd-tools workstream create ${name}${source === POINTER ? '; to choose another: gsd-tools workstream set <name>' : ''}`,
  )
}

/** Names of the workstreams if there are any and the base has no ROADMAP.md of its own; otherwise null. */
function choicesIn(base: string): readonly string[] | null {
  const folder = join(base, 'workstreams')
  if (kindAt(folder) !== 'directory' || kindAt(join(base, 'ROADMAP.md')) === 'file') return null
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isLegalName(entry.name))
    .map(({ name }) => name)
    .sort()
  return names.length === 0 ? null : names
}

/** The name of the workstream, or null, and where it comes from. */
function workstreamName(
  root: string,
  env: Whereabouts['env'],
  flag: string | undefined,
): readonly [string | null, string] {
  if (flag !== undefined) return [flag, '--ws']
  if (env['GSD_WORKSTREAM']) return [env['GSD_WORKSTREAM'], 'GSD_WORKSTREAM']
  return [readLine(join(root, POINTER)) || null, POINTER]
}

/** The root of the project around a folder; the folder itself if there is no project. */
export const rootFrom = (env: Whereabouts['env'], start: string): string =>
  findProject({ start, env, anyWorkstream: true })?.root ?? start

/** The project around `start`, or null. Throws if a named folder is invalid, or the named workstream does not exist. */
export function findProject(where: Whereabouts): Project | null {
  const root = findRoot(where)
  return root === null ? null : { root, ...baseOf(root, where) }
}

const outsideError = (path: string, root: string) =>
  gsdError('PATH_OUTSIDE', `"${path.replaceAll('\0', '\\0')}" is not inside ${root}`, 'use a path inside the project')

/** Makes the user's path relative to the root, with `/`. Throws if it leads out of the project, even by a link. */
export function insideProject(root: string, start: string, path: string): string {
  if (path.includes('\0')) throw outsideError(path, root)
  const absolute = isAbsolute(path) ? path : join(start, path)
  const inside = relativeInside(root, absolute) ?? relativeInside(realOf(root), realOf(absolute))
  if (inside === null || relativeInside(realOf(root), realOf(absolute)) === null) throw outsideError(path, root)
  return inside
}

function relativeInside(root: string, path: string): string | null {
  const found = relative(root, path)
  if (found === '..' || found.startsWith(`..${sep}`) || isAbsolute(found)) return null
  return found.replaceAll(sep, '/')
}
