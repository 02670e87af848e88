// A damaged or missing manifest: our files are not guessed, the other scope works, and the advice in the error fixes the problem.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { choiceFor, install, NO_OFFERS, put, snapshotOf, temporaryHome, text, uninstall } from '../support/home.js'

const RECORD = '.agents/get-shit-done/gsd-file-manifest.json'
const OWN = '{\n  "model": "mine"\n}\n'

describe('a damaged record', () => {
  it('makes install and uninstall refuse without changes, and is named by doctor', async () => {
    const home = temporaryHome()
    await askGsd(home, ['install', '--claude'])
    put(home, RECORD, '{')
    const before = snapshotOf(home, { times: true })
    for (const words of [['install'], ['install', '--codex'], ['uninstall', '--global', '--all']])
      expect(await askGsd(home, words)).toMatchObject({ exit: 1, err: expect.stringContaining('it is not JSON') })
    const { exit, err } = await askGsd(home, ['doctor'])
    expect([exit, err]).toEqual([1, expect.stringContaining(join(home, RECORD))])
    expect(err).toContain('delete it and install again')
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })

  it.each([
    ['global', 'local'],
    ['local', 'global'],
  ])('in %s scope leaves the other scope working', async (damaged, scope) => {
    const home = temporaryHome()
    const project = join(home, 'project')
    mkdirSync(project)
    put(home, join(damaged === 'local' ? 'project' : '', RECORD), '{')
    const before = snapshotOf(home)
    const run = (...words: readonly string[]) => askGsd(home, words, { cwd: project })
    expect(await run('install', '--claude', `--${scope}`)).toMatchObject({ exit: 0, err: '' })
    expect(await run('uninstall', '--all', `--${scope}`)).toMatchObject({ exit: 0, err: '' })
    rmSync(join(home, '.gsd'), { recursive: true, force: true })
    expect(snapshotOf(home)).toEqual(before)
  })
})

describe('a record that was deleted', () => {
  const choiceWithHooks = (home: string) => ({
    ...choiceFor(home, ['claude']),
    offers: { ...NO_OFFERS, hooks: true, instructions: true },
  })

  it('is rewritten by install; uninstall then removes every entry and file of ours, but leaves empty folders', async () => {
    const home = temporaryHome()
    put(home, '.claude/settings.json', OWN)
    put(home, '.claude/CLAUDE.md', 'Mine.\n')
    const before = snapshotOf(home)
    await install(choiceWithHooks(home))
    rmSync(join(home, RECORD))
    await install(choiceWithHooks(home))
    expect((await uninstall(choiceFor(home, ['claude']))).notices).toEqual([])
    expect(text(home, '.claude/settings.json')).toBe(OWN)
    rmSync(join(home, '.claude/commands'), { recursive: true })
    rmSync(join(home, '.claude/agents'), { recursive: true })
    rmSync(join(home, '.agents'), { recursive: true })
    expect(snapshotOf(home)).toEqual(before)
  })
})
