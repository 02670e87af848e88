import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  dropAgreed,
  keepAgreed,
  keepTyped,
  keyPath,
  openCustody,
  personalKey,
  spendWord,
} from '../../../lib/node/custody.js'
import { temporaryFolder } from '../../support/temporary.js'

let folder: string
let root: string
const env = () => ({ HOME: join(folder, 'home') })
const open = (at = root, now = Date.now()) => openCustody({ env: env(), root: at, now: () => now, seat: null })
const agreed = (digest: string) => ({ digest, command: 'npm test', word: 'here' as const })

beforeEach(() => {
  folder = temporaryFolder('gsd-custody-')
  root = join(folder, 'project')
  for (const name of ['home', 'project', 'copy']) mkdirSync(join(folder, name))
})

describe('the key', () => {
  it('is made once, for this user alone', () => {
    const key = personalKey(env())
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(personalKey(env())).toBe(key)
    expect(statSync(keyPath(env())).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'home/.gsd')).mode & 0o777).toBe(0o700)
  })

  it('is not taken from a link', () => {
    mkdirSync(join(folder, 'home/.gsd'))
    writeFileSync(join(folder, 'elsewhere'), `${'a'.repeat(64)}\n`)
    symlinkSync(join(folder, 'elsewhere'), keyPath(env()))
    expect(personalKey(env())).toBeNull()
  })

  it('seals one text differently in two projects, and the same again in one', () => {
    expect(open().seal('x')).toBe(open().seal('x'))
    expect(open().seal('x')).not.toBe(open().seal('y'))
    expect(open().seal('x')).not.toBe(open(join(folder, 'copy')).seal('x'))
  })

  it('is null where the home cannot be written', () => {
    writeFileSync(join(folder, 'home/.gsd'), 'a file')
    expect(open().seal('x')).toBeNull()
  })
})

describe('trusted commands', () => {
  it('are none until they are kept, and are kept for one project alone', () => {
    expect(open().trusts('abc')).toBe(false)
    keepAgreed(env(), root, [agreed('abc')], Date.now())
    expect(open().trusts('abc')).toBe(true)
    expect(open(join(folder, 'copy')).trusts('abc')).toBe(false)
    expect(open().trusts('constructor')).toBe(false)
  })

  it('leave nothing inside the project', () => {
    keepAgreed(env(), root, [agreed('abc')], Date.now())
    expect(existsSync(join(root, '.planning'))).toBe(false)
  })

  it('keep whose word came first', () => {
    keepAgreed(env(), root, [{ ...agreed('abc'), word: 'terminal' }], 0)
    keepAgreed(env(), root, [agreed('abc'), agreed('def')], 1)
    const [file] = readdirSync(join(folder, 'home/.gsd/trust'))
    const kept = readFileSync(join(folder, 'home/.gsd/trust', file as string), 'utf8')
    expect(kept).toContain('"word": "terminal"')
    expect(open().trusts('def')).toBe(true)
  })
})

