// The end of a setup: what was changed, how to undo it, how to run `gsd`, and an installation that needs nothing else.

import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXTRA_IDS } from '../../lib/install/extras.js'
import { askGsd, environmentOf, PACKAGE, startGsd } from '../support/gsd.js'
import { put, snapshotOf, temporaryHome } from '../support/home.js'
import { pathOfNode } from '../support/node-path.js'
import { writeNotes } from '../support/notes.js'
import { ENTER, hasTerminal, pressKeys } from '../support/talk.js'
import { lastingFolder } from '../support/temporary.js'
import { openTerminal } from '../support/terminal.js'
import { describeWhere } from '../support/where.js'

const runLine = (home: string, line: string) =>
  spawnSync('sh', ['-c', line], {
    cwd: home,
    env: { HOME: home, PATH: `${home}/.local/bin:${pathOfNode()}` },
    encoding: 'utf8',
  })

describe('the end of an installation', () => {
  it('names its changes in the user’s files, and the command that undoes them', async () => {
    const home = temporaryHome()
    put(home, '.claude/settings.json', '{ "model": "opus" }\n')
    put(home, '.codex/config.toml', '# mine\n')
    const before = snapshotOf(home)
    const { exit, out } = await askGsd(home, ['--claude', '--codex'])
    expect(exit).toBe(0)
    expect(out).toMatch(/^ {2}~\/\.claude\/settings\.json: hooks, statusLine$/m)
    expect(out).toMatch(/^New settings files: ~\/\.codex\/hooks\.json$/m)
    expect(out).toMatch(/^Pack files are in ~\/\.claude, ~\/\.codex, ~\/\.agents\.$/m)
    const undo = /^To undo: (.*)$/m.exec(out)?.[1] ?? ''
    expect(undo).toMatch(/ uninstall --global --all$/)
    expect(runLine(home, `${undo} --yes`).status).toBe(0)
    expect(snapshotOf(home)).toEqual(before)
  })

  it('names the undo of the added client alone, and none if nothing was changed', async () => {
    const home = temporaryHome()
    await askGsd(home, ['--claude'])
    const { out } = await askGsd(home, ['--qwen', '--no-hooks', '--no-statusline'])
    expect(out).toMatch(/uninstall --global --qwen$/m)
    const again = await askGsd(home, ['--claude'])
    expect(again.out).not.toContain('To undo:')
  })

  it('succeeds if the user’s own status line stays, and says so in one line', async () => {
    const home = temporaryHome()
    put(home, '.claude/settings.json', '{ "statusLine": { "type": "command", "command": "mine" } }\n')
    const [first, again] = [await askGsd(home, ['--claude']), await askGsd(home, ['--claude'])]
    expect([first.exit, again.exit]).toEqual([0, 0])
    expect(first.out).toMatch(/"statusLine" already has a different value: yours is kept\n/)
    expect(first.out).not.toContain('"statusLine": {')
    expect(again.out).toMatch(/"statusLine" already has a different value: yours is kept\n$/)
    expect(first.out + again.out).not.toContain('remove or rename yours')
  })

  it('names prerequisites before the first command', async () => {
    const { out } = await askGsd(temporaryHome(), ['--codex'])
    const [first, then] = [out.indexOf('Before you start:'), out.indexOf('Start with:')]
    expect([first > 0, then > first]).toEqual([true, true])
  })
})

