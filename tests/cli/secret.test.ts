// The user's secrets: typed masked or read from a pipe, stored privately, and never printed.
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd, startGsd } from '../support/gsd.js'
import { put, temporaryHome, text } from '../support/home.js'
import { CTRL_C, ENTER, hasTerminal, pressKeys } from '../support/talk.js'
import { describeWhere } from '../support/where.js'

const VALUE = 'BSA-0123456789'
const FILE = '.gsd/secrets/BRAVE_API_KEY'
const modeOf = (path: string) => statSync(path).mode & 0o777

describeWhere(hasTerminal)('on a terminal', () => {
  it('a typed secret is stored and never shown', async () => {
    const home = temporaryHome()
    const { exit, output } = await pressKeys(home, 'secret set BRAVE_API_KEY', [['BRAVE_API_KEY', `${VALUE}${ENTER}`]])
    expect([exit, text(home, FILE)]).toEqual([0, VALUE])
    expect(output).toContain('***')
    for (let at = 0; at + 4 <= VALUE.length; at++) expect(output).not.toContain(VALUE.slice(at, at + 4))
  })

  it('Ctrl-C stores nothing', async () => {
    const home = temporaryHome()
    const { exit } = await pressKeys(home, 'secret set BRAVE_API_KEY', [['BRAVE_API_KEY', `abc${CTRL_C}`]])
    expect([exit, existsSync(join(home, FILE))]).toEqual([130, false])
  })
})

describe('gsd secret', () => {
  it('stores a secret from a pipe privately, replaces the old one, and removes it', async () => {
    const home = temporaryHome()
    put(home, FILE, 'old', 0o644)
    const { exit, out, err } = startGsd(home, ['secret', 'set', 'BRAVE_API_KEY', '--stdin'], { input: `${VALUE}\n` })
    expect([exit, text(home, FILE)]).toEqual([0, VALUE])
    expect([modeOf(join(home, FILE)), modeOf(join(home, '.gsd/secrets'))]).toEqual([0o600, 0o700])
    const list = await askGsd(home, ['secret', '--json'])
    expect(list.json()).toMatchObject({ secrets: [{ name: 'BRAVE_API_KEY', for: ['brave-search'] }] })
    expect(`${out}${err}${list.out}${(await askGsd(home, ['secret', 'list'])).out}`).not.toContain(VALUE)
    expect(await askGsd(home, ['secret', 'remove', 'BRAVE_API_KEY'])).toMatchObject({ exit: 0 })
    expect(existsSync(join(home, '.gsd'))).toBe(false)
    expect(await askGsd(home, ['secret', 'remove', 'BRAVE_API_KEY'])).toMatchObject({ exit: 1 })
  })

  it.each([
    ['no name', ['set'], VALUE],
    ['a name that leads elsewhere', ['set', '../key', '--stdin'], VALUE],
    ['a name in small letters', ['set', 'brave', '--stdin'], VALUE],
    ['no terminal and no pipe', ['set', 'BRAVE_API_KEY'], VALUE],
    ['nothing', ['set', 'BRAVE_API_KEY', '--stdin'], '\n'],
    ['two lines', ['set', 'BRAVE_API_KEY', '--stdin'], `${VALUE}\n${VALUE}\n`],
    ['control characters', ['set', 'BRAVE_API_KEY', '--stdin'], `\u001b[31m${VALUE}`],
    ['the value as a word', ['set', 'BRAVE_API_KEY', VALUE], ''],
  ])('refuses %s without repeating the input', (_, words, input) => {
    const home = temporaryHome()
    const { exit, out, err } = startGsd(home, ['secret', ...words], { input })
    expect([exit, `${out}${err}`]).toEqual([2, expect.stringContaining('nothing was done')])
    expect(`${out}${err}`).not.toContain(VALUE)
    expect(existsSync(join(home, '.gsd'))).toBe(false)
  })

  it('neither stores nor removes a secret in a client’s shell, whose model would see it', async () => {
    const home = temporaryHome()
    const words = ['secret', 'set', 'BRAVE_API_KEY', '--stdin']
    const { exit, err } = startGsd(home, words, { input: VALUE, env: { CLAUDECODE: '1' } })
    expect([exit, err]).toEqual([4, expect.stringContaining('your own terminal')])
    expect(existsSync(join(home, '.gsd'))).toBe(false)
    startGsd(home, words, { input: VALUE })
    expect(await askGsd(home, ['secret', 'remove', 'BRAVE_API_KEY'], { env: { CLAUDECODE: '1' } })).toMatchObject({
      exit: 4,
    })
    expect(existsSync(join(home, '.gsd'))).toBe(true)
  })

  it('stays after an uninstall, but not with --purge', async () => {
    const home = temporaryHome()
    for (const [words, isLeft, said] of [
      [[], true, 'Your secrets (BRAVE_API_KEY) are kept'],
      [['--purge'], false, 'Your secrets (BRAVE_API_KEY) are removed'],
    ] as const) {
      await askGsd(home, ['--claude', '--codex', '--global'])
      put(home, FILE, VALUE, 0o600)
      put(home, '.gsd/notify/channels.json', '{}', 0o600)
      expect((await askGsd(home, ['uninstall', '--codex', '--global', ...words])).out).not.toContain('secrets')
      const dryRun = await askGsd(home, ['uninstall', '--all', '--global', ...words, '--dry-run'])
      expect([dryRun.out.includes(isLeft ? 'are kept' : 'are removed'), existsSync(join(home, FILE))]).toEqual([
        true,
        true,
      ])
      expect((await askGsd(home, ['uninstall', '--all', '--global', ...words])).out).toContain(said)
      expect(existsSync(join(home, '.gsd/notify'))).toBe(isLeft)
      expect(existsSync(join(home, FILE))).toBe(isLeft)
    }
  })

  it('is removed by --purge even without the machine’s id', async () => {
    const home = temporaryHome()
    await askGsd(home, ['--claude', '--global'])
    rmSync(join(home, '.gsd/machine'))
    put(home, FILE, VALUE, 0o600)
    await askGsd(home, ['uninstall', '--all', '--global', '--purge'])
    expect(existsSync(join(home, FILE))).toBe(false)
  })
})
