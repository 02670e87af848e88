// What git runs before a commit, and whether it sets aside what others have not committed yet.

import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isInUse } from '../core/project/commit-hook.js'
import { plainText } from './plain-file.js'
import { gitEnv } from './repository.js'
import { outputOf } from './start.js'

const MOST = 1024 * 1024

const textOf = (path: string): string | null => plainText(path, { most: MOST, follow: true })

/** A commit in the work tree around `root` starts such a program. */
export function setsAside(root: string): boolean {
  try {
    // Git alone knows where its hooks lie: settings and linked work trees move them.
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
  // Git passes over a hook that nobody may run; Windows has no such mark.
  if (process.platform !== 'win32' && (found.mode & 0o111) === 0) return false
  // husky lays a file for every moment below `_`, each of which runs the one of its name above, if there is one.
  const folder = dirname(hook)
  return basename(folder) !== '_' || textOf(join(dirname(folder), basename(hook))) !== null
}
