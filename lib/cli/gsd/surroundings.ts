// Where `gsd` runs: the user's home, and places where an installation cannot work.
import { posix, win32 } from 'node:path'
import { type GsdError, gsdError } from '../../errors.js'
import type { World } from './world.js'

/** The home folder that clients use, or null. `recorded`: the one the system knows. Windows has its own, whatever a ported shell's HOME says. */
export function homeOf({
  env,
  platform,
  recorded,
}: Pick<World, 'env' | 'platform'> & { recorded: string | null }): string | null {
  const named = platform === 'win32' ? env['USERPROFILE'] : env['HOME']
  return named !== undefined && named !== '' ? named : recorded
}

type Environment = Pick<World, 'env' | 'platform' | 'cwd' | 'bin' | 'home'>

/** Why nothing can be installed, shown or removed here; null if it can. */
export function environmentRefusal({ env, platform, home, cwd, bin }: Environment): GsdError | null {
  const { isAbsolute } = platform === 'win32' ? win32 : posix
  if (platform === 'win32' && isInsideLinux({ env, cwd, bin, home }))
    return gsdError(
      'INSTALL_REFUSED',
      'this is the Windows build of node inside WSL: it would install to the Windows home, which clients in WSL do not read; nothing was done',
      'install node inside the distribution (command -v node must not show /mnt/c), then repeat the command there; for Windows clients, run it in PowerShell, in a Windows folder',
    )
  if (isAbsolute(home)) return null
  return gsdError(
    'USAGE',
    `${home === '' ? 'the home folder is unknown: HOME is not set, and this user id has no system account' : `the home folder is "${home}", which is not an absolute path`}; nothing was done`,
    platform === 'win32' ? 'set USERPROFILE to your own folder' : 'export HOME=/the/absolute/path/of/your/home',
  )
}

/** Windows programs see WSL variables only on request, but the working and program folders are reliable. */
function isInsideLinux({ env, cwd, bin, home }: Pick<Environment, 'env' | 'cwd' | 'bin' | 'home'>): boolean {
  const isThere = (path: string) => /^\\\\(wsl\$|wsl\.localhost)\\/i.test(path)
  return [cwd, bin, home].some(isThere) || (env['WSL_DISTRO_NAME'] ?? '') !== '' || (env['WSL_INTEROP'] ?? '') !== ''
}
