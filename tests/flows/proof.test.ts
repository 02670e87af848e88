// A check proves work if it counts tests or has failed without the work, whatever its command; a verdict is outdated if its basis changes.
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { summaryDraft, verificationDraft } from '../support/drafts.js'
import { disposeProjects, type Files, type TempProject } from '../support/project.js'
import {
  claim,
  claimNext,
  commitPart,
  executePlan,
  finish,
  finished,
  verifyPhase,
  writeDrafts,
} from '../support/work.js'

afterEach(disposeProjects)

const RECEIPT = `${COUNTING}/01-01-VERIFY.json`
const proofsIn = (project: TempProject) =>
  JSON.parse(project.read(RECEIPT)).receipts.map(
    ({ outcome, proof }: { readonly outcome: string; readonly proof: string | null }) => [outcome, proof],
  )
const withCheck = (run: readonly string[], files: Files = {}): TempProject =>
  countingProject({ plans: { '01': { run } }, files }).initGit()
const workTrees = (project: TempProject) => project.git('worktree', 'list').trim().split('\n')

describe('a check of a plan', () => {
  it('proves the work by the tests that it counts', async () => {
    const test =
      "require('node:test').test('counts', () => require('node:assert').equal(require('./part-01.js')('a b'), 2))\n"
    const project = withCheck(['node', 'part-01.test.js'], { 'part-01.test.js': test })
    await executePlan(project)
    expect(proofsIn(project)).toEqual([['pass', 'it counted tests']])
  })

  it.each([
    [['test', '-f', 'part-01.js']],
    [['ls', 'part-01.js']],
    [['node', '-e', "const count = require('./part-01.js'); if (count('a b') !== 2) process.exit(1)"]],
    [['sh', '-c', 'set -a; . ./.env; set +a; node part-01.js && test "$WORDS" = 2']],
  ])('that counts no tests is run again without the work: %j', async (run) => {
    const project = withCheck(run, { '.env': 'WORDS=2\n' })
    await executePlan(project)
    expect(proofsIn(project)).toEqual([['pass', 'it fails without the phase']])
    expect(workTrees(project)).toHaveLength(1)
    await verifyPhase(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
  })

  it.each<[string, readonly string[], Files]>([
    ['passes without the work as well', ['node', '--check', 'other.js'], {}],
    [
      'fails in a clean checkout even with the work, because it needs a file outside git',
      ['node', '-e', "require('./installed.js')(require('./part-01.js'))"],
      { '.gitignore': 'installed.js\n', 'installed.js': 'module.exports = () => {}\n' },
    ],
  ])(
    'is not a proof if it %s: the plan is finished, but the phase is not verified by it',
    async (_name, run, files) => {
      const project = withCheck(run, { 'other.js': '', ...files })
      await executePlan(project)
      expect(proofsIn(project)).toEqual([['checked', null]])
      const claimed = await claimNext(project, 'verify-phase', '01')
      const brief = (await project.ask('unit', 'brief', '--claim', claimed.token)).stdout
      expect(brief).toContain('were never seen to fail without this work')
      expect(brief).toContain(run.join(' ').slice(0, 20))
      writeDrafts(project, claimed, { '01-VERIFICATION.md': verificationDraft('01-counting') })
      const refused = (await finish(project, claimed)).json()
      expect(refused.findings).toMatchObject([{ code: 'CHECK_INCONCLUSIVE', message: /can fail/ }])
      expect(project.has(`${COUNTING}/01-VERIFICATION.md`)).toBe(false)
    },
  )

  it('proves the work if it is also a check of the project and failed before the work', async () => {
    const probe = ['node', '-e', "require('./part-01.js')"]
    const project = countingProject({ plans: { '01': { run: probe } }, commands: [probe] }).initGit()
    await executePlan(project)
    expect(proofsIn(project)).toEqual([['pass', 'it failed before the work']])
  })
})

describe('a summary', () => {
  it('may mention numbers of tests', async () => {
    const project = countingProject().initGit()
    const claimed = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': '**Added 40 lines of tests; all 12 tests pass.**\n' })
    await finished(project, claimed)
  })
})

describe('the verifier', () => {
  it('is told which tests and test settings the phase changed', async () => {
    const files = { 'old.test.js': "require('node:test').test('a', () => {})\n", 'package.json': '{"name":"x"}\n' }
    const project = countingProject({ files }).initGit()
    const claimed = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    project.write('old.test.js', '// nothing\n')
    project.write('test/helper.mjs', 'export const one = 1\n')
    project.write('package.json', '{"name":"x","scripts":{"test":"true"}}\n')
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=test: less')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    await finished(project, claimed)
    const verifying = await claimNext(project, 'verify-phase', '01')
    const brief = (await project.ask('unit', 'brief', '--claim', verifying.token)).stdout
    for (const path of ['old.test.js', 'package.json', 'part-01.test.sh', 'test/helper.mjs'])
      expect(brief).toContain(`- ${path}`)
    expect(brief).not.toContain('- part-01.js')
    writeDrafts(project, verifying, { '01-VERIFICATION.md': verificationDraft('01-counting') })
    await finished(project, verifying)
  })
})

describe('a verdict', () => {
  const ROADMAP = '.planning/ROADMAP.md'
  const PLAN = `${COUNTING}/01-01-PLAN.md`
  const derivation = async (project: TempProject) => (await project.ask('state', 'derive')).json()
  const edit = (project: TempProject, path: string, from: string | RegExp, to: string) => {
    const text = project.read(path)
    expect(text).toMatch(from)
    project.write(path, text.replace(from, to))
  }

  it.each<[string, string, RegExp, string]>([
    ['a criterion', ROADMAP, /three words/i, 'four words'],
    ['a must-have', PLAN, /truths:\n( +)- .*/, 'truths:\n$1- Something else'],
    ['a check', PLAN, /part-01\.test\.sh"\]/, 'part-01.test.sh", "--x"]'],
  ])('is outdated after a change to %s', async (_name, path, from, to) => {
    const project = countingProject().initGit()
    await executePlan(project)
    await verifyPhase(project)
    edit(project, path, from, to)
    expect(await derivation(project)).toMatchObject({ step: 'verifying', phase: { id: '01' } })
  })

  it('stays valid after the phase is completed, and after later changes to line endings, the dependency text and the code', async () => {
    const project = countingProject().initGit()
    await executePlan(project)
    await verifyPhase(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    project.write(PLAN, project.read(PLAN).replaceAll('\n', '\r\n'))
    edit(project, ROADMAP, 'Nothing (first phase)', 'None')
    commitPart(project, '01', false)
    expect(await derivation(project)).toMatchObject({ phase: { id: '02' }, progress: { phases: { done: 1 } } })
  })
})
