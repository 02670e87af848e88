// The home folder, and folders in which an installation is refused.
import { describe, expect, it } from 'vitest'
import { environmentRefusal, homeOf } from '../../../lib/cli/gsd/surroundings.js'

describe('the home', () => {
  it.each([
    ['is where HOME says', 'linux', { HOME: '/home/a' }, '/root', '/home/a'],
    ['may be the root of a container', 'linux', { HOME: '/' }, '/root', '/'],
    ['is the recorded one where HOME is not set', 'linux', {}, '/home/a', '/home/a'],
    ['is the recorded one where HOME is empty', 'darwin', { HOME: '' }, '/Users/a', '/Users/a'],
    ['is unknown where none is recorded', 'linux', {}, null, null],
    [
      'is that of Windows, whatever a ported shell says',
      'win32',
      { HOME: 'C:\\msys\\home', USERPROFILE: 'C:\\Users\\a' },
      'x',
      'C:\\Users\\a',
    ],
  ] as const)('%s', (_, platform, env, recorded, home) => expect(homeOf({ env, platform, recorded })).toBe(home))
})

const place = { env: {}, platform: 'linux' as NodeJS.Platform, home: '/home/a', cwd: '/work', bin: '/x/bin' }
const windows = { ...place, platform: 'win32' as const, home: 'C:\\Users\\a', cwd: 'D:\\work', bin: 'C:\\x\\bin' }

describe('a place', () => {
  it.each([
    ['of a user', place],
    ['below the root of a container', { ...place, home: '/' }],
    ['in a distribution of WSL, with its own node', { ...place, env: { WSL_DISTRO_NAME: 'Ubuntu' } }],
    ['on Windows', windows],
    ['on Windows, in its terminal', { ...windows, env: { WSLENV: 'WT_SESSION' } }],
  ])('is accepted: %s', (_, world) => expect(environmentRefusal(world)).toBeNull())

  it.each([
    ['without a home', { ...place, home: '' }, 'USAGE', 'export HOME='],
    ['with a relative home', { ...place, home: 'home' }, 'USAGE', 'export HOME='],
    ['without a home on Windows', { ...windows, home: '' }, 'USAGE', 'USERPROFILE'],
    [
      'inside WSL by its variable',
      { ...windows, env: { WSL_DISTRO_NAME: 'Ubuntu' } },
      'INSTALL_REFUSED',
      'inside the distribution',
    ],
    [
      'inside WSL by the folder',
      { ...windows, cwd: '\\\\wsl.localhost\\Ubuntu\\home\\a' },
      'INSTALL_REFUSED',
      'inside the distribution',
    ],
    [
      'inside WSL by the program',
      { ...windows, bin: '\\\\wsl$\\Ubuntu\\p' },
      'INSTALL_REFUSED',
      'inside the distribution',
    ],
  ])('is refused: %s', (_, refused, code, fix) =>
    expect(environmentRefusal(refused)?.body).toMatchObject({ code, fix: expect.stringContaining(fix) }),
  )
})
