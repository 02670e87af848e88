// Client settings that cannot be read, so that our entries cannot be registered there.
import { dirname, join } from 'node:path'
import type { RuntimeId } from '../../runtimes/all.js'
import { type Disk, textOf } from '../disk.js'
import { isWithin } from '../installed.js'
import type { Choice } from '../target.js'
import type { Illegible } from './edit.js'

/** Why a path is not a text file; null for a text file or nothing. */
export function obstacleAt(disk: Disk, path: string): Illegible | null {
  const bytes = disk.read(path)
  if (bytes !== null) return textOf(bytes) === null ? { problem: 'it is not UTF-8 text' } : null
  const seen = disk.see(path)
  if (seen === null) return null
  const problem =
    seen.kind === 'directory' ? 'a folder is in its place' : 'a pipe, a device or a broken link is in its place'
  return { problem, fix: 'move it away' }
}

/** The user's links are followed below their home only. */
export function leadingOut(
  disk: Disk,
  { roots, home }: Pick<Choice, 'roots' | 'home'>,
  id: RuntimeId,
  file: string,
): Illegible | null {
  const path = disk.real(join(roots[id], file))
  const base = disk.real(join(roots[id], file.startsWith('../') ? '..' : ''))
  if (isWithin(base, path) || (isWithin(disk.real(home), path) && disk.see(dirname(path))?.own !== false)) return null
  return {
    problem: `a link leads to ${path}, outside ${base} and your home`,
    fix: 'replace the link with a file, or point it to a place below your home',
  }
}