describeWhere(process.platform !== 'win32')('gsd as a command', () => {
  it('is available after the command that the setup prints at the end', async () => {
    const home = temporaryHome()
    const first = await askGsd(home, ['--claude', '--yes'], { env: { SHELL: '/bin/bash' } })
    const call = /^To use gsd and gsd-tools as commands, run:\n {2}(.*)$/m.exec(first.out)?.[1] ?? ''
    const second = runLine(home, `SHELL=/bin/bash PATH="${pathOfNode()}" ${call}`)
    expect([second.status, runLine(home, 'gsd --version').status, runLine(home, 'gsd-tools next').status]).toEqual([
      0, 0, 0,
    ])
    const profile = /^ {2}(echo .* >> ~\/\.bashrc)$/m.exec(second.stdout)?.[1] ?? ''
    runLine(home, profile)
    const { stdout } = spawnSync('bash', ['-c', '. ~/.bashrc; command -v gsd'], {
      env: { HOME: home, PATH: pathOfNode() },
      encoding: 'utf8',
    })
    expect(stdout.trim()).toBe(join(home, '.local/bin/gsd'))
    expect(second.stdout).toContain('~/.local/bin.\n')
  })

  it('explains that the pack is no longer installed', async () => {
    const home = temporaryHome()
    await askGsd(home, ['--claude', '--yes', '--shim'])
    rmSync(join(home, '.agents'), { recursive: true })
    const { status, stderr } = runLine(home, 'gsd doctor')
    expect([status, stderr]).toEqual([
      1,
      `gsd: gsd-pack is no longer installed; this file does not exist: ${join(home, '.agents/get-shit-done/bin/gsd.cjs')}\nfix: in a clone of gsd-pack: npm run quickstart\n`,
    ])
  })

  it('is not explained if it is already on PATH; undo then uses that name, unless it is another program', async () => {
    const home = temporaryHome()
    const { out } = startGsd(home, ['--claude', '--yes', '--shim'], {
      env: { PATH: `${home}/.local/bin:${pathOfNode()}` },
    })
    expect(out).not.toContain('To use gsd')
    expect(out).toContain('To undo: gsd uninstall --global --all')
    const foreign = temporaryHome()
    put(foreign, 'bin/gsd', '#!/bin/sh\necho another\n', 0o755)
    const { out: said } = await askGsd(foreign, ['--claude'], {
      env: { PATH: `${foreign}/bin:${pathOfNode()}` },
    })
    expect(said).toMatch(/^To undo: node ".*\/gsd\.cjs" uninstall/m)
  })
})

it('uninstall --purge restores the home byte for byte, also with the files that our programs and users keep in .gsd', async () => {
  const home = temporaryHome()
  put(home, '.claude/settings.json', '{ "model": "opus" }\n')
  put(home, '.bashrc', 'alias ll=ls\n')
  const before = snapshotOf(home)
  await askGsd(home, ['--claude', '--qwen', '--shim'])
  for (const path of ['secrets/KEY', 'notify/channels.json', 'trust.json', 'sessions/a.json', 'orders/a.json'])
    put(home, `.gsd/${path}`, '{}', 0o600)
  for (const path of ['config.json', 'models.json', 'overrides/roles/planner.md', 'extensions/mine/extension.json'])
    put(home, `.gsd/${path}`, '{}')
  put(home, `.gsd/extras/${EXTRA_IDS[0]}/package.json`, '{}')
  expect((await askGsd(home, ['uninstall', '--global', '--all', '--purge', '--yes'])).exit).toBe(0)
  expect(snapshotOf(home)).toEqual(before)
})

describeWhere(hasTerminal)('on a terminal, a client that is named', () => {
  it.each([
    ['yes', ENTER, ['gsd', 'gsd-tools']],
    ['no', `n${ENTER}`, []],
  ])('leaves one question, whether to put gsd on the PATH: %s', async (_, key, there) => {
    const home = temporaryHome()
    const { exit } = await pressKeys(home, '--claude', [['so that you can type them', key]])
    const bin = join(home, '.local/bin')
    expect([exit, existsSync(bin) ? readdirSync(bin) : []]).toEqual([0, there])
  })
})

