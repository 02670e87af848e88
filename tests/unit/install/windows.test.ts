// The planning half under the path rules of Windows: what `node:path` is there, on a disk that behaves as one there.
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
  disk.carryOut(plan)
  return plan
}

const CELLS = RUNTIME_IDS.flatMap((id) => SCOPES.map((scope) => ({ id, scope })))

describe('on Windows', () => {
  it.each(CELLS)(
    '$id, $scope: installs, changes nothing the second time, and gives everything back',
    ({ id, scope }) => {
      const disk = new WindowsDisk(HOME, PROJECT)
      const before = disk.picture()
      const chosen = choice([id], { scope })
      const plan = install(disk, chosen)
      expect(plan.operations.map(({ path }) => path).filter((path) => path.includes('/'))).toEqual([])
      expect(planInstall(chosen, supplyOf(), disk).operations).toEqual([])
      const [record] = Object.entries(disk.picture()).flatMap(([path, text]) =>
        path.endsWith('gsd-file-manifest.json') ? [JSON.parse(text)] : [],
      )
      expect(Object.keys(record.files).filter((key) => key.includes('\\'))).toEqual([])
      expect(record.created_dirs.filter((key: string) => key.includes('\\'))).toEqual([])
      disk.carryOut(planRemoval(chosen, disk))
      expect(disk.picture()).toEqual(before)
    },
  )

  it('puts all runtimes together into one home, and takes them out again', () => {
    const disk = new WindowsDisk(HOME)
    const before = disk.picture()
    const chosen = choice(RUNTIME_IDS)
    install(disk, chosen)
    expect(planInstall(chosen, supplyOf(), disk).operations).toEqual([])
    disk.carryOut(planRemoval(chosen, disk))
    expect(disk.picture()).toEqual(before)
  })

  it('calls the programs by one quoted path with slashes, which its shells and those from elsewhere take alike', () => {
    const disk = new WindowsDisk(HOME)
    install(disk, choice(['claude', 'codex']))
    const called = Object.entries(disk.picture()).flatMap(([path, text]) =>
      path.includes('\\commands\\') || path.includes('\\skills\\') ? (text.match(/^node .*$/m) ?? []) : [],
    )
    expect(new Set(called)).toEqual(
      new Set([
        'node "C:/Users/Jörg Müller/.agents/get-shit-done/bin/gsd-tools.cjs"',
        'node "C:/Users/Jörg Müller/.agents/get-shit-done/bin/gsd-tools.cjs"',
      ]),
    )
    const local = new WindowsDisk(PROJECT)
    install(local, choice(['claude'], { scope: 'local' }))
    expect(local.text(`${PROJECT}\\.claude\\commands\\gsd-next.md`)).toContain(
      'node ".agents/get-shit-done/bin/gsd-tools.cjs"',
    )
  })

  it.each([false, true])(
    'takes a folder however its variable spells it, as the one it is (spelling kept: %s)',
    (kept) => {
      const disk = new WindowsDisk(HOME)
      disk.keepsSpelling = kept
      install(disk, choice(['claude']))
      const files = () => Object.keys(disk.picture()).filter((path) => !path.endsWith('pristine.json.br'))
      const before = files()
      const other = choice(['claude'], {}, { CLAUDE_CONFIG_DIR: 'c:/users/jörg müller/.CLAUDE' })
      install(disk, other)
      expect(files()).toEqual(before)
      expect(planInstall(other, supplyOf(), disk).operations).toEqual([])
      disk.carryOut(planRemoval(choice(['claude']), disk))
      expect(Object.keys(disk.picture())).toEqual(['C:\\', 'C:\\Users', HOME])
    },
  )

  it('follows the folder Windows keeps for a client, and a variable with a tilde', () => {
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

  it('keeps an edited file aside below its root, and brings the edit back', () => {
    const disk = new WindowsDisk(HOME)
    const chosen = choice(['claude'])
    install(disk, chosen)
    const flow = `${HOME}\\.agents\\get-shit-done\\workflows\\next.md`
    disk.put(flow, `${disk.text(flow)}mine\n`)
    disk.carryOut(planRemoval(chosen, disk))
    expect(disk.text(`${HOME}\\.agents\\gsd-local-patches\\1.0.0\\get-shit-done\\workflows\\next.md`)).toContain(
      'mine\n',
    )
    install(disk, chosen)
    disk.carryOut(planReapply(chosen, disk))
    expect(disk.text(flow)).toMatch(/mine\n$/)
  })

  it('writes a settings file with line ends as it found them, and gives it back', () => {
    const disk = new WindowsDisk(HOME)
    const mine = '{\r\n  "permissions": { "allow": ["Bash(ls)"] }\r\n}\r\n'
    disk.put(`${HOME}\\.claude\\settings.json`, mine)
    const offers = { ...NO_OFFERS, permissions: true }
    install(disk, choice(['claude'], { offers }))
    const edited = disk.text(`${HOME}\\.claude\\settings.json`)
    expect(edited).toContain('C:/Users/Jörg Müller/.agents/get-shit-done')
    expect(edited.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    disk.carryOut(planRemoval(choice(['claude'], { offers }), disk))
    expect(disk.text(`${HOME}\\.claude\\settings.json`)).toBe(mine)
  })
})
