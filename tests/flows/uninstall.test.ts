// Uninstalling restores the home, touches only recorded files, and never loses an edit.
import { existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootsOf } from '../../lib/install/target.js'
import type { RuntimeId } from '../../lib/runtimes/all.js'
import {
  choiceFor,
  hostileHome,
  install,
  localChoice,
  NO_OFFERS,
  put,
  snapshotOf,
  temporaryHome,
  text,
  uninstall,
} from '../support/home.js'
import { randomOf } from '../support/random.js'
import { supplyOf } from '../support/supply.js'

const ALL: readonly RuntimeId[] = ['claude', 'codex', 'agents']

describe('uninstalling', () => {
  it.each<[string, readonly RuntimeId[]]>([
    ['claude', ['claude']],
    ['codex', ['codex']],
    ['agents', ['agents']],
    ['all three', ALL],
  ])('restores every byte, mode, link and folder: %s', async (_, runtimes) => {
    for (const home of [temporaryHome(), hostileHome()])
      for (const choice of [choiceFor(home, runtimes), localChoice(home, runtimes)]) {
        const before = snapshotOf(home)
        await install(choice)
        expect(snapshotOf(home)).not.toEqual(before)
        await uninstall(choice)
        expect(snapshotOf(home)).toEqual(before)
      }
  })

  it('restores every byte after an update too, client by client', async () => {
    const home = hostileHome()
    const before = snapshotOf(home)
    await install(choiceFor(home, ['codex']))
    await install(choiceFor(home, ['claude', 'agents']), supplyOf({ version: '1.1.0', commands: { other: 'x\n' } }))
    for (const id of ['agents', 'codex', 'claude'] as const) await uninstall(choiceFor(home, [id]))
    expect(snapshotOf(home)).toEqual(before)
  })

  it('restores every folder after an update that changed every text', async () => {
    const home = temporaryHome()
    const texts = (word: string) => ({
      commands: { next: `${word}\n` },
      agents: { planner: `${word}\n` },
      files: { 'workflows/next.md': `${word}\n` },
    })
    await install(choiceFor(home, ['claude']), supplyOf(texts('one')))
    await install(choiceFor(home, ['claude']), supplyOf({ version: '1.1.0', ...texts('two') }))
    await uninstall(choiceFor(home, ['claude']))
    expect(readdirSync(home)).toEqual([])
  })

  it('restores every folder behind a link after an update that dropped its files', async () => {
    const home = temporaryHome()
    put(home, 'dotfiles/skills/mine/SKILL.md', 'mine')
    mkdirSync(join(home, '.agents'))
    symlinkSync('../dotfiles/skills', join(home, '.agents/skills'))
    const before = snapshotOf(home)
    await install(choiceFor(home, ['agents']), supplyOf({ commands: { next: 'one\n', other: 'two\n' } }))
    await install(choiceFor(home, ['agents']), supplyOf({ version: '1.1.0', commands: { next: 'one\n' } }))
    expect(readdirSync(join(home, 'dotfiles/skills')).sort()).toEqual(['gsd-next', 'mine'])
    await uninstall(choiceFor(home, ['agents']))
    expect(snapshotOf(home)).toEqual(before)
  })

  it('removes folders that were created above a moved root', async () => {
    const home = temporaryHome()
    const roots = rootsOf('global', {
      home,
      project: home,
      env: { CLAUDE_CONFIG_DIR: join(home, 'a/b/c') },
      platform: 'linux' as const,
    })
    await install(choiceFor(home, ['claude'], { roots }))
    await uninstall(choiceFor(home, ['claude'], { roots }))
    expect(readdirSync(home)).toEqual([])
  })

  it('keeps shared entries as long as a client needs them', async () => {
    const home = temporaryHome()
    await install(choiceFor(home, ['codex', 'agents']))
    const plan = await uninstall(choiceFor(home, ['codex']))
    expect(plan.runtimes).toEqual(['codex'])
    expect(existsSync(join(home, '.codex'))).toBe(false)
    expect(readdirSync(join(home, '.agents/skills'))).toEqual(['gsd-next', 'gsd-plan-phase'])
    expect((await install(choiceFor(home, ['agents']))).operations).toEqual([])
  })

  it('leaves foreign files in our folders', async () => {
    const home = temporaryHome()
    await install(choiceFor(home, ['claude']))
    put(home, '.agents/get-shit-done/workflows/own.md', 'own')
    put(home, '.claude/agents/gsd-own.md', 'own')
    await uninstall(choiceFor(home, ['claude']))
    expect(Object.keys(snapshotOf(home)).filter((path) => snapshotOf(home)[path]?.startsWith('file'))).toEqual([
      '.agents/get-shit-done/workflows/own.md',
      '.claude/agents/gsd-own.md',
    ])
  })

  it('sets an edited file aside, never over an earlier copy, and names the copy', async () => {
    const home = temporaryHome()
    for (const [edit, folder] of [
      ['first edit', '1.0.0/'],
      ['second edit', '1.0.0-2/'],
    ] as const) {
      await install(choiceFor(home, ['claude', 'codex']))
      writeFileSync(join(home, '.agents/get-shit-done/workflows/next.md'), edit)
      writeFileSync(join(home, '.codex/agents/gsd-planner.toml'), edit)
      const plan = await uninstall(choiceFor(home, ['claude', 'codex']))
      const copies = plan.notices.filter(({ message }) => message.includes(`gsd-local-patches/${folder}`))
      expect([plan.notices.length, copies.length]).toEqual([2, 2])
    }
    const kept = Object.keys(snapshotOf(home)).filter((path) => /next\.md$|planner\.toml$/.test(path))
    expect(kept.sort().map((path) => [path, text(home, path)])).toEqual([
      ['.agents/gsd-local-patches/1.0.0-2/get-shit-done/workflows/next.md', 'second edit'],
      ['.agents/gsd-local-patches/1.0.0/get-shit-done/workflows/next.md', 'first edit'],
      ['.codex/gsd-local-patches/1.0.0-2/agents/gsd-planner.toml', 'second edit'],
      ['.codex/gsd-local-patches/1.0.0/agents/gsd-planner.toml', 'first edit'],
    ])
    expect(existsSync(join(home, '.agents/get-shit-done'))).toBe(false)
  })

  it('keeps an edited hook, and names it because its program is removed', async () => {
    const home = temporaryHome()
    await install({ ...choiceFor(home, ['claude']), offers: { ...NO_OFFERS, hooks: true } })
    const edited = text(home, '.claude/settings.json').replace('"command": "node"', '"command": "env node"')
    writeFileSync(join(home, '.claude/settings.json'), edited)
    const { notices } = await uninstall(choiceFor(home, ['claude']))
    expect(notices).toEqual([
      {
        level: 'decide',
        path: join(home, '.claude/settings.json'),
        message: expect.stringMatching(/^still runs the pack in line \d+$/),
        fix: `remove the entry with ${join(home, '.agents/get-shit-done')}/bin/ by hand`,
      },
    ])
    expect(text(home, '.claude/settings.json')).toContain('"env node"')
  })

  it('names an edited hook, for a decision only if its program is removed, and any other edited entry', async () => {
    const noticesAfter = async (removed: readonly RuntimeId[]) => {
      const home = temporaryHome()
      const offers = { ...NO_OFFERS, hooks: true, statusline: true }
      await install({ ...choiceFor(home, ['claude', 'codex']), offers })
      const settings = JSON.parse(text(home, '.claude/settings.json'))
      settings.statusLine.command = 'mine'
      settings.hooks.SessionStart[0].hooks[0].command = 'env node'
      put(home, '.claude/settings.json', JSON.stringify(settings, null, 2))
      const { notices } = await uninstall(choiceFor(home, removed))
      return notices.map(({ level, message }) => `${level} ${message}`)
    }
    const kept = 'note status-line: you changed it, so it is kept'
    expect(await noticesAfter(['claude'])).toEqual([kept, expect.stringMatching(/^note still runs the pack/)])
    expect(await noticesAfter(['claude', 'codex'])).toEqual([
      kept,
      expect.stringMatching(/^decide still runs the pack/),
    ])
  })

  it('copes with files that are already gone', async () => {
    const home = hostileHome()
    const before = snapshotOf(home)
    await install(choiceFor(home, ['claude']))
    unlinkSync(join(home, '.claude/commands/gsd-next.md'))
    unlinkSync(join(home, '.agents/get-shit-done/VERSION'))
    await uninstall(choiceFor(home, ['claude']))
    expect(snapshotOf(home)).toEqual(before)
  })

  it('restores every byte of random homes with files at paths of the pack', async () => {
    const random = randomOf(3)
    const places = [
      '.claude/commands/gsd-next.md',
      '.claude/commands/own.md',
      '.claude/agents/gsd-planner.md',
      '.agents/get-shit-done/workflows/next.md',
      '.agents/get-shit-done/workflows/next.md.new',
      '.agents/get-shit-done/own.md',
      '.claude/settings.json',
      '.agents/skills/gsd-next/SKILL.md',
      '.agents/skills/gsd-next/own.md',
      '.agents/get-shit-done/bin/gsd-tools.cjs',
      '.codex/config.toml',
      '.codex/agents/gsd-planner.toml',
      '.codex/gsd-local-patches/notes',
    ]
    for (let round = 0; round < 15; round++) {
      const home = temporaryHome()
      for (const place of places)
        if (random.next() < 0.4)
          put(home, place, random.pick(['', 'x', '\ufeffy\r\n', 'z'.repeat(5000)]), random.pick([0o644, 0o600, 0o755]))
      const before = snapshotOf(home)
      const runtimes = ALL.filter(() => random.next() < 0.7)
      await install(choiceFor(home, runtimes))
      await install(choiceFor(home, runtimes), supplyOf({ version: '1.1.0', files: { 'workflows/other.md': 'o\n' } }))
      await uninstall(choiceFor(home, ALL))
      expect(snapshotOf(home)).toEqual(before)
    }
  })

  it('changes nothing if nothing is installed', async () => {
    const home = hostileHome()
    const before = snapshotOf(home, { times: true })
    expect((await uninstall(choiceFor(home, ALL))).operations).toEqual([])
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })
})