describe('where the home cannot be written', () => {
  const inTree = () => join(root, '.planning/.runtime/agreed.json')
  const trust = () => join(folder, 'home/.gsd/trust')
  const shut = () => {
    personalKey(env())
    writeFileSync(trust(), 'no folder')
  }

  it('what was accepted here is kept in the project, one after another, for this project alone', () => {
    shut()
    keepAgreed(env(), root, [agreed('abc')], 0)
    keepAgreed(env(), root, [agreed('def')], 1)
    expect(['abc', 'def', 'constructor'].map((digest) => open().trusts(digest))).toEqual([true, true, false])
    expect(open().wordOf('abc')).toBe('here')
    mkdirSync(join(folder, 'copy/.planning/.runtime'), { recursive: true })
    copyFileSync(inTree(), join(folder, 'copy/.planning/.runtime/agreed.json'))
    expect(open(join(folder, 'copy')).trusts('abc')).toBe(false)
  })

  it('anybody’s word is not kept', () => {
    shut()
    for (const word of ['prompt', 'terminal', 'agent'] as const)
      expect(() => keepAgreed(env(), root, [{ ...agreed('abc'), word }, agreed('def')], 0)).toThrow()
    expect([open().trusts('abc'), open().trusts('def')]).toEqual([false, false])
  })

  it('a record that this machine did not seal says nothing', () => {
    shut()
    keepAgreed(env(), root, [agreed('abc')], 0)
    const text = readFileSync(inTree(), 'utf8')
    const value = JSON.parse(text)
    const row = value.commands.abc
    const forged = [
      { ...value, commands: { ...value.commands, def: row } },
      { ...value, commands: { def: row } },
      { ...value, commands: { abc: { ...row, word: 'terminal' } } },
      { v: 1, commands: { abc: row } },
      { ...value, mac: open().seal('agreed') },
      { ...value, mac: null },
    ]
    for (const one of forged) {
      writeFileSync(inTree(), JSON.stringify(one))
      expect([open().trusts('abc'), open().trusts('def')], JSON.stringify(one)).toEqual([false, false])
    }
    writeFileSync(inTree(), text)
    expect(open().trusts('abc')).toBe(true)
    rmSync(keyPath(env()))
    expect(open().trusts('abc')).toBe(false)
  })

  it('nothing is read or written through a link', () => {
    shut()
    mkdirSync(join(root, '.planning'))
    symlinkSync(join(folder, 'copy'), join(root, '.planning/.runtime'))
    expect(() => keepAgreed(env(), root, [agreed('abc')], 0)).toThrow()
    expect(readdirSync(join(folder, 'copy'))).toEqual([])
  })

  it('nothing is kept without a key', () => {
    writeFileSync(join(folder, 'home/.gsd'), 'a file')
    expect(() => keepAgreed(env(), root, [agreed('abc')], 0)).toThrow()
    expect(open().trusts('abc')).toBe(false)
  })

  it('what was taken back does not come again with an older file, only with a newer agreement', () => {
    shut()
    keepAgreed(env(), root, [agreed('abc'), agreed('def')], 0)
    const older = readFileSync(inTree(), 'utf8')
    dropAgreed(env(), root, ['def'], 1)
    expect([open().trusts('abc'), open().trusts('def')]).toEqual([true, false])
    rmSync(trust())
    dropAgreed(env(), root, ['abc'], 2)
    writeFileSync(inTree(), older)
    expect(open().trusts('abc')).toBe(false)
    keepAgreed(env(), root, [agreed('abc')], 3)
    expect(open().trusts('abc')).toBe(true)
  })
})

describe('typed words', () => {
  it('count for twelve hours', () => {
    const now = Date.parse('2026-01-01T10:00:00Z')
    keepTyped(env(), root, ['gsd-01234567'], now)
    expect(open(root, now + 3_600_000).typed('gsd-01234567')).toBe(true)
    expect(open(root, now + 13 * 3_600_000).typed('gsd-01234567')).toBe(false)
    expect(open(root, now - 1000).typed('gsd-01234567')).toBe(false)
    expect(open(root, now).typed('gsd-76543210')).toBe(false)
  })

  it('are gone once they are used up, also for a call that looked before', () => {
    const now = Date.parse('2026-01-01T10:00:00Z')
    keepTyped(env(), root, ['gsd-01234567'], now)
    const waiting = open(root, now)
    expect(waiting.typed('gsd-01234567')).toBe(true)
    spendWord(env(), root, 'gsd-01234567')
    expect(waiting.typed('gsd-01234567')).toBe(false)
  })
})

describe('an agent’s word', () => {
  it('counts only where the person’s own settings say so', () => {
    expect(open().allowsAgent).toBe(false)
    mkdirSync(join(folder, 'home/.gsd'), { recursive: true })
    writeFileSync(join(folder, 'home/.gsd/config.json'), '{"consent":{"agent_word":true}}')
    expect(open().allowsAgent).toBe(true)
    expect(readFileSync(join(folder, 'home/.gsd/config.json'), 'utf8')).toContain('agent_word')
  })
})
