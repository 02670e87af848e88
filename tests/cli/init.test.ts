// `gsd init`: a project that was begun without an agent is one like every other, and an attempt that fails leaves nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { execute } from '../../lib/cli/execute.js'
import { askGsd, startGsd } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'
import { itWhere } from '../support/where.js'

const BIN = join(import.meta.dirname, '../../dist')

async function asked<T>(cwd: string, ...argv: readonly string[]): Promise<T> {
  const { stdout } = await execute({ argv, env: {}, cwd, bin: BIN, script: join(BIN, 'gsd-tools.cjs') })
  return JSON.parse(stdout) as T
}
const textIn = (folder: string, name: string) => readFileSync(join(folder, '.planning', name), 'utf8')

itWhere(existsSync('/proc/self'))('where the system makes no folder the call ends and says so', () => {
  const { exit, err } = startGsd(temporaryHome(), ['init', '/proc/nothing', '--yes'])
  expect([exit, err]).toEqual([70, expect.stringContaining('/proc/nothing')])
})

describe('gsd init', () => {
  it('makes a project of one phase from the name of the folder, and the next step is to plan it', async () => {
    const home = temporaryHome()
    const { exit, json } = await askGsd<{ documents: string[] }>(home, ['init', 'notes', '--yes', '--json'])
    expect([exit, json().documents]).toEqual([
      0,
      ['PROJECT.md', 'REQUIREMENTS.md', 'ROADMAP.md', 'config.json'].map((name) => `.planning/${name}`),
    ])
    const folder = join(home, 'notes')
    expect(textIn(folder, 'PROJECT.md')).toContain('# notes\n')
    expect(await asked(folder, 'next')).toMatchObject({
      kind: 'dispatch',
      unit: { unitType: 'plan-phase', unitId: '01' },
    })
    expect(await asked(folder, 'lint', '--strict')).toMatchObject({ errors: 0 })
    expect(await asked(folder, 'health')).toMatchObject({ status: 'healthy' })
  })

  it('keeps what the person set for every project', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.gsd'))
    writeFileSync(join(home, '.gsd/config.json'), JSON.stringify({ mode: 'yolo', workflow: { depth: 'light' } }))
    expect((await askGsd(home, ['init', 'notes', '--yes'])).exit).toBe(0)
    expect(JSON.parse(textIn(join(home, 'notes'), 'config.json'))).not.toHaveProperty('mode')
    const env = { HOME: home }
    const at = { env, cwd: join(home, 'notes'), bin: BIN, script: join(BIN, 'gsd-tools.cjs') }
    const { stdout } = await execute({ ...at, argv: ['config', 'list', '--chosen'] })
    const { settings } = JSON.parse(stdout) as { settings: readonly Record<string, unknown>[] }
    expect(settings.map(({ key, value, origin }) => [key, value, origin])).toEqual(
      expect.arrayContaining([
        ['mode', 'yolo', 'user'],
        ['workflow.depth', 'light', 'user'],
        ['planning_schema', 1, 'project'],
      ]),
    )
  })

  it('makes none where nothing is said of it, and names the flags', async () => {
    const home = temporaryHome()
    const { exit, err } = await askGsd(home, ['init', 'notes', '--json'])
    expect([exit, err]).toEqual([2, expect.stringMatching(/--what .* --phase .* --yes/)])
    expect(readdirSync(home)).toEqual([])
  })

  it('takes what is said, whatever Markdown makes of its signs', async () => {
    const home = temporaryHome()
    const words = ['--name', 'Ledger | two', '--what', '# A ledger\n\n- for `one`', '--value', 'No entry is lost']
    const { exit, err } = await askGsd(home, ['init', 'a', ...words, '--phase', 'Entries [x]', '--phase', '3. Sums'])
    expect([exit, err]).toEqual([0, ''])
    const { phases } = await asked<{ phases: { number: string; name: string }[] }>(join(home, 'a'), 'progress')
    expect(phases.map(({ number, name }) => [number, name])).toEqual([
      ['1', 'Entries [x]'],
      ['2', '3. Sums'],
    ])
    expect(textIn(join(home, 'a'), 'PROJECT.md')).toContain('No entry is lost')
    expect(await asked(join(home, 'a'), 'lint', '--strict')).toMatchObject({ errors: 0 })
  })

  it('makes one in a folder whose name is a word of the form', async () => {
    const home = temporaryHome()
    expect((await askGsd(home, ['init', 'project', '--yes'])).exit).toBe(0)
    expect(textIn(join(home, 'project'), 'PROJECT.md')).toContain('# The project\n')
  })

  it('refuses where a project is, and below one', async () => {
    const home = temporaryHome()
    await askGsd(home, ['init', 'a', '--yes'])
    const before = textIn(join(home, 'a'), 'PROJECT.md')
    for (const folder of ['a', 'a/b']) {
      const { exit, err } = await askGsd(home, ['init', folder, '--name', 'other'])
      expect([exit, err]).toEqual([1, expect.stringContaining('is already a project')])
    }
    expect([textIn(join(home, 'a'), 'PROJECT.md'), existsSync(join(home, 'a/b'))]).toEqual([before, false])
  })

  it('refuses a file in the place of the folder, and planning files of something else, and says what there is', async () => {
    const home = temporaryHome()
    writeFileSync(join(home, 'file'), 'text\n')
    mkdirSync(join(home, 'a/.planning/notes'), { recursive: true })
    const file = await askGsd(home, ['init', 'file'])
    expect([file.exit, file.err]).toEqual([2, expect.stringContaining('is not a folder; nothing was done')])
    const half = await askGsd(home, ['init', 'a'])
    expect([half.exit, half.err]).toEqual([1, expect.stringContaining('without a PROJECT.md')])
    expect(readdirSync(join(home, 'a/.planning'))).toEqual(['notes'])
  })

  it('makes the folder that is named, and none above it', async () => {
    const home = temporaryHome()
    for (const folder of ['no/such/place', join(home, 'mistyped/notes')]) {
      const { exit, err } = await askGsd(home, ['init', folder])
      expect([exit, err]).toEqual([2, expect.stringContaining('does not exist')])
    }
    expect(readdirSync(home)).toEqual([])
    expect((await askGsd(home, ['init', '--help'])).out.replace(/\s+/g, ' ')).toContain('created if its parent exists')
  })

  it('leaves nothing of a project that cannot be begun, and says which words to change', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, 'there'))
    for (const folder of ['there', 'new']) {
      // What stands in brackets is a place to be filled.
      const { exit, err } = await askGsd(home, ['init', folder, '--name', '[name]'])
      expect([exit, err]).toEqual([1, expect.stringContaining('--name, --what, --value or --phase')])
    }
    expect([readdirSync(join(home, 'there')), existsSync(join(home, 'new'))]).toEqual([[], false])
  })
})
