// What the clients list, changed without a new installation: by the package or by the installed copy alone, with the files an installation of that set has.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { picture, put, temporaryHome, text } from '../support/home.js'

const copyIn = (root: string) => join(root, 'get-shit-done/bin/gsd.cjs')
const gsd = (home: string, words: readonly string[], program?: string, cwd = home) =>
  askGsd<Answer>(home, words, { program, cwd })

interface Answer {
  readonly profile: readonly string[]
  readonly commands: readonly { readonly name: string; readonly listed: boolean }[]
  readonly operations: readonly unknown[]
  readonly runtimes: readonly {
    readonly runtime: string
    readonly always_on: { readonly command: number; readonly agent: number; readonly total: number }
    readonly on_use: Readonly<
      Record<'command' | 'agent', readonly { readonly name: string; readonly text: number; readonly brief: number }[]>
    >
  }[]
}
const listed = (answer: Answer) => answer.commands.filter((one) => one.listed).map(({ name }) => name)

/** Paths that differ between two pictures. Compiled code is never the same twice. */
/** Compiled code and the key of the person are made anew by each first installation. */
const differing = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (path) => !path.endsWith('.cache') && path !== '.gsd/key' && one[path] !== other[path],
  )

const REFUSED: readonly (readonly [why: string, words: readonly string[], said: string])[] = [
  ['a name nobody knows', ['add', 'audit-milestne'], 'audit-milestone'],
  ['a profile nobody knows', ['profile', 'cor'], 'core'],
  ['a command that another one requires', ['remove', 'verify-work'], 'execute-phase'],
  ['all of it', ['remove', 'core', 'standard', 'full'], 'gsd uninstall'],
  ['a change without names', ['add'], 'gsd surface add'],
  ['names without a change', ['list', 'next'], 'gsd surface list'],
  ['a change nobody knows', ['ad', 'next'], 'add'],
  ['one client of two', ['remove', 'quick', '--claude'], 'codex'],
]

describe('gsd surface', () => {
  it('leaves the very files an installation with that profile has, in every root', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--codex'])
    const copy = copyIn(join(home, '.claude'))
    expect(await gsd(home, ['surface', 'add', 'audit-milestone'], copy)).toMatchObject({ exit: 0 })
    expect(await gsd(home, ['surface', 'remove', 'quick'], copy)).toMatchObject({ exit: 0 })
    const changed = picture(home)
    expect(existsSync(join(home, '.claude/commands/gsd-quick.md'))).toBe(false)
    expect(existsSync(join(home, '.agents/skills/gsd-quick'))).toBe(false)
    await gsd(home, ['uninstall', '--all', '--global'])
    await gsd(home, ['--claude', '--codex', '--profile', 'standard,audit-milestone,-quick'])
    // The id of a machine is another one after an uninstall.
    expect(differing(picture(home), changed)).toEqual(['.gsd/machine'])
  })

  it('is kept by an update, and taken back by the opposite change', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude'])
    const before = picture(home)
    await gsd(home, ['surface', 'remove', 'quick'])
    expect((await gsd(home, ['update', '--json'])).json()).toMatchObject({
      profile: ['standard', '-quick'],
      operations: [],
    })
    expect((await gsd(home, ['surface', 'add', 'quick', '--json'])).json().profile).toEqual(['standard'])
    expect(differing(picture(home), before)).toEqual([])
  })

  it('shows and plans without changing anything', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--profile', 'core'])
    const before = picture(home, { times: true })
    const shown = (await gsd(home, ['surface', '--json'])).json()
    expect([listed(shown).includes('next'), listed(shown).includes('phase')]).toEqual([true, false])
    const planned = (await gsd(home, ['surface', 'add', 'phase', '--dry-run', '--json'])).json()
    expect([listed(planned).includes('phase'), planned.operations.length > 0]).toEqual([true, true])
    expect(differing(picture(home, { times: true }), before)).toEqual([])
  })

  it('refuses what it cannot do, and nothing is done', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--codex'])
    const before = picture(home, { times: true })
    for (const [why, words, said] of REFUSED) {
      const { exit, err } = await gsd(home, ['surface', ...words])
      expect([why, exit, err.includes(said), err]).toEqual([why, 2, true, err])
      expect([why, differing(picture(home, { times: true }), before)]).toEqual([why, []])
    }
  })

  it('says so where nothing is installed', async () => {
    expect(await gsd(temporaryHome(), ['surface', 'add', 'next'])).toMatchObject({ exit: 1 })
  })

  it('of a project is changed by the copy in that project, from any folder of it', async () => {
    const home = temporaryHome()
    const project = join(home, 'project')
    mkdirSync(join(project, 'deep'), { recursive: true })
    await gsd(home, ['--claude'])
    await gsd(home, ['--claude', '--local'], undefined, project)
    const copy = copyIn(join(project, '.claude'))
    expect(await gsd(home, ['surface', 'remove', 'quick'], copy, join(project, 'deep'))).toMatchObject({
      exit: 0,
    })
    expect(existsSync(join(project, '.claude/commands/gsd-quick.md'))).toBe(false)
    expect(existsSync(join(home, '.claude/commands/gsd-quick.md'))).toBe(true)
    expect(readdirSync(join(project, 'deep'))).toEqual([])
  })

  it('is refused to a copy whose programs were edited, so that the edit is never taken for ours', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude'])
    put(home, '.claude/get-shit-done/bin/NOTICE.txt', 'mine')
    const { exit, err } = await gsd(home, ['surface', 'remove', 'quick'], copyIn(join(home, '.claude')))
    expect([exit, err.includes('npm run quickstart')]).toEqual([1, true])
  })
})

