// The commands that clients list and their cost, changed by the package or by the installed copy alone.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { snapshotOf, temporaryHome, text } from '../support/home.js'

const copyIn = (root: string) => join(root, 'get-shit-done/bin/gsd.cjs')
const gsd = (home: string, words: readonly string[], program?: string, cwd = home) =>
  askGsd<Answer>(home, words, { program, cwd })

interface Answer {
  readonly operations: readonly unknown[]
  readonly runtimes: readonly {
    readonly runtime: string
    readonly always_on: { readonly command: number; readonly agent: number; readonly total: number }
    readonly on_use: Readonly<
      Record<'command' | 'agent', readonly { readonly name: string; readonly text: number; readonly brief: number }[]>
    >
  }[]
}
/** Returns the paths that differ, except compiled code and the user's key, which are new in each first installation. */
const differingPaths = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (path) => !path.endsWith('.cache') && path !== '.gsd/key' && one[path] !== other[path],
  )

describe('the profile of an installation', () => {
  it('can be changed by an installed copy, in every root, and is kept by an update', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--codex'])
    const profile = ['--profile', 'standard,audit-milestone,-quick']
    expect(await gsd(home, ['install', ...profile], copyIn(join(home, '.agents')))).toMatchObject({ exit: 0 })
    const changed = snapshotOf(home)
    expect(existsSync(join(home, '.claude/commands/gsd-quick.md'))).toBe(false)
    expect(existsSync(join(home, '.agents/skills/gsd-quick'))).toBe(false)
    expect((await gsd(home, ['update', '--json'])).json()).toMatchObject({
      profile: ['standard', 'audit-milestone', '-quick'],
      operations: [],
    })
    await gsd(home, ['uninstall', '--all', '--global'])
    await gsd(home, ['--claude', '--codex', ...profile])
    // The machine's id changes after an uninstall.
    expect(differingPaths(snapshotOf(home), changed)).toEqual(['.gsd/machine'])
  })

  it.each([
    ['an unknown command', 'audit-milestne', 'audit-milestone'],
    ['an unknown profile', 'cor', 'core'],
    ['every command removed', 'core,-core', 'gsd uninstall'],
  ])('is refused with %s, without changes', async (_, profile, said) => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--codex'])
    const before = snapshotOf(home, { times: true })
    const { exit, err } = await gsd(home, ['install', '--profile', profile])
    expect([exit, err]).toEqual([2, expect.stringContaining(said)])
    expect(differingPaths(snapshotOf(home, { times: true }), before)).toEqual([])
  })
})

describe('an installed copy', () => {
  it('restores deleted entries and adds another client without the package', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude'])
    const copy = copyIn(join(home, '.agents'))
    rmSync(join(home, '.claude/commands/gsd-next.md'))
    await gsd(home, ['--claude', '--restore'], copy)
    expect(text(home, '.claude/commands/gsd-next.md')).toContain('brief next')
    expect(await gsd(home, ['--codex'], copy)).toMatchObject({ exit: 0 })
    const changed = snapshotOf(home)
    await gsd(home, ['--claude', '--codex'])
    expect(differingPaths(snapshotOf(home), changed)).toEqual([])
  })
})

describe('gsd cost', () => {
  it('follows the files: a command is added, a longer description costs more, a deleted file nothing', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--codex'])
    const cost = async () => (await gsd(home, ['cost', '--json'])).json().runtimes
    const first = await cost()
    expect(first.map(({ runtime }) => runtime).sort()).toEqual(['claude', 'codex'])
    for (const { always_on: always, on_use: use } of first) {
      expect(always.total).toBe(always.command + always.agent)
      expect(use.command.every(({ text: own, brief }) => own > 0 && brief > 0)).toBe(true)
      // A call that begins a named unit gets only the step of that unit.
      const briefs = new Map(use.command.map(({ name, brief }) => [name, brief]))
      expect(briefs.get('gsd-quick')).toBeLessThan(briefs.get('gsd-next') ?? 0)
    }
    await gsd(home, ['install', '--profile', 'standard,audit-milestone'])
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

  it.each(['standard', 'full'])('is at most 300 tokens per request of Claude Code in profile %s', async (profile) => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--profile', profile])
    const [claude] = (await gsd(home, ['cost', '--json'])).json().runtimes
    expect(claude?.always_on.total).toBeGreaterThan(0)
    expect(claude?.always_on.total).toBeLessThanOrEqual(300)
  })

  it('says if nothing is installed, or nothing for the named clients', async () => {
    const home = temporaryHome()
    expect(await gsd(home, ['cost'])).toMatchObject({ exit: 1, out: 'Nothing is installed.\n' })
    await gsd(home, ['--claude'])
    expect((await gsd(home, ['cost', '--codex'])).out).toBe('None of these clients is installed.\n')
  })
})
