// Whether git's pre-commit hook sets aside uncommitted changes of others.

import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isInUse } from '../core/project/commit-hook.js'
import { plainText } from './plain-file.js'
import { gitEnv } from './repository.js'
import { outputOf } from './start.js'

const MOST = 1024 * 1024

const textOf = (path: string): string | null => plainText(path, { most: MOST, follow: true })

/** Whether committing in the work tree around `root` starts such a program. */
export function setsAside(root: string): boolean {
  try {
    // Only git knows its hooks folder: settings and linked work trees move it.
    const said = outputOf(['git', 'rev-parse', '--show-toplevel', '--git-path', 'hooks/pre-commit'], {
      cwd: root,
      env: gitEnv(process.env),
    }).toString('utf8')
    const [top = '', hook = ''] = said.split(/\r?\n/)
    return isInUse((path) => textOf(join(top, path))) && runs(resolve(root, hook))
  } catch {
    return false
  }
}

function runs(hook: string): boolean {
  const found = statSync(hook, { throwIfNoEntry: false })
  if (found?.isFile() !== true) return false
  // Git ignores a hook that is not executable; Windows has no such bit.
  if (process.platform !== 'win32' && (found.mode & 0o111) === 0) return false
  // husky's `_` has a file for every hook, which runs the one of its name above, if present.
  const folder = dirname(hook)
  return basename(folder) !== '_' || textOf(join(dirname(folder), basename(hook))) !== null
}
