// The person's key comes with an installation and goes with the last one, unless something rests on it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recover } from '../../lib/install/apply.js'
import { openCustody } from '../../lib/node/custody.js'
import { askGsd, environmentOf, PACKAGE } from '../support/gsd.js'
import { hostileHome, picture, put, temporaryHome } from '../support/home.js'

const gsd = (home: string, ...words: readonly string[]) => askGsd(home, words)

const keyIn = (home: string) => join(home, '.gsd/key')

describe('the key of a person', () => {
  it('is made by an installation for its owner alone, kept by the next one, and gone with the last to the byte', async () => {
    const home = hostileHome()
    const before = picture(home)
    expect((await gsd(home, '--claude', '--dry-run')).out).toContain(keyIn(home))
    expect(picture(home)).toEqual(before)
    await gsd(home, '--claude')
    const key = readFileSync(keyIn(home), 'utf8')
    expect([key.length, statSync(keyIn(home)).mode & 0o777]).toEqual([65, 0o600])
    await gsd(home, '--claude', '--codex')
    expect(readFileSync(keyIn(home), 'utf8')).toBe(key)
    expect((await gsd(home, 'status')).out).toContain(keyIn(home))
    await gsd(home, 'uninstall', '--global', '--claude', '--yes')
    expect(existsSync(keyIn(home))).toBe(true)
    await gsd(home, 'uninstall', '--global', '--all', '--yes')
    expect(picture(home)).toEqual(before)
  })

  it('is no longer than its installation when an uninstall is killed: all is there, or nothing is left', async () => {
    const home = hostileHome()
    const before = picture(home)
    await gsd(home, '--claude')
    const installed = picture(home)
    const endings = new Set<string>()
    // Each run is given a little longer, however slow the machine is.
    for (let wait = 0; !endings.has('gone'); wait = wait * 1.1 + 30) {
      const child = spawn(process.execPath, [PACKAGE, 'uninstall', '--global', '--all', '--yes'], {
        cwd: home,
        env: environmentOf(home),
        stdio: 'ignore',
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), wait)
      await once(child, 'exit')
      clearTimeout(timer)
      const roots = ['.claude', '.gsd'].map((name) => join(home, name))
      recover(roots, { alive: () => false })
      const now = picture(home)
      const isWhole = JSON.stringify(now) === JSON.stringify(installed)
      if (!isWhole) expect(now).toEqual(before)
      endings.add(isWhole ? 'there' : 'gone')
    }
    expect([...endings].sort()).toEqual(['gone', 'there'])
  })

  it('that was left alone by what removed the rest goes with the next uninstall, and nothing else does', async () => {
    const home = hostileHome()
    const before = picture(home)
    put(home, '.gsd/key', `${'0a'.repeat(32)}\n`, 0o600)
    expect((await gsd(home, 'uninstall', '--global', '--all', '--yes')).out).toContain(keyIn(home))
    expect(picture(home)).toEqual(before)
  })

  it('stays where something was sealed with it, and what else a person keeps beside it stays always', async () => {
    const home = temporaryHome()
    await gsd(home, '--claude')
    writeFileSync(join(home, '.gsd/config.json'), '{}')
    openCustody({ env: { HOME: home }, root: home, now: () => 0, seat: null }).seal('x')
    expect((await gsd(home, 'uninstall', '--global', '--all', '--yes')).out).toContain('--purge')
    expect(existsSync(keyIn(home))).toBe(true)
    await gsd(home, '--claude')
    await gsd(home, 'uninstall', '--global', '--all', '--yes', '--purge')
    expect([existsSync(keyIn(home)), existsSync(join(home, '.gsd/config.json'))]).toEqual([false, true])
  })
})
