// Installing into real homes: what is written, updated, removed or refused, and that the user's files are left alone.
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planInstall } from '../../lib/install/plan.js'
import { rootsOf } from '../../lib/install/target.js'
import { realDisk } from '../../lib/node/files.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import { choiceFor, hostileHome, install, localChoice, put, snapshotOf, temporaryHome, text } from '../support/home.js'
import { supplyOf } from '../support/supply.js'

const BOTH: readonly RuntimeId[] = ['claude', 'codex']
const levels = ({ notices }: { readonly notices: readonly { readonly level: string }[] }) =>
  notices.map(({ level }) => level)

describe('installing', () => {
  it('writes entries, agents and one payload; a client without its own entries uses the shared ones', async () => {
    const home = temporaryHome()
    const plan = await install(choiceFor(home, BOTH))
    expect(plan.notices).toEqual([])
    expect(readdirSync(join(home, '.claude')).sort()).toEqual(['agents', 'commands'])
    expect(readdirSync(join(home, '.claude/commands'))).toEqual(['gsd-next.md', 'gsd-plan-phase.md'])
    expect(readdirSync(join(home, '.agents/skills'))).toEqual(['gsd-next', 'gsd-plan-phase'])
    expect(readdirSync(join(home, '.codex'))).toEqual(['agents'])
    expect(text(home, '.agents/skills/gsd-next/SKILL.md')).toContain(
      `node "${home}/.agents/get-shit-done/bin/gsd-tools.cjs"`,
    )
    expect(text(home, '.codex/agents/gsd-planner.toml')).toContain('developer_instructions')
    expect(JSON.parse(text(home, '.agents/get-shit-done/payload.json'))).toEqual({
      runtime: 'agents',
      scope: 'global',
      shared: true,
      listed: ['gsd-next', 'gsd-plan-phase'],
    })
  })

  it('calls the CLI relative to the project root in local scope, and records no absolute path', async () => {
    const project = temporaryHome()
    await install(localChoice(project, BOTH))
    expect(text(project, '.claude/commands/gsd-next.md')).toContain('node ".agents/get-shit-done/bin/gsd-tools.cjs"')
    expect(readdirSync(project).sort()).toEqual(['.agents', '.claude', '.codex'])
    expect(text(project, '.agents/get-shit-done/gsd-file-manifest.json')).not.toContain(project)
  })

  it('changes nothing, not even a modification time, when repeated', async () => {
    const home = hostileHome()
    await install(choiceFor(home, BOTH))
    const before = snapshotOf(home, { times: true })
    const plan = await install(choiceFor(home, BOTH))
    expect(plan.operations).toEqual([])
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })

  it('leaves every byte of the user’s files alone', async () => {
    const home = hostileHome()
    const before = snapshotOf(home)
    await install(choiceFor(home, ['claude', 'codex', 'agents']))
    expect(snapshotOf(home)).toMatchObject(before)
  })

  it('updates every root of the scope to one version', async () => {
    const home = temporaryHome()
    await install(choiceFor(home, ['claude']))
    const plan = await install(choiceFor(home, ['codex']), supplyOf({ version: '1.1.0' }))
    expect(plan.runtimes).toEqual(BOTH)
    expect(text(home, '.agents/get-shit-done/VERSION')).toBe('1.1.0\n')
    expect(readdirSync(join(home, '.agents/get-shit-done/bin/chunks'))).toEqual(['one-1.1.0.cjs'])
  })

  it('gives clients that share a folder the same result in either order or together', async () => {
    const sharing = RUNTIME_IDS.flatMap((a) =>
      RUNTIME_IDS.filter((b) => a !== b && runtimeOf(a).home.local === runtimeOf(b).home.local).map(
        (b) => [a, b] as const,
      ),
    )
    expect(sharing.length).toBeGreaterThan(0)
    for (const [a, b] of sharing) {
      const [one, other] = [temporaryHome(), temporaryHome()]
      await install(localChoice(one, [a]))
      await install(localChoice(one, [b]))
      await install(localChoice(other, [a, b]))
      expect([a, b, snapshotOf(one)]).toEqual([a, b, snapshotOf(other)])
    }
  })

  it('removes files and folders that a new version no longer has', async () => {
    const home = temporaryHome()
    await install(choiceFor(home, BOTH))
    const less = { version: '2.0.0', commands: { next: 'Run it.\n' }, files: { 'workflows/next.md': 'one\n' } }
    await install(choiceFor(home, BOTH), supplyOf(less))
    expect(readdirSync(join(home, '.agents/skills'))).toEqual(['gsd-next'])
    expect(existsSync(join(home, '.agents/get-shit-done/references'))).toBe(false)
    expect((await install(choiceFor(home, BOTH), supplyOf(less))).operations).toEqual([])
  })

  it('never overwrites a user’s file at one of its paths, and says so', async () => {
    const home = temporaryHome()
    put(home, '.claude/commands/gsd-next.md', 'mine')
    put(home, '.agents/get-shit-done/workflows/next.md', 'mine too')
    const plan = await install(choiceFor(home, ['claude']))
    expect(levels(plan)).toEqual(['decide', 'decide'])
    expect(text(home, '.claude/commands/gsd-next.md')).toBe('mine')
    expect(text(home, '.agents/get-shit-done/workflows/next.md')).toBe('mine too')
    const again = await install(choiceFor(home, ['claude']))
    expect([again.operations, levels(again)]).toEqual([[], ['decide', 'decide']])
  })

  it('does not recreate an entry that the user deleted, except on request, but repairs the payload', async () => {
    const home = temporaryHome()
    await install(choiceFor(home, ['claude']))
    unlinkSync(join(home, '.claude/commands/gsd-next.md'))
    unlinkSync(join(home, '.agents/get-shit-done/workflows/next.md'))
    const plan = await install(choiceFor(home, ['claude']))
    expect(plan.notices).toMatchObject([{ level: 'note', message: expect.stringContaining('stays deleted') }])
    expect(existsSync(join(home, '.claude/commands/gsd-next.md'))).toBe(false)
    expect(existsSync(join(home, '.agents/get-shit-done/workflows/next.md'))).toBe(true)
    expect((await install(choiceFor(home, ['claude']))).operations).toEqual([])
    await install(choiceFor(home, ['claude'], { restore: true }))
    expect(existsSync(join(home, '.claude/commands/gsd-next.md'))).toBe(true)
  })

  it('keeps the mode of a file', async () => {
    const home = temporaryHome()
    await install(choiceFor(home, ['claude']))
    chmodSync(join(home, '.agents/get-shit-done/VERSION'), 0o600)
    await install(choiceFor(home, ['claude']), supplyOf({ version: '1.1.0' }))
    expect(snapshotOf(home)['.agents/get-shit-done/VERSION']).toMatch(/^file 600 /)
  })

  it('follows a link below a root into the home, but not out of it', async () => {
    const home = temporaryHome()
    const elsewhere = temporaryHome()
    mkdirSync(join(home, 'dotfiles/commands'), { recursive: true })
    mkdirSync(join(home, '.claude'))
    symlinkSync(join(home, 'dotfiles/commands'), join(home, '.claude/commands'))
    await install(choiceFor(home, ['claude']))
    expect(readdirSync(join(home, 'dotfiles/commands'))).toContain('gsd-next.md')

    symlinkSync(elsewhere, join(home, '.agents/skills'))
    const before = snapshotOf(home)
    expect(() => planInstall(choiceFor(home, ['agents']), supplyOf(), realDisk)).toThrow(/outside/)
    expect([snapshotOf(home), readdirSync(elsewhere)]).toEqual([before, []])
  })

  it('does not write through a dangling link', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude/commands'), { recursive: true })
    symlinkSync(join(home, 'nowhere'), join(home, '.claude/commands/gsd-next.md'))
    const plan = await install(choiceFor(home, ['claude']))
    expect(levels(plan)).toEqual(['decide'])
    expect(snapshotOf(home)['.claude/commands/gsd-next.md']).toBe(`link ${join(home, 'nowhere')}`)
  })

  it('installs into the folder that the client’s variable names, unless the variable is empty', async () => {
    const home = temporaryHome()
    const roots = rootsOf('global', {
      home,
      project: home,
      env: { CLAUDE_CONFIG_DIR: '~/deep/er/client', CODEX_HOME: '' },
      platform: 'linux' as const,
    })
    await install(choiceFor(home, BOTH, { roots }))
    expect(readdirSync(home).sort()).toEqual(['.agents', '.codex', 'deep'])
    expect(existsSync(join(home, 'deep/er/client/commands/gsd-next.md'))).toBe(true)
  })

  it.each([
    ['is torn', '{"schema": 1, "pack"', 'INSTALL_REFUSED'],
    ['is of a newer version', '{"schema": 2}', 'SCHEMA_NEWER'],
    ['has a path that leads out of its root', null, 'INSTALL_REFUSED'],
  ])('changes nothing if the manifest %s', async (_, broken, code) => {
    const home = temporaryHome()
    await install(choiceFor(home, ['claude']))
    const record = join(home, '.agents/get-shit-done/gsd-file-manifest.json')
    writeFileSync(record, broken ?? text('', record).replace('claude:commands/gsd-next.md', 'claude:../gsd-next.md'))
    const before = snapshotOf(home, { times: true })
    const run = async () => install(choiceFor(home, ['claude']), supplyOf({ version: '2' }))
    await expect(run()).rejects.toMatchObject({ code })
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })
})
