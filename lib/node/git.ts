// What the CLI asks git itself: only from tasks, never from reading verbs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { hasGit } from './project.js'

/** sha256 over (path, mode, content) of the project's files except `.planning/`; ignored files do not count. */
export function treeDigest(root: string): string {
  const paths = (hasGit(root) ? filesOfGit(root) : filesOfFolder(root, ''))
    .filter((path) => !path.startsWith('.planning/'))
    .sort()
  const hash = createHash('sha256')
  for (const path of paths) {
    const entry = entryDigest(join(root, path))
    if (entry !== null) hash.update(`${path}\0${entry}\n`)
  }
  return hash.digest('hex')
}

function filesOfGit(root: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return [...new Set(listed.split('\0').filter((path) => path !== ''))]
}

/** Without git nothing says what is ignored; installed packages never belong to the project. */
const NEVER_OURS = new Set(['.planning', '.git', 'node_modules'])

function filesOfFolder(root: string, below: string): readonly string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (NEVER_OURS.has(entry.name)) return []
    return entry.isDirectory() ? filesOfFolder(root, path) : [path]
  })
}

/** Null for what is tracked but gone. */
function entryDigest(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (stat.isSymbolicLink()) return `link:${readlinkSync(path)}`
  if (!stat.isFile()) return 'other'
  const content = createHash('sha256').update(readFileSync(path)).digest('hex')
  return `${stat.mode & 0o100 ? 'x' : '-'}:${content}`
}
