// The commits that stand beside what was written: the newest of the branch that is checked out.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Commits } from '../../../core/board/shown.js'
import { hasGit } from '../../../node/project.js'
import { complaint, git, worked } from '../auto/git.js'

const MOST = 200
const FIELDS = ['%h', '%cI', '%an', '%s'] as const

export async function commitsOf(root: string): Promise<Commits> {
  const none = (why: string): Commits => ({ entries: [], more: false, why })
  if (!hasGit(root)) return none('The project is in no repository of git.')
  const found = await git(root, [
    'log',
    '--no-show-signature',
    `--max-count=${MOST + 1}`,
    '-z',
    `--format=${FIELDS.join('%x00')}`,
  ])
  if (!worked(found) && !worked(await git(root, ['rev-parse', '--quiet', '--verify', 'HEAD'])))
    return none('Nothing is committed yet.')
  if (!worked(found)) return none(`git names no commits: ${complaint(found)}`)
  const words = found.stdout.split('\0')
  const entries = Array.from({ length: Math.floor(words.length / FIELDS.length) }, (_, at) => {
    const [id = '', when = '', who = '', subject = ''] = words.slice(at * FIELDS.length)
    return { id, at: new Date(when).toISOString(), who, subject }
  })
  return { entries: entries.slice(0, MOST), more: entries.length > MOST, why: null }
}

/** Changes with every commit in the project's own folder; those of work trees show with the next write. */
export function headStamp(root: string): string {
  const found = statSync(join(root, '.git/logs/HEAD'), { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.mtimeMs} ${found.size}`
}
