// Several real processes that write at once lose no write.
import { spawn } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { readLog } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import { bundlePath } from '../support/bundle.js'
import { summaryDraft } from '../support/drafts.js'
import { disposeProjects, makeProject, OURS, type TempProject, TOOLS } from '../support/project.js'
import { claim, writeDrafts } from '../support/work.js'
import { countsIn, FIRST, LEDGER, SECOND } from '../support/writer.js'

const writer = bundlePath('tests/support/writer.ts')

afterAll(disposeProjects)

const START = { [FIRST]: '# Project\n\ncount: 0\n', [SECOND]: '# Context\n\ncount: 0\n' }

/** Runs a program to its end, or kills it after `killAfter` milliseconds; returns its exit code, null if it was killed. */
function child(project: TempProject, argv: readonly string[], killAfter?: number): Promise<number | null> {
  return new Promise((resolve) => {
    const started = spawn(process.execPath, argv, {
      cwd: project.root,
      env: project.env({ GSD_TEST_WRITER: '1' }),
      stdio: 'ignore',
    })
    const timer = killAfter === undefined ? undefined : setTimeout(() => started.kill('SIGKILL'), killAfter)
    started.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
  })
}

describe('concurrent writers', () => {
  it('lose none of sixty-four changes', async () => {
    const project = makeProject(START)
    const all = Array.from({ length: 64 }, () => child(project, [writer, project.root, '1', '0']))
    expect(new Set(await Promise.all(all))).toEqual(new Set([0]))
    expect(countsIn(project.root)).toEqual([64, 64])
    const { lines, bad } = readLog(project.read(LEDGER), sha256)
    expect([lines.length, bad]).toEqual([64, []])
  })

  it('continue if one of them is killed, and leave no half of a change', async () => {
    const project = makeProject(START)
    const killed = child(project, [writer, project.root, '100000', '0'], 400)
    const codes = await Promise.all([1, 2, 3].map(() => child(project, [writer, project.root, '15', '0'])))
    await killed
    expect(codes).toEqual([0, 0, 0])
    expect(await child(project, [writer, project.root, '1', '0'])).toBe(0)
    const [first, second] = countsIn(project.root)
    expect(second).toBe(first)
    expect(first).toBeGreaterThanOrEqual(46)
    expect(readLog(project.read(LEDGER), sha256).lines).toHaveLength(first as number)
  })

  it('lose no capture', async () => {
    const project = makeProject(OURS)
    const texts = ['Use files', 'Use a queue', 'Use a cache', 'Use nothing else']
    const codes = await Promise.all(texts.map((text) => child(project, [TOOLS, 'note', 'add', '--text', text])))
    expect(codes).toEqual([0, 0, 0, 0])
    const { notes } = (await project.ask('note', 'list')).json()
    expect(notes).toHaveLength(texts.length)
  })

  it('finish two plans of one wave at the same time', async () => {
    const folder = '.planning/phases/01-foundation'
    const free = (OURS[`${folder}/01-02-PLAN.md`] as string).replace('depends_on: ["01-01"]', 'depends_on: []')
    const { [`${folder}/01-01-SUMMARY.md`]: _, ...rest } = OURS
    const project = makeProject({ ...rest, [`${folder}/01-02-PLAN.md`]: free })
    await project.ask('config', 'set', 'workflow.plan_check', 'false')
    const claims = [await claim(project, 'execute-plan', '01-01'), await claim(project, 'execute-plan', '01-02')]
    claims.forEach((claimed, index) => {
      const number = `0${index + 1}`
      project.write(`part-${number}.js`, 'module.exports = 2\n')
      writeDrafts(project, claimed, { [`01-${number}-SUMMARY.md`]: summaryDraft('01-foundation', number) })
    })
    const codes = await Promise.all(
      claims.map(({ token }) => child(project, [TOOLS, 'unit', 'finish', '--claim', token])),
    )
    expect(codes).toEqual([0, 0])
    const roadmap = project.read('.planning/ROADMAP.md')
    expect([roadmap.includes('- [x] 01-01'), roadmap.includes('- [x] 01-02')]).toEqual([true, true])
    expect(roadmap).toContain('2/2 plans complete')
    expect(project.read('.planning/STATE.md')).toContain('Plan: 2 of 2 in current phase')
    expect((await project.ask('state', 'derive')).json()).toMatchObject({
      step: 'verifying',
      progress: { plans: { done: 2 } },
    })
  })

  it('get only one claim of a unit', async () => {
    const project = makeProject(OURS)
    const { revision } = (await project.ask('next')).json()
    const codes = await Promise.all(
      [1, 2].map(() => child(project, [TOOLS, 'unit', 'claim', 'check-plan', '01', '--revision', revision])),
    )
    expect([...codes].sort()).toEqual([0, 3])
  })
})
