// A link or pipe in place of a file that a program writes on the user's request: nothing outside the project changes, and nothing blocks.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { dropTree, openTree, treeFor } from '../../lib/cli/gsd/auto/trees.js'
import { disposeProjects } from '../support/project.js'
import { besiege, endOf, type Siege } from '../support/siege.js'

afterEach(disposeProjects)

const REPOSITORY = join(import.meta.dirname, '../..')
const PROGRAM = join(REPOSITORY, 'bin/install.js')
const gsd = ({ project }: Siege, ...words: readonly string[]) =>
  endOf(spawn(process.execPath, [PROGRAM, ...words], { cwd: project.root, env: project.env({}) }), '')
const expectUnchanged = ({ around }: Siege) => expect(around.now).toEqual(around.before)

describe('a report', () => {
  it.each([
    ['a link that leads nowhere yet', 'report.html', 'new.html'],
    ['a link to an empty file', 'report.html', 'empty'],
    ['a link in place of its folder', 'out', '.'],
  ])('is not written through %s', async (_, place, to) => {
    const siege = besiege()
    if (to === 'empty') symlinkSync('/dev/null', siege.project.at(place))
    else siege.link(place, to)
    const { exit, err } = await gsd(siege, 'report', '--out', place === 'out' ? 'out/report.html' : place)
    expect([exit, err]).toEqual([2, expect.stringContaining('is a link')])
    expectUnchanged(siege)
  })

  it.each(['pipe', 'folder'])('is refused, without blocking, if a %s has its name', async (kind) => {
    const siege = besiege()
    const path = siege.project.at('report.html')
    if (kind === 'pipe') execFileSync('mkfifo', [path])
    else mkdirSync(path)
    const { exit, timedOut } = await gsd(siege, 'report', '--out', 'report.html')
    expect([exit, timedOut]).toEqual([2, false])
  })
})

describe('a new extension', () => {
  it.each(['.gsd', '.gsd/extensions', '.gsd/extensions/work-items'])(
    'is not written through a link in place of %s',
    async (place) => {
      const siege = besiege().link(place, 'keep')
      const { exit, err } = await gsd(siege, 'ext', 'add', 'work-items')
      expect([exit, err]).toEqual([2, expect.stringContaining(`${place} is a link`)])
      expectUnchanged(siege)
    },
  )
})

describe('the worktree of an unattended run', () => {
  const unit = { unitType: 'execute-plan', unitId: '01-02' }
  const FOLDER = '.planning/.runtime/worktrees'

  it.each([`${FOLDER}/auto-execute-plan--01-02`, FOLDER])(
    'is neither created nor removed while %s is a link',
    async (place) => {
      const siege = besiege().link(place, 'keep')
      const main = { cwd: siege.project.root, base: '.planning', tools: '', env: {} } as never
      const tree = treeFor(main, unit)
      expect(await openTree(main, tree)).toBe(`${place} is a link`)
      expect(await dropTree(main, tree)).toBe(`${place} is a link`)
      expect(readFileSync(join(siege.outside, 'keep/a.txt'), 'utf8')).not.toBe('')
    },
  )
})
