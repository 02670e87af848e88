// Questions to git, never asked by reading verbs.

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { wordTable } from '../std/text.js'
import { hasGit, subRepositories } from './project.js'
import { gitEnv, strangeRepository } from './repository.js'
import { outputOf } from './start.js'

/**
 * sha256 over (path, mode, content) of the project's files without `.planning/`: tracked, untracked and not ignored, and
 * ignored ones that tests load. Nested repositories count with their own files in the same way.
 */
export const treeDigest = (root: string): string =>
  digested(root, (hasGit(root) ? filesOfProject(root) : filesOfFolder(root)).filter(isOurs), 0)

/** Paths below a folder. */
type Files = readonly string[]

/** Plans are not part of the tree, but code among them is, experiments aside. */
const isOurs = (path: string): boolean =>
  path !== '.planning' &&
  (!path.startsWith('.planning/') || (CODE.test(path) && !/\/(?:\.runtime|spikes|sketches)\//.test(path)))

function digested(folder: string, files: Files, depth: number): string {
  const tree = createHash('sha256')
  for (const path of [...new Set(files)].sort()) {
    const at = `${folder}/${path}`
    const stat = lstatSync(at, { throwIfNoEntry: false })
    // Tracked, but deleted.
    if (stat === undefined) continue
    const entry = stat.isDirectory() ? `folder:${digestBelow(at, depth + 1)}` : entryDigest(at, stat)
    tree.update(`${path}\0${entry}\n`)
  }
  return tree.digest('hex')
}

/** Maximum depth of nested repositories; deeper ones count as plain files. */
const MOST_REPOSITORIES = 16

/** Entries of git that are folders: nested repositories, or a folder in place of a file. */
function digestBelow(folder: string, depth: number): string {
  const files = depth <= MOST_REPOSITORIES ? filesOfRepository(folder) : null
  return digested(folder, files ?? filesOfFolder(folder), depth)
}

type List = (...which: readonly string[]) => readonly string[]

const MOST_LISTED = 256 * 1024 * 1024
const listed = (out: Buffer): readonly string[] =>
  out
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')

function ofProject(root: string, which: readonly string[]): Buffer {
  const strange = strangeRepository(root)
  if (strange !== null) throw new Error(strange)
  return outputOf(['git', 'ls-files', '-z', ...which], { cwd: root, env: gitEnv(process.env), most: MOST_LISTED })
}

function filesOfProject(root: string): Files {
  const files = filesOfGit(root, (...which) => listed(ofProject(root, which)))
  // Usually ignored by the project's own repository.
  return [...files, ...subRepositories(root)]
}

/** Null if git cannot read the repository. */
function filesOfRepository(folder: string): Files | null {
  if (lstatSync(`${folder}/.git`, { throwIfNoEntry: false }) === undefined) return null
  try {
    const env = gitEnv(process.env, { GIT_CEILING_DIRECTORIES: dirname(realpathSync(folder)) })
    return filesOfGit(folder, (...which) =>
      listed(
        outputOf(['git', '-c', 'core.fsmonitor=false', 'ls-files', '-z', ...which], {
          cwd: folder,
          env,
          most: MOST_LISTED,
        }),
      ),
    )
  } catch {
    return null
  }
}

function filesOfGit(folder: string, list: List): Files {
  const ours = list('--cached', '--others', '--exclude-standard').map((path) => path.replace(/\/$/, ''))
  const ignored = list('--others', '--ignored', '--exclude-standard', '--directory')
  return [...ours, ...loadedOf(folder, ignored)]
}

/** Ignored files that tests load: settings, code ignored by name, and the lock files of installed packages. */
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|exs?|swift|c|cc|cpp|h|hpp|sh|sql)$/
const LOADED = new RegExp(`^\\.env(?:\\..+)?$|${CODE.source}`)
const LOADED_FOLDERS = new Set(
  wordTable('test tests __tests__ spec specs fixtures __fixtures__ __mocks__ __snapshots__ testdata'),
)
const INSTALLED = ['node_modules/.package-lock.json', 'node_modules/.pnpm/lock.yaml', 'node_modules/.yarn-state.yml']

/** `ignored`: paths; folders end with `/`. */
const loadedOf = (folder: string, ignored: readonly string[]): readonly string[] => [
  ...ignored.flatMap((path) => {
    const name = path.replace(/\/$/, '').split('/').at(-1) ?? ''
    if (!path.endsWith('/')) return LOADED.test(name) ? [path] : []
    return LOADED_FOLDERS.has(name) ? walk(folder, path.slice(0, -1)) : []
  }),
  ...INSTALLED,
]

/** Without git nothing is ignored but installed packages. */
const NEVER_OURS = new Set(['.planning', '.git', 'node_modules'])

const filesOfFolder = (folder: string): Files => [...walk(folder, ''), ...INSTALLED]

function walk(folder: string, below: string): readonly string[] {
  return readdirSync(`${folder}/${below}`, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry
    const path = below === '' ? name : `${below}/${name}`
    if (NEVER_OURS.has(name)) return []
    return entry.isDirectory() ? walk(folder, path) : [path]
  })
}

function entryDigest(path: string, stat: Stats): string {
  if (stat.isSymbolicLink()) return `link:${readlinkSync(path)}`
  if (!stat.isFile()) return 'other'
  const content = createHash('sha256').update(readFileSync(path)).digest('hex')
  return `${stat.mode & 0o100 ? 'x' : '-'}:${content}`
}
