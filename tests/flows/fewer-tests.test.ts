// Tests that a plan takes out for good: a person says so once, and the verdict says whose word it was.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { boldVerdict, commitAll, endOf, tryUnit } from '../support/cheating.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { summaryDraft } from '../support/drafts.js'
import { wordlessDecisions } from '../support/evidence.js'
import { disposeProjects, type Files, type TempProject } from '../support/project.js'
import { commitPart } from '../support/work.js'

afterEach(disposeProjects)

const SUITE = 'suite.test.js'
const suite = (tests: number): string =>
  `const { test } = require('node:test')\n${Array.from({ length: tests }, (_, n) => `test('t${n}', () => {})\n`).join('')}`
const PLAN = `${COUNTING}/01-01-PLAN.md`
const SUMMARY = {
  '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { requirements: ['COUNT-01', 'COUNT-02'] }),
}

const withSuite = (files: Files = {}) =>
  countingProject({ commands: [['node', SUITE]], files: { [SUITE]: suite(5), ...files } })

/** Claims plan 01-01, carries it out, and leaves this many tests. */
async function thinned(project: TempProject, tests: number) {
  project.initGit()
  const said = await tryUnit(project, 'execute-plan', '01-01', SUMMARY, () => {
    commitPart(project, '01')
    project.write(SUITE, suite(tests))
    commitAll(project)
  })
  const token = /"claim":"([0-9a-f]+)"/.exec(said)?.[1] ?? ''
  return { said, finish: () => project.ask('unit', 'finish', '--claim', token), token }
}

async function verified(project: TempProject) {
  const start = project.git('rev-list', '--max-parents=0', 'HEAD').trim()
  const said = await tryUnit(project, 'verify-phase', '01', { '01-VERIFICATION.md': boldVerdict(project, start) })
  return endOf(project, said + (await project.ask('phase', 'complete', '1')).stdout)
}

const personal = (project: TempProject, settings: unknown) => {
  mkdirSync(join(project.home, '.gsd'), { recursive: true })
  writeFileSync(join(project.home, '.gsd/config.json'), JSON.stringify(settings))
}
const ACCEPT = ['check', 'accept-fewer', '01-01'] as const

