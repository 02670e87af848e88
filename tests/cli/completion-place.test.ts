// Completion where a shell looks for it: put there by one command, loaded by the real shell, never over somebody else's file, and gone without a trace.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd, startGsd } from '../support/gsd.js'
import { picture, put, temporaryHome } from '../support/home.js'
import { describeWhere } from '../support/where.js'

const NODE = dirname(process.execPath)
const BASH = '.local/share/bash-completion/completions'
const FISH = '.config/fish/completions'

interface Said {
  readonly operations: readonly { readonly kind: string; readonly path: string }[]
}
const SHELL = { SHELL: '/bin/bash' }
const gsd = (home: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  askGsd<Said>(home, words, { env: { ...SHELL, ...env } })
const files = (home: string) =>
  readdirSync(home, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .sort()

describeWhere(process.platform !== 'win32')('gsd completion install', () => {
  it('has the real bash complete both programs by the file that it looks for', () => {
    const home = temporaryHome()
    const env = { PATH: `${NODE}:/usr/bin:/bin`, ...SHELL }
    expect(startGsd(home, ['--claude', '--shim'], { env }).exit).toBe(0)
    expect(startGsd(home, ['completion', 'install'], { env }).exit).toBe(0)
    for (const [program, typed, expected] of [
      ['gsd', 'stat', 'status'],
      ['gsd-tools', 'conf', 'config'],
    ] as const) {
      const line = `source "$HOME/${BASH}/${program}" && COMP_WORDS=(${program} ${typed}) COMP_CWORD=1 && _${program.replace('-', '_')} && printf '%s ' "\${COMPREPLY[@]}"`
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', line], {
        cwd: home,
        env: { HOME: home, PATH: `${home}/.local/bin:${NODE}:/usr/bin:/bin` },
        encoding: 'utf8',
      })
      expect([stderr, stdout.trim()]).toEqual(['', expected])
    }
  })

  it('leaves a shell in peace that no longer finds the programs', async () => {
    const home = temporaryHome()
    await gsd(home, ['completion', 'install', 'bash'])
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `source "$HOME/${BASH}/gsd"; echo on`], {
      env: { HOME: home, PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    })
    expect([stderr, stdout]).toEqual(['', 'on\n'])
  })

  it.each([
    ['bash', {}, [`${BASH}/gsd`, `${BASH}/gsd-tools`]],
    [
      'bash',
      { XDG_DATA_HOME: 'data' },
      ['data/bash-completion/completions/gsd', 'data/bash-completion/completions/gsd-tools'],
    ],
    ['bash', { BASH_COMPLETION_USER_DIR: 'own' }, ['own/completions/gsd', 'own/completions/gsd-tools']],
    ['fish', {}, [`${FISH}/gsd-tools.fish`, `${FISH}/gsd.fish`]],
    ['fish', { XDG_CONFIG_HOME: 'conf' }, ['conf/fish/completions/gsd-tools.fish', 'conf/fish/completions/gsd.fish']],
  ] as const)('puts files where %s looks with %j, and takes every one away again', async (shell, folders, expected) => {
    const home = temporaryHome()
    const before = picture(home)
    const env = Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, join(home, folder)]))
    expect((await gsd(home, ['completion', 'install', shell], env)).exit).toBe(0)
    expect(files(home)).toEqual(expected)
    expect((await gsd(home, ['completion', 'install', shell], env)).out).toContain('Nothing to change')
    expect((await gsd(home, ['completion', 'remove'], env)).exit).toBe(0)
    expect(picture(home)).toEqual(before)
  })

  it('goes with the last installation, and folders of the person stay', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.local/share'), { recursive: true })
    put(home, `${FISH}/other.fish`, '# mine\n')
    const before = picture(home)
    await gsd(home, ['--claude'])
    await gsd(home, ['completion', 'install', 'bash'])
    await gsd(home, ['completion', 'install', 'fish'])
    expect(files(home)).toEqual(expect.arrayContaining([`${BASH}/gsd`, `${FISH}/gsd.fish`]))
    expect((await gsd(home, ['uninstall', '--global', '--all', '--yes'])).exit).toBe(0)
    expect(picture(home)).toEqual(before)
  })

  it('leaves what somebody else wrote, says so, and ends with 4', async () => {
    const home = temporaryHome()
    put(home, `${BASH}/gsd`, 'complete -W "up down" gsd\n')
    const { exit, out } = await gsd(home, ['completion', 'install', 'bash'])
    expect([exit, out]).toEqual([4, expect.stringContaining('somebody else wrote this file')])
    await gsd(home, ['completion', 'remove', 'bash'])
    expect(readFileSync(join(home, BASH, 'gsd'), 'utf8')).toBe('complete -W "up down" gsd\n')
    expect(files(home)).toEqual([`${BASH}/gsd`])
  })

  it('writes nothing through a link of that name', async () => {
    const home = temporaryHome()
    put(home, 'precious', 'mine\n')
    mkdirSync(join(home, BASH), { recursive: true })
    symlinkSync(join(home, 'precious'), join(home, BASH, 'gsd'))
    expect((await gsd(home, ['completion', 'install', 'bash'])).exit).toBe(4)
    expect(readFileSync(join(home, 'precious'), 'utf8')).toBe('mine\n')
  })

  it.each([
    ['zsh', 'zsh'],
    ['pwsh', 'pwsh'],
    ['powershell', 'pwsh'],
  ])('names the line for %s, which has no such folder, and changes nothing', async (word, shell) => {
    const home = temporaryHome()
    const { exit, out } = await gsd(home, ['completion', 'install', word])
    expect([exit, files(home)]).toEqual([4, []])
    expect(out).toContain(`gsd completion ${shell}`)
  })

  it('shows with --dry-run what it would write, and writes nothing', async () => {
    const home = temporaryHome()
    const said = (await gsd(home, ['completion', 'install', '--dry-run', '--json'])).json()
    expect(said.operations.map(({ path }) => path)).toEqual([join(home, BASH, 'gsd'), join(home, BASH, 'gsd-tools')])
    expect(files(home)).toEqual([])
  })
})

describe('gsd completion refuses', () => {
  it.each([
    [['completion', 'install'], { SHELL: '/bin/tcsh' }, '"tcsh"'],
    [['completion', 'install'], { SHELL: '' }, 'SHELL is empty'],
    [['completion', 'bash', 'zsh'], {}, '"zsh" is for install and remove'],
    [['completion', 'bash', '--dry-run'], {}, '--dry-run is for install and remove'],
    [['completion', 'install', 'tcsh'], {}, 'tcsh'],
  ] as const)('%j with %j', async (words, env, said) => {
    const home = temporaryHome()
    const { exit, err } = await gsd(home, words, env)
    expect([exit, err]).toEqual([2, expect.stringContaining(said)])
    expect(files(home)).toEqual([])
  })
})
