// Finds the user's home, and refuses to run where an installation cannot work.
import { posix, win32 } from 'node:path'
import { type GsdError, gsdError } from '../../errors.js'
import type { World } from './world.js'

/** Returns the home folder that clients use. `recorded`: the home in the system's account. On Windows, HOME does not count: ported shells set it. */
export function homeOf({
  env,
  platform,
  recorded,
}: Pick<World, 'env' | 'platform'> & { recorded: string | null }): string | null {
  const named = platform === 'win32' ? env['USERPROFILE'] : env['HOME']
  return named !== undefined && named !== '' ? named : recorded
}

type Environment = Pick<World, 'env' | 'platform' | 'cwd' | 'bin' | 'home'>

/** Returns why no action of `gsd` can work here; null if they can. */
export function environmentRefusal({ env, platform, home, cwd, bin }: Environment): GsdError | null {
  const { isAbsolute } = platform === 'win32' ? win32 : posix
  if (platform === 'win32' && isInsideWsl({ env, cwd, bin, home }))
    return gsdError(
      'INSTALL_REFUSED',
      'this is the Windows build of node inside WSL: it would install to the Windows home, which clients in WSL do not read; nothing was done',
      'install node inside the distribution (command -v node must not show /mnt/c), then repeat the command there; to install for Windows clients, run it in PowerShell, in a Windows folder',
    )
  if (isAbsolute(home)) return null
  return gsdError(
    'USAGE',
    `${home === '' ? 'the home folder is unknown: HOME is not set, and this user id has no system account' : `the home folder is "${home}", which is not an absolute path`}; nothing was done`,
    platform === 'win32' ? 'set USERPROFILE to your own folder' : 'export HOME=/the/absolute/path/of/your/home',
  )
}

/** Whether Windows node runs inside WSL. Windows programs rarely get WSL's variables, so the folders are checked too. */
function isInsideWsl({ env, cwd, bin, home }: Omit<Environment, 'platform'>): boolean {
  const isWslPath = (path: string) => /^\\\\(wsl\$|wsl\.localhost)\\/i.test(path)
  return [cwd, bin, home].some(isWslPath) || (env['WSL_DISTRO_NAME'] ?? '') !== '' || (env['WSL_INTEROP'] ?? '') !== ''
}
