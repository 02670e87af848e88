// The project's test suite runs once per state of the tree, however many steps need its result.
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { countingProject } from '../support/counting.js'
import { contextDraft, PROJECT_DRAFTS, planDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'
import { claim, claimNext, commitPart, executePlan, finished, verifyPhase, work, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

/** A suite that records each start outside the tree, and prints test counts. */
const COUNTER = `const { test } = require('node:test')
require('node:fs').appendFileSync(require('node:path').join(process.env.HOME, 'runs'), 'x')
test('the suite', () => {})
`
const SUITE = ['node', '--test', 'all.test.js']
const runsOf = (project: TempProject): number => (project.has('../home/runs') ? project.read('../home/runs').length : 0)

/** Checks run with the home of the test. */
const inHome = async <T>(project: TempProject, body: () => Promise<T>): Promise<T> => {
  const before = process.env['HOME']
  process.env['HOME'] = project.home
  try {
    return await body()
  } finally {
    process.env['HOME'] = before
  }
}

describe('the way from a new project to a closed phase with two plans', () => {
  it('starts the suite once per tree', async () => {
    const project = makeProject({ 'all.test.js': COUNTER }).initGit()
    await inHome(project, async () => {
      const counts: [string, number][] = []
      const noted = (name: string) => counts.push([name, runsOf(project)])
      await work(project, 'new-project', 'project', {
        ...PROJECT_DRAFTS,
        'config.json': JSON.stringify({
          workflow: { research: false, plan_check: false },
          verification: { commands: [SUITE] },
        }),
      })
      await work(project, 'discuss-phase', '01', { '01-CONTEXT.md': contextDraft('1') })
      await work(project, 'plan-phase', '01', {
        '01-01-PLAN.md': planDraft('01-counting', '01', { run: SUITE }),
        '01-02-PLAN.md': planDraft('01-counting', '02', { requirements: ['COUNT-02'] }),
      })
      noted('planned')
      for (const number of ['01', '02']) {
        const claimed = await claimNext(project, 'execute-plan', `01-${number}`)
        noted(`claimed ${number}`)
        commitPart(project, number)
        await project.ask('check', 'run', `01-${number}`)
        noted(`looked ${number}`)
        writeDrafts(project, claimed, { [`01-${number}-SUMMARY.md`]: summaryDraft('01-counting', number) })
        await finished(project, claimed)
        noted(`finished ${number}`)
      }
      await project.ask('check', 'run', '1')
      noted('looked at the phase')
      await verifyPhase(project)
      noted('verified')
      expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
      noted('closed')
      // Trees: before the work, after each of the two plans.
      expect(counts).toEqual([
        ['planned', 0],
        ['claimed 01', 1],
        ['looked 01', 2],
        ['finished 01', 2],
        ['claimed 02', 2],
        ['looked 02', 3],
        ['finished 02', 3],
        ['looked at the phase', 3],
        ['verified', 3],
        ['closed', 3],
      ])
    })
  })
})

describe('the finish of a plan', () => {
  it('asks git once for the location of the project', async () => {
    const project = countingProject({ plans: { '01': {} } }).initGit()
    const claimed = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    const trace = project.at('../home/trace')
    process.env['GIT_TRACE'] = trace
    try {
      await finished(project, claimed)
    } finally {
      delete process.env['GIT_TRACE']
    }
    const asked = [...readFileSync(trace, 'utf8').matchAll(/built-in: (git .*)/g)].map(([, call]) => call)
    expect(asked.filter((call) => call?.includes('--show-prefix'))).toHaveLength(1)
  })
})

describe('a check that is not run again', () => {
  const project = () => countingProject({ commands: [SUITE], files: { 'all.test.js': COUNTER } }).initGit()

  it('is reported as such, and runs when the tree has changed', async () => {
    const at = project()
    await inHome(at, async () => {
      await executePlan(at)
      const first = runsOf(at)
      const reused = (await at.ask('check', 'run', '1')).json()
      expect([runsOf(at), reused.receipts.map((one: { reused: boolean }) => one.reused)]).toEqual([first, [true, true]])
      at.write('more.js', '')
      await at.ask('check', 'run', '1')
      expect(runsOf(at)).toBe(first + 1)
    })
  })

  it('has never failed, because a missing requirement may exist now', async () => {
    const at = countingProject({
      commands: [['node', 'probe.js']],
      files: { 'probe.js': "process.exit(require('node:fs').existsSync(process.env.HOME + '/broken') ? 1 : 0)\n" },
    }).initGit()
    await inHome(at, async () => {
      at.write('part-01.test.sh', 'exit 0\n')
      at.write('../home/broken', '')
      expect((await at.ask('check', 'run', '1')).exit).toBe(1)
      at.remove('../home/broken')
      expect((await at.ask('check', 'run', '1')).exit).toBe(0)
    })
  })

  it('is the baseline of a second plan on the same tree', async () => {
    const at = countingProject({
      plans: { '01': {}, '02': {} },
      commands: [SUITE],
      files: { 'all.test.js': COUNTER },
    }).initGit()
    await inHome(at, async () => {
      await claim(at, 'execute-plan', '01-01')
      await claim(at, 'execute-plan', '01-02')
      const { baseline } = JSON.parse(at.read('.planning/.runtime/claims/execute-plan--01-02.json'))
      expect([runsOf(at), baseline]).toMatchObject([1, [{ outcome: 'pass', reused: true }]])
    })
  })
})