describe('an installed copy', () => {
  it('brings back deleted entries and serves another runtime without the package', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude'])
    const copy = copyIn(join(home, '.claude'))
    rmSync(join(home, '.claude/commands/gsd-next.md'))
    await gsd(home, ['--claude', '--restore'], copy)
    expect(text(home, '.claude/commands/gsd-next.md')).toContain('brief next')
    expect(await gsd(home, ['--codex'], copy)).toMatchObject({ exit: 0 })
    const changed = picture(home)
    await gsd(home, ['--claude', '--codex'])
    expect(differing(picture(home), changed)).toEqual([])
  })
})

describe('gsd cost', () => {
  it('follows the files: another command and a longer description cost more, a deleted one nothing', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--codex'])
    const cost = async () => (await gsd(home, ['cost', '--json'])).json().runtimes
    const first = await cost()
    expect(first.map(({ runtime }) => runtime).sort()).toEqual(['claude', 'codex'])
    for (const { always_on: always, on_use: use } of first) {
      expect(always.total).toBe(always.command + always.agent)
      expect(use.command.every(({ text: own, brief }) => own > 0 && brief > 0)).toBe(true)
      // What begins a unit by its name is served the step of that unit, not those of all others.
      const briefs = new Map(use.command.map(({ name, brief }) => [name, brief]))
      expect(briefs.get('gsd-quick')).toBeLessThan(briefs.get('gsd-next') ?? 0)
    }
    await gsd(home, ['surface', 'add', 'audit-milestone'])
    const second = await cost()
    expect(second.map(({ on_use: use }) => use.command.length)).toEqual(
      first.map(({ on_use: use }) => use.command.length + 1),
    )
    const agent = '.claude/agents/gsd-planner.md'
    const longer = text(home, agent).replace(/^description: "/m, `description: "${'long '.repeat(40)}`)
    writeFileSync(join(home, agent), longer)
    const third = await cost()
    const always = (costs: typeof first) => costs.find(({ runtime }) => runtime === 'claude')?.always_on.total ?? 0
    expect(always(third) - always(second)).toBe(50)
    rmSync(join(home, agent))
    expect(always(await cost())).toBeLessThan(always(second))
  })

  it.each(['standard', 'full'])('is at most 300 tokens of every request in profile %s', async (profile) => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--profile', profile])
    const [claude] = (await gsd(home, ['cost', '--json'])).json().runtimes
    expect(claude?.always_on.total).toBeGreaterThan(0)
    expect(claude?.always_on.total).toBeLessThanOrEqual(300)
  })

  it('says so where nothing is installed', async () => {
    expect(await gsd(temporaryHome(), ['cost'])).toMatchObject({ exit: 1, out: 'Nothing is installed.\n' })
  })
})
