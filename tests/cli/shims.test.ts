// The shims `gsd` and `gsd-tools`: created on PATH on request, kept correct, never over foreign files, and removed with the last installation.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { runGsd } from '../../lib/cli/gsd/run.js'
import { askGsd, PACKAGE } from '../support/gsd.js'
import { put, snapshotOf, temporaryHome, text } from '../support/home.js'
import { pathOfNode } from '../support/node-path.js'
import { describeWhere } from '../support/where.js'

const [GSD, TOOLS] = ['.local/bin/gsd', '.local/bin/gsd-tools']
const NODE = dirname(process.execPath)

const runLine = (home: string, line: string) =>
  spawnSync('sh', ['-c', line], {
    cwd: home,
    env: { HOME: home, PATH: `${home}/.local/bin:${NODE}:/usr/bin:/bin` },
    encoding: 'utf8',
  })
const env = { PATH: pathOfNode() }
const gsd = (home: string, ...words: readonly string[]) => askGsd<never>(home, words, { env })

describeWhere(process.platform !== 'win32')('programs by our names', () => {
  it('start the installed programs from any shell, and name the line that adds their folder to PATH', async () => {
    const home = temporaryHome()
    const { exit, out } = await gsd(home, '--claude', '--shim')
    expect(exit).toBe(0)
    expect(out).toContain(`echo 'export PATH="$HOME/.local/bin:$PATH"' >> ~/.profile`)
    expect(runLine(home, 'gsd --version').stdout).toBe(
      runLine(home, `node "${home}/.agents/get-shit-done/bin/gsd.cjs" --version`).stdout,
    )
    expect(runLine(home, 'gsd-tools lint --nope').status).toBe(2)
    expect(JSON.parse(runLine(home, 'gsd doctor --json').stdout).targets).toHaveLength(1)
  })

  it('are created only on request, and unchanged by an update', async () => {
    const home = temporaryHome()
    await gsd(home, '--claude')
    expect(snapshotOf(home)[GSD]).toBeUndefined()
    await gsd(home, '--claude', '--shim')
    const before = snapshotOf(home)
    expect((await gsd(home, 'update')).exit).toBe(0)
    expect((await gsd(home, '--claude', '--shim')).out).toContain('no changes')
    expect(snapshotOf(home)).toEqual(before)
  })

  it.each([
    ['no such folder', []],
    ['a folder above it', ['.local']],
    ['the folder, empty', ['.local/bin']],
  ] as const)('are removed without a trace where there was %s', async (_, folders) => {
    const home = temporaryHome()
    for (const folder of folders) mkdirSync(join(home, folder), { recursive: true })
    const before = snapshotOf(home)
    await gsd(home, '--claude', '--shim')
    expect(Object.keys(snapshotOf(home)).filter((path) => path.startsWith('.local/bin/'))).toHaveLength(2)
    expect((await gsd(home, 'uninstall', '--global', '--all', '--yes')).exit).toBe(0)
    expect(snapshotOf(home)).toEqual(before)
    expect(readdirSync(home)).toEqual(folders.length === 0 ? [] : ['.local'])
  })

  it('leave foreign files of the same name alone, and say so', async () => {
    const home = temporaryHome()
    put(home, GSD, '#!/bin/sh\necho theirs\n', 0o755)
    const { exit, out } = await gsd(home, '--claude', '--shim')
    expect([exit, out]).toEqual([0, expect.stringContaining('another gsd already exists and is kept')])
    expect(runLine(home, 'gsd').stdout).toBe('theirs\n')
    expect(text(home, TOOLS)).toContain('gsd-tools.cjs')
    await gsd(home, 'uninstall', '--global', '--all', '--yes')
    expect(readdirSync(join(home, '.local/bin'))).toEqual(['gsd'])
  })

  it('start the programs for all clients, and are removed with the last client', async () => {
    const home = temporaryHome()
    await gsd(home, '--claude', '--qwen', '--shim')
    await gsd(home, 'uninstall', '--global', '--claude', '--yes')
    expect(runLine(home, 'gsd --version').status).toBe(0)
    await gsd(home, 'uninstall', '--global', '--qwen', '--yes')
    expect(readdirSync(home)).toEqual([])
  })

  it('are refused for a project, and together with --no-shim', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, 'project'))
    expect(await gsd(home, '--claude', '--local', 'project', '--shim')).toMatchObject({ exit: 2 })
    expect(await gsd(home, '--claude', '--shim', '--no-shim')).toMatchObject({ exit: 2 })
    rmSync(join(home, 'project'), { recursive: true })
    expect(readdirSync(home)).toEqual([])
  })

  it('are refused if there is no folder for them', async () => {
    let output = ''
    const [home, hear] = [temporaryHome(), (text: string) => void (output += text)]
    const around = {
      env: { HOME: home },
      platform: 'win32',
      cwd: home,
      home,
      bin: join(PACKAGE, '../../dist'),
    } as const
    const seen = { isInteractive: false, isTTY: { out: false, err: false }, out: hear, err: hear }
    expect(await runGsd({ argv: ['--claude', '--shim', '--allow-root'], ...around, ...seen })).toBe(2)
    expect([output, readdirSync(home)]).toEqual([expect.stringContaining('npm install --global .'), []])
  })

  it('are named by a dry run, but not created', async () => {
    const home = temporaryHome()
    expect((await gsd(home, '--claude', '--shim', '--dry-run')).out).toContain('write ~/.local/bin (2 files)')
    expect(readdirSync(home)).toEqual([])
  })
})
