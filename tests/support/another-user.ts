// For tests of file permissions: options to run a program as another user, and a copy of the package, because other users may not be able to enter the clone.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lastingFolder } from './temporary.js'

const PACKAGE = join(import.meta.dirname, '../..')
/** Id of a user without privileges. */
export const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

const isReachable = (folder: string): boolean =>
  (statSync(folder).mode & 0o1) !== 0 && (dirname(folder) === folder || isReachable(dirname(folder)))

const commonParent = (): string | undefined =>
  [tmpdir(), '/tmp', '/var/tmp'].filter((folder) => {
    try {
      return isReachable(realpathSync(folder))
    } catch {
      return false
    }
  })[0]

/** Whether the tests can start node as another user, and a folder exists that both users can reach. */
export const CAN_SWITCH_USER =
  isRoot &&
  commonParent() !== undefined &&
  spawnSync(process.execPath, ['-e', '0'], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
/** Whether the tests can start a program to which file permissions apply. */
export const PERMISSIONS_APPLY = !isRoot || CAN_SWITCH_USER
/** Options that start a program as a user to whom file permissions apply. */
export const UNPRIVILEGED = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** Creates an empty folder that every user can reach, for the tests of one file. */
export function commonFolder(): string {
  const folder = lastingFolder('gsd-common ü-', commonParent())
  chmodSync(folder, 0o755)
  return folder
}

/** Copies the package to a folder that every user can read; returns the path of the installer there. */
export function commonProgram(): string {
  const folder = commonFolder()
  const { files } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { files: string[] }
  for (const name of [...files, 'package.json'])
    if (statSync(join(PACKAGE, name), { throwIfNoEntry: false }) !== undefined)
      cpSync(join(PACKAGE, name), join(folder, name), { recursive: true })
  return join(folder, 'bin/install.js')
}