describe('tests that are gone for good', () => {
  it('are let go by a person: the refusal names the call, the call asks, and the verdict says whose word it was', async () => {
    const project = withSuite()
    const { said, finish } = await thinned(project, 2)
    expect(said).toContain('gsd-tools check accept-fewer 01-01')
    const asked = await project.ask(...ACCEPT)
    expect([asked.exit, asked.json().error.code]).toEqual([4, 'CONSENT_REQUIRED'])
    expect(asked.json().error.message).toMatch(/2 passed, before it was 5 passed/)
    expect(asked.json().error.message).toContain('No task of its plan announces')
    const done = await agreed(project, ...ACCEPT)
    expect([done.exit, done.json().accepted], done.stdout).toEqual([
      0,
      [{ check: `node ${SUITE}`, was: '5 passed', is: '2 passed', removed: [], word: 'prompt' }],
    ])
    expect(wordlessDecisions(project)).toEqual([])
    expect((await finish()).json().status).toBe('completed')
    const end = await verified(project)
    expect([end.word, end.done], end.said).toEqual(['passed', 1])
    expect(end.said).toContain('2 passed, before it was 5 passed: a person said so in a session')
    expect((await project.ask('check', 'run', '1')).json().receipts[1]).toMatchObject({
      outcome: 'pass',
      accepted: '2 passed, before it was 5 passed: a person said so in a session',
    })
  })

  it('are asked about by a new attempt once the one that saw them has ended', async () => {
    const project = withSuite()
    const { finish } = await thinned(project, 2)
    expect((await finish()).json().status).toBe('failed')
    const { error } = (await project.ask(...ACCEPT)).json()
    expect(error.message).toContain('attempt at execute-plan/01-01 has ended')
    expect(error.fix).toContain('begin it again: gsd-tools begin')
  })

  it('are announced in the question where a task of the plan says so', async () => {
    const project = withSuite()
    project.write(
      PLAN,
      project
        .read(PLAN)
        .replace(/<action>/, '<action>\nDelete the tests of the old counter, they judge nothing now.\n'),
    )
    await thinned(project, 2)
    expect((await project.ask(...ACCEPT)).json().error.message).toContain('The plan announces it: “')
  })

  it('are asked about again where more of them go than was agreed to', async () => {
    const project = withSuite()
    const { finish } = await thinned(project, 2)
    await agreed(project, ...ACCEPT)
    project.write(SUITE, suite(1))
    commitAll(project)
    expect((await finish()).stdout).toContain('1 test passed where 5')
  })

  it('are let go once: what grew again and goes again is asked about again', async () => {
    const project = withSuite()
    const { finish } = await thinned(project, 2)
    await agreed(project, ...ACCEPT)
    await finish()
    const run = async (tests: number) => {
      project.write(SUITE, suite(tests))
      commitAll(project)
      return project.ask('check', 'run', '1')
    }
    expect((await run(5)).exit).toBe(0)
    const again = await run(2)
    expect([again.exit, again.stdout]).toEqual([4, expect.stringContaining('2 tests passed where 5')])
    expect((await agreed(project, 'check', 'accept-fewer', '1')).exit).toBe(0)
    expect((await run(2)).exit).toBe(0)
  })

  it('of a suite without counts are files, and a word lets exactly those go', async () => {
    const run = ['node', 'run.js']
    const project = countingProject({
      commands: [run],
      plans: { '01': { run } },
      files: {
        'run.js': "for (const f of require('node:fs').readdirSync('tests')) require('./tests/' + f)\n",
        'tests/a.test.js': 'if (process.env.NOPE) process.exit(1)\n',
        'tests/b.test.js': 'if (process.env.NOPE) process.exit(1)\n',
        'tests/c.test.js': 'if (process.env.NOPE) process.exit(1)\n',
      },
    }).initGit()
    const said = await tryUnit(project, 'execute-plan', '01-01', SUMMARY, () => {
      commitPart(project, '01')
      project.remove('tests/b.test.js')
      commitAll(project)
    })
    expect(said).toContain('check accept-fewer 01-01')
    const done = await agreed(project, ...ACCEPT)
    expect(done.json().accepted).toMatchObject([{ removed: ['tests/b.test.js'] }])
    const token = /"claim":"([0-9a-f]+)"/.exec(said)?.[1] ?? ''
    expect((await project.ask('unit', 'finish', '--claim', token)).json().status).toBe('completed')
    const end = await verified(project)
    expect(end.word, end.said).toBe('passed')
    expect(end.said).toContain('test files were removed: a person said so in a session')
    project.remove('tests/c.test.js')
    commitAll(project)
    expect((await project.ask('check', 'run', '1')).stdout).toContain('test files were removed')
  })

  it('are nothing to ask about where no run saw it', async () => {
    const project = withSuite().initGit()
    const called = await project.ask(...ACCEPT)
    expect([called.exit, called.json().error.code]).toEqual([1, 'NOT_FOUND'])
  })
})

describe("an agent's word about tests that are gone", () => {
  it('counts where the person allows such words, is shown as that, and proves nothing once they do not', async () => {
    const project = withSuite()
    const { finish } = await thinned(project, 2)
    personal(project, { consent: { agent_word: true } })
    const { word } = (await project.ask(...ACCEPT)).json().error
    expect((await project.ask(...ACCEPT, '--agree', word)).json().accepted).toMatchObject([{ word: 'agent' }])
    expect((await finish()).json().status).toBe('completed')
    const end = await verified(project)
    expect([end.word, end.said], end.said).toEqual(['passed', expect.stringContaining("on the agent's word")])
    personal(project, {})
    expect((await endOf(project)).word).not.toBe('passed')
    const again = await project.ask('check', 'run', '1')
    expect([again.exit, again.stdout]).toEqual([4, expect.stringContaining('2 tests passed where 5')])
  })

  it.each([{ mode: 'yolo' }, { workflow: { auto_advance: true } }])('is never enough under %j', async (settings) => {
    const project = withSuite()
    const config = JSON.parse(project.read('.planning/config.json'))
    const workflow = { ...config.workflow, ...('workflow' in settings ? settings.workflow : {}) }
    project.write('.planning/config.json', JSON.stringify({ ...config, ...settings, workflow }))
    await thinned(project, 2)
    personal(project, { consent: { agent_word: true } })
    const { word } = (await project.ask(...ACCEPT)).json().error
    expect((await project.ask(...ACCEPT, '--agree', word)).json().error.code).toBe('CONSENT_REQUIRED')
  })

  it('is never enough in a session that an unattended run started', async () => {
    const project = withSuite()
    await thinned(project, 2)
    personal(project, { consent: { agent_word: true } })
    const driven = (...words: readonly string[]) => project.askWith({ GSD_DETAIL: 'standard' }, ...words)
    const { word } = (await driven(...ACCEPT)).json().error
    expect((await driven(...ACCEPT, '--agree', word)).json().error.code).toBe('CONSENT_REQUIRED')
    expect((await project.ask(...ACCEPT, '--agree', word)).exit).toBe(0)
  })
})
