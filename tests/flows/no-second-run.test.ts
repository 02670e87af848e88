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

/** Runs `body` with the HOME of the project, where the checks record their starts. */
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
      const note = (name: string) => counts.push([name, runsOf(project)])
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
      note('planned')
      for (const number of ['01', '02']) {
        const claimed = await claimNext(project, 'execute-plan', `01-${number}`)
        note(`claimed ${number}`)
        commitPart(project, number)
        await project.ask('check', 'run', `01-${number}`)
        note(`checked ${number}`)
        writeDrafts(project, claimed, { [`01-${number}-SUMMARY.md`]: summaryDraft('01-counting', number) })
        await finished(project, claimed)
        note(`finished ${number}`)
      }
      await project.ask('check', 'run', '1')
      note('checked the phase')
      await verifyPhase(project)
      note('verified')
      expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
      note('closed')
      // The suite runs on three trees: before the work, and after each of the two plans.
      expect(counts).toEqual([
        ['planned', 0],
        ['claimed 01', 1],
        ['checked 01', 2],
        ['finished 01', 2],
        ['claimed 02', 2],
        ['checked 02', 3],
        ['finished 02', 3],
        ['checked the phase', 3],
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
  const suiteProject = () => countingProject({ commands: [SUITE], files: { 'all.test.js': COUNTER } }).initGit()

  it('is reported as such, and runs when the tree has changed', async () => {
    const project = suiteProject()
    await inHome(project, async () => {
      await executePlan(project)
      const first = runsOf(project)
      const reused = (await project.ask('check', 'run', '1')).json()
      expect([runsOf(project), reused.receipts.map((one: { reused: boolean }) => one.reused)]).toEqual([
        first,
        [true, true],
      ])
      project.write('more.js', '')
      await project.ask('check', 'run', '1')
      expect(runsOf(project)).toBe(first + 1)
    })
  })

  it('did not fail before: a failed check runs again, because what it lacked may exist now', async () => {
    const project = countingProject({
      commands: [['node', 'probe.js']],
      files: { 'probe.js': "process.exit(require('node:fs').existsSync(process.env.HOME + '/broken') ? 1 : 0)\n" },
    }).initGit()
    await inHome(project, async () => {
      project.write('part-01.test.sh', 'exit 0\n')
      project.write('../home/broken', '')
      expect((await project.ask('check', 'run', '1')).exit).toBe(1)
      project.remove('../home/broken')
      expect((await project.ask('check', 'run', '1')).exit).toBe(0)
    })
  })

  it('is the baseline of a second plan on the same tree', async () => {
    const project = countingProject({
      plans: { '01': {}, '02': {} },
      commands: [SUITE],
      files: { 'all.test.js': COUNTER },
    }).initGit()
    await inHome(project, async () => {
      await claim(project, 'execute-plan', '01-01')
      await claim(project, 'execute-plan', '01-02')
      const { baseline } = JSON.parse(project.read('.planning/.runtime/claims/execute-plan--01-02.json'))
      expect([runsOf(project), baseline]).toMatchObject([1, [{ outcome: 'pass', reused: true }]])
    })
  })
})