describe('an installation without its clone, npm or a network', () => {
  const base = lastingFolder('gsd-whole-')
  const [home, clone] = [join(base, 'home'), join(base, 'clone')]
  const project = join(home, 'project')
  // A call that uses the network exits with 99.
  const cut = join(base, 'cut.cjs')
  const env = { HOME: home, PATH: dirname(process.execPath), NODE_OPTIONS: `--require "${cut}"` }
  const program = join(home, '.agents/get-shit-done/bin/gsd.cjs')
  const gsd = (...words: readonly string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd: project, env, encoding: 'utf8', input: '' })

  beforeAll(() => {
    mkdirSync(project, { recursive: true })
    const repository = join(dirname(PACKAGE), '..')
    for (const name of 'bin dist examples commands workflows agents hooks references templates package.json'.split(' '))
      cpSync(join(repository, name), join(clone, name), { recursive: true })
    const words = ['--claude', '--yes']
    expect(startGsd(home, words, { program: join(clone, 'bin/install.js') }).exit).toBe(0)
    rmSync(clone, { recursive: true })
    writeFileSync(cut, "require('net').Socket.prototype.connect = () => process.exit(99)\n")
    writeNotes(project, 'Adding')
  })

  it.each([
    ['report', ['report', '--out', 'report.html'], /report\.html/],
    ['usage', ['usage'], /./],
    ['watch', ['watch'], /Notes/],
  ])('answers gsd %s', (_, words, said) => {
    const { status, stdout, stderr } = gsd(...words)
    expect([status, stderr, stdout]).toEqual([0, '', expect.stringMatching(said)])
  })

  it('serves the board', async () => {
    const child = spawn(process.execPath, [program, 'board'], { cwd: project, env })
    let said = ''
    const url = await new Promise<string>((resolve, reject) => {
      const hear = (part: Buffer) => {
        said += part.toString()
        const found = /http:\/\/\S+/.exec(said)?.[0]
        if (found !== undefined) resolve(found)
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
    })
    const entered = await fetch(url, { redirect: 'manual' })
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const found = await Promise.all(
      ['/', '/board.js', '/board'].map(
        async (path) => (await fetch(new URL(path, url), { headers: { cookie } })).status,
      ),
    )
    child.kill()
    expect(found).toEqual([200, 200, 200])
  })

  it('serves MCP', () => {
    const hello = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    }
    const { stdout } = spawnSync(process.execPath, [program, 'mcp'], {
      ...{ cwd: project, env, encoding: 'utf8', input: `${JSON.stringify(hello)}\n` },
    })
    expect(JSON.parse(stdout.split('\n')[0] ?? '').result.serverInfo.name).toMatch(/gsd/)
  })
})

it('doctor begins with its overall result', async () => {
  const home = temporaryHome()
  const empty = await askGsd(home, ['doctor'])
  expect(empty.out.split('\n').slice(0, 3)).toEqual([
    expect.stringContaining('Problems found'),
    '',
    expect.stringContaining('gsd install'),
  ])
  await askGsd(home, ['--claude'])
  expect((await askGsd(home, ['doctor'])).out.split('\n')[0]).toBe('No problems.')
})

describeWhere(hasTerminal)('a terminal of 60 columns', () => {
  const home = lastingFolder('gsd-narrow-')
  beforeAll(async () => {
    await askGsd(home, ['--claude'])
  })

  it.each([['gsd.cjs doctor'], ['gsd.cjs extras'], ['gsd.cjs cost'], ['gsd.cjs instal'], ['gsd-tools.cjs nxt']])(
    'wraps the output of %s between words',
    async (call) => {
      const bin = join(home, '.agents/get-shit-done/bin')
      const line = `stty cols 60; exec "${process.execPath}" "${bin}"/${call}`
      const terminal = openTerminal({
        cwd: home,
        env: { ...environmentOf(home), TERM: 'xterm' },
        argv: ['sh', '-c', line],
      })
      await terminal.exit
      const lines = stripVTControlCharacters(terminal.shown()).split(/\r?\n/)
      // A longer word or call is not wrapped, so that users can copy it.
      const wide = lines.filter(
        (one) => one.length > 60 && /\S +\S/.test(one.trimStart().replace(/^(?:fix: )?gsd\S* .*/, '')),
      )
      expect(wide).toEqual([])
    },
  )
})
