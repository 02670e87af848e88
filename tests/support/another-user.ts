// The program as somebody else runs it, for what only the permissions of files show. The clone under test and its temporary folder may lie where nobody else
// may look (a home of 0700), so both are made anew in a folder that everybody reaches.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lastingFolder } from './temporary.js'

const PACKAGE = join(import.meta.dirname, '../..')
/** Nobody in particular: whom the permissions of files stop. */
export const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

const reachable = (folder: string): boolean =>
  (statSync(folder).mode & 0o1) !== 0 && (dirname(folder) === folder || reachable(dirname(folder)))

const common = (): string | undefined =>
  [tmpdir(), '/tmp', '/var/tmp'].filter((folder) => {
    try {
      return reachable(realpathSync(folder))
    } catch {
      return false
    }
  })[0]

/** Whether this machine lets the tests start node as somebody else, in a folder both reach. */
export const CAN_BE_ANOTHER =
  isRoot &&
  common() !== undefined &&
  spawnSync(process.execPath, ['-e', '0'], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
/** Whether permissions stop whom a test can start programs as. */
export const PERMISSIONS_HOLD = !isRoot || CAN_BE_ANOTHER
/** How a program is started so that permissions stop it. */
export const stopped = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** An empty folder that everybody reaches; it goes away with the file's tests. */
export function commonFolder(): string {
  const folder = lastingFolder('gsd-common ü-', common())
  chmodSync(folder, 0o755)
  return folder
}

/** A copy of what the package publishes, as everybody may read it: the path of the installer. */
export function commonProgram(): string {
  const folder = commonFolder()
  const { files } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { files: string[] }
  for (const name of [...files, 'package.json'])
    if (statSync(join(PACKAGE, name), { throwIfNoEntry: false }) !== undefined)
      cpSync(join(PACKAGE, name), join(folder, name), { recursive: true })
  return join(folder, 'bin/install.js')
}
