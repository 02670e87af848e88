// Plans of installations under the path rules of Windows, on an in-memory disk.
import { describe, expect, it, vi } from 'vitest'
import { planInstall } from '../../../lib/install/plan.js'
import { planReapply } from '../../../lib/install/reapply.js'
import { planRemoval } from '../../../lib/install/removal.js'
import { type Choice, rootsOf } from '../../../lib/install/target.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../../lib/runtimes/all.js'
import { SCOPES } from '../../../lib/runtimes/runtime.js'
import { choiceFor, NO_OFFERS } from '../../support/home.js'
import { supplyOf } from '../../support/supply.js'
import { WindowsDisk } from '../../support/windows-disk.js'

vi.mock('node:path', async (original) => {
  const { posix, win32 } = await original<typeof import('node:path')>()
  return { ...win32, posix, win32, default: win32 }
})

const HOME = 'C:\\Users\\Jörg Müller'
const PROJECT = 'D:\\work\\my project'
const around = (env: Record<string, string> = {}) => ({ home: HOME, project: PROJECT, env, platform: 'win32' as const })

const choice = (runtimes: readonly RuntimeId[], more: Partial<Choice> = {}, env: Record<string, string> = {}): Choice =>
  choiceFor(HOME, runtimes, { roots: rootsOf(more.scope ?? 'global', around(env)), ...more })

const install = (disk: WindowsDisk, chosen: Choice, supply = supplyOf()) => {
  const plan = planInstall(chosen, supply, disk)
  disk.execute(plan)
  return plan
}

const CELLS = RUNTIME_IDS.flatMap((id) => SCOPES.map((scope) => ({ id, scope })))

describe('on Windows', () => {
  it.each(CELLS)('$id, $scope: installs, changes nothing when repeated, and restores everything', ({ id, scope }) => {
    const disk = new WindowsDisk(HOME, PROJECT)
    const before = disk.snapshot()
    const chosen = choice([id], { scope })
    const plan = install(disk, chosen)
    expect(plan.operations.map(({ path }) => path).filter((path) => path.includes('/'))).toEqual([])
    expect(planInstall(chosen, supplyOf(), disk).operations).toEqual([])
    const [record] = Object.entries(disk.snapshot()).flatMap(([path, text]) =>
      path.endsWith('gsd-file-manifest.json') ? [JSON.parse(text)] : [],
    )
    expect(Object.keys(record.files).filter((key) => key.includes('\\'))).toEqual([])
    expect(record.created_dirs.filter((key: string) => key.includes('\\'))).toEqual([])
    disk.execute(planRemoval(chosen, disk))
    expect(disk.snapshot()).toEqual(before)
  })

  it('installs all clients into one home, and removes them again', () => {
    const disk = new WindowsDisk(HOME)
    const before = disk.snapshot()
    const chosen = choice(RUNTIME_IDS)
    install(disk, chosen)
    expect(planInstall(chosen, supplyOf(), disk).operations).toEqual([])
    disk.execute(planRemoval(chosen, disk))
    expect(disk.snapshot()).toEqual(before)
  })

  it('calls the programs by one quoted path with slashes', () => {
    const disk = new WindowsDisk(HOME)
    install(disk, choice(['claude', 'codex']))
    const called = Object.entries(disk.snapshot()).flatMap(([path, text]) =>
      path.includes('\\commands\\') || path.includes('\\skills\\') ? (text.match(/^node .*$/m) ?? []) : [],
    )
    expect([...new Set(called)]).toEqual(['node "C:/Users/Jörg Müller/.agents/get-shit-done/bin/gsd-tools.cjs"'])
    const local = new WindowsDisk(PROJECT)
    install(local, choice(['claude'], { scope: 'local' }))
    expect(local.text(`${PROJECT}\\.claude\\commands\\gsd-next.md`)).toContain(
      'node ".agents/get-shit-done/bin/gsd-tools.cjs"',
    )
  })

  it.each([false, true])('recognises a folder in any spelling of its variable (spelling kept: %s)', (kept) => {
    const disk = new WindowsDisk(HOME)
    disk.keepsSpelling = kept
    install(disk, choice(['claude']))
    const files = () => Object.keys(disk.snapshot()).filter((path) => !path.endsWith('pristine.json.br'))
    const before = files()
    const other = choice(['claude'], {}, { CLAUDE_CONFIG_DIR: 'c:/users/jörg müller/.CLAUDE' })
    install(disk, other)
    expect(files()).toEqual(before)
    expect(planInstall(other, supplyOf(), disk).operations).toEqual([])
    disk.execute(planRemoval(choice(['claude']), disk))
    expect(Object.keys(disk.snapshot())).toEqual(['C:\\', 'C:\\Users', HOME])
  })

  it('uses the client’s folder on Windows and a variable with a tilde, and refuses a relative one', () => {
    const moved = RUNTIME_IDS.filter((id) => runtimeOf(id).home.windows !== null)
    expect(moved.length).toBeGreaterThan(0)
    for (const id of moved) {
      const { variable, below } = runtimeOf(id).home.windows as { variable: string; below: string }
      const roots = rootsOf('global', around({ [variable]: 'E:\\Data' }))
      expect(roots[id]).toBe(`E:\\Data\\${below.replaceAll('/', '\\')}`)
    }
    expect(rootsOf('global', around({ CLAUDE_CONFIG_DIR: '~\\c' })).claude).toBe(`${HOME}\\c`)
    expect(() => rootsOf('global', around({ CLAUDE_CONFIG_DIR: 'C:c' }))).toThrow(/not an absolute path/)
  })

  it('sets an edited file aside below its root, and restores the edit', () => {
    const disk = new WindowsDisk(HOME)
    const chosen = choice(['claude'])
    install(disk, chosen)
    const flow = `${HOME}\\.agents\\get-shit-done\\workflows\\next.md`
    disk.put(flow, `${disk.text(flow)}mine\n`)
    disk.execute(planRemoval(chosen, disk))
    expect(disk.text(`${HOME}\\.agents\\gsd-local-patches\\1.0.0\\get-shit-done\\workflows\\next.md`)).toContain(
      'mine\n',
    )
    install(disk, chosen)
    disk.execute(planReapply(chosen, disk))
    expect(disk.text(flow)).toMatch(/mine\n$/)
  })

  it('keeps the line endings of a settings file, and restores it', () => {
    const disk = new WindowsDisk(HOME)
    const mine = '{\r\n  "permissions": { "allow": ["Bash(ls)"] }\r\n}\r\n'
    disk.put(`${HOME}\\.claude\\settings.json`, mine)
    const offers = { ...NO_OFFERS, permissions: true }
    install(disk, choice(['claude'], { offers }))
    const edited = disk.text(`${HOME}\\.claude\\settings.json`)
    expect(edited).toContain('C:/Users/Jörg Müller/.agents/get-shit-done')
    expect(edited.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    disk.execute(planRemoval(choice(['claude'], { offers }), disk))
    expect(disk.text(`${HOME}\\.claude\\settings.json`)).toBe(mine)
  })
})
