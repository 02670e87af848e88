// `gsd try`: shows a newcomer a real project, up to its verified end.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '../../lib/cli/execute.js'
import { type Answer, askGsd } from '../support/gsd.js'
import { lastingHome } from '../support/home.js'

const ROOT = join(import.meta.dirname, '../..')
const BIN = join(ROOT, 'dist')
const home = lastingHome()
const folder = join(home, 'words')

let run: Answer<unknown>
beforeAll(async () => {
  run = await askGsd(home, ['try', 'words'])
})

const askTools = async (...argv: readonly string[]) =>
  JSON.parse((await execute({ argv, env: { HOME: home }, cwd: folder, bin: BIN, script: 'gsd-tools' })).stdout)

describe('gsd try', () => {
  it('ends with every phase verified, by receipts of checks that ran', async () => {
    expect([run.exit, run.err]).toEqual([0, ''])
    expect(await askTools('progress')).toMatchObject({ share: { done: 2, total: 2, verified: 2 } })
    for (const phase of ['1', '2'])
      expect(await askTools('verification', 'status', phase)).toMatchObject({
        phase_status: 'verified',
        receipt: expect.stringMatching(/^\w{12}$/),
      })
    expect(await askTools('health')).toMatchObject({ status: 'healthy' })
  })

  it('shows a finish that is refused because of a failed check, and its repair', () => {
    expect(run.out.match(/refused: .*\n.*/g)).toEqual([
      'refused: the check "node --test" fails\n                          failed: an empty file has 0 words',
    ])
    expect(run.out).toMatch(/fixes tally\.js and says again that it is done\n.*accepted: its checks passed/)
  })

  it('ends with the status and receipt of each phase', () => {
    expect(run.out.match(/^ {2}Phase \d: .*$/gm)).toEqual(
      [1, 2].map(() => expect.stringMatching(/verified, receipt \w{12}$/)),
    )
  })

  it('changes nothing outside its folder', () => {
    expect(readdirSync(home)).toEqual(['words'])
  })

  it('refuses an existing folder, and one inside a project', async () => {
    mkdirSync(join(home, 'mine'))
    const there = await askGsd(home, ['try', 'mine'])
    expect([there.exit, there.err]).toEqual([1, expect.stringContaining('exists; nothing was done')])
    expect((await askGsd(home, ['try', 'words/more'])).exit).toBe(1)
    expect(readdirSync(folder)).not.toContain('more')
  })

  it('creates nothing without git, and says so', async () => {
    const { exit, err } = await askGsd(home, ['try', 'other'], { env: { PATH: home } })
    expect([exit, err, readdirSync(home)]).toEqual([
      1,
      expect.stringContaining('git is not on your PATH'),
      expect.not.arrayContaining(['other']),
    ])
  })

  it('matches its description in README', () => {
    const shown = /^\$ gsd try\n([\s\S]+?)^…$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? ''
    const lines = shown.trimEnd().split('\n').slice(1)
    expect(lines.length).toBeGreaterThan(15)
    expect(run.out.split('\n').slice(1, lines.length + 1)).toEqual(lines)
  })
})
