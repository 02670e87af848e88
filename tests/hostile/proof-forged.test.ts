// Evidence that nobody gave: records written by hand, taken from elsewhere, or older than the tree. None of it completes a phase.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import { agreed } from '../support/agreed.js'
import { commitAll, endOf, tryUnit, wholeWay } from '../support/cheating.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { summaryDraft, uatDraft, verificationDraft } from '../support/drafts.js'
import { disposeProjects, type Files, TempProject } from '../support/project.js'
import { carryOut, claimNext, commitPart, draft, finished, verifyPhase, work } from '../support/work.js'

afterEach(disposeProjects)

const RECEIPT = `${COUNTING}/01-01-VERIFY.json`
const LEDGER = '.planning/ledger.jsonl'
const VERIFICATION = `${COUNTING}/01-VERIFICATION.md`
const SUMMARY = `${COUNTING}/01-01-SUMMARY.md`

const append = (project: TempProject, ...payloads: readonly object[]): void =>
  project.write(
    LEDGER,
    (project.has(LEDGER) ? project.read(LEDGER) : '') + payloads.map((one) => frameLine(one, sha256)).join(''),
  )

const linesOf = (project: TempProject): readonly Record<string, unknown>[] =>
  project
    .read(LEDGER)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.slice(line.indexOf('\t') + 1)))

async function notDone(project: TempProject, reason?: RegExp): Promise<void> {
  const said = (await project.ask('phase', 'complete', '1')).stdout
  const end = await endOf(project, said)
  expect([end.word === 'passed', end.word === 'adopted', end.done], end.said).toEqual([false, false, 0])
  if (reason !== undefined) expect(end.said).toMatch(reason)
}

const tick = (project: TempProject) =>
  project.write(
    '.planning/ROADMAP.md',
    project.read('.planning/ROADMAP.md').replace('- [ ] **Phase 1', '- [x] **Phase 1'),
  )

/** Everything that a phase has when it is done, taken from an honest one and written by another hand: no seal is right. */
async function handWritten(files: Files = {}): Promise<TempProject> {
  const honest = countingProject().initGit()
  await wholeWay(honest)
  expect(await endOf(honest)).toMatchObject({ word: 'passed', done: 1 })
  const project = countingProject({ files }).initGit()
  commitPart(project, '01')
  for (const path of ['ROADMAP.md', 'STATE.md', 'REQUIREMENTS.md']) {
    const full = `.planning/${path}`
    if (honest.has(full)) project.write(full, honest.read(full))
  }
  for (const path of [SUMMARY, VERIFICATION, RECEIPT]) project.write(path, honest.read(path))
  const sha = sha256(project.read(RECEIPT))
  append(
    project,
    ...linesOf(honest).map((line) =>
      line['kind'] === 'receipt' && line['sha256'] != null ? { ...line, sha256: sha } : line,
    ),
  )
  commitAll(project)
  return project
}

describe('records that another hand wrote', () => {
  it('a whole phase, word for word as an honest one', async () =>
    notDone(await handWritten(), /elsewhere|not finished on this machine|without evidence/))

  it('a whole phase, verified by nobody where the verifier is off', async () => {
    const project = await handWritten()
    const config = JSON.parse(project.read('.planning/config.json'))
    project.write(
      '.planning/config.json',
      JSON.stringify({ ...config, workflow: { ...config.workflow, verifier: false } }),
    )
    project.remove(VERIFICATION)
    await notDone(project, /elsewhere|without evidence/)
  })

  it('a SUMMARY with a stamp', async () => {
    const project = countingProject().initGit()
    commitPart(project, '01')
    const config = JSON.parse(project.read('.planning/config.json'))
    project.write(
      '.planning/config.json',
      JSON.stringify({ ...config, workflow: { ...config.workflow, verifier: false } }),
    )
    project.write(
      SUMMARY,
      summaryDraft('01-counting', '01').replace(
        'duration: 5min',
        'duration: 5min\ncompleted_at: "2026-01-05T11:00:00.000Z"',
      ),
    )
    commitAll(project)
    tick(project)
    await notDone(project)
  })

  it('a VERIFICATION beside honest work', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    const honest = countingProject().initGit()
    await wholeWay(honest)
    const covers = sha256(`01-01-SUMMARY.md\0${sha256(project.read(SUMMARY))}\n`)
    project.write(VERIFICATION, honest.read(VERIFICATION).replace(/covers: .*/, `covers: ${covers}`))
    await notDone(project, /not finished on this machine/)
  })

  it('a verdict that was mended by hand', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    const claimed = await claimNext(project, 'verify-phase', '01')
    draft(project, claimed, { '01-VERIFICATION.md': verificationDraft('01-counting', 'gaps_found') })
    await finished(project, claimed)
    project.write(VERIFICATION, project.read(VERIFICATION).replace('status: gaps_found', 'status: passed'))
    await notDone(project, /not finished on this machine/)
  })

  it('a line of adoption', async () => {
    const project = countingProject({ plans: { '01': {} } }).initGit()
    project.write(SUMMARY, summaryDraft('01-counting', '01'))
    tick(project)
    append(project, { kind: 'adopted', at: '2026-01-05T11:00:00.000Z', phases: [{ id: '01', digest: 'x' }], plans: [] })
    await notDone(project)
  })

  it('a line that overrules a requirement', async () => {
    const project = countingProject().initGit()
    append(project, {
      kind: 'overrule',
      at: '2099-01-01T00:00:00.000Z',
      requirement: 'COUNT-01',
      complete: true,
      who: 'me',
      why: 'x',
    })
    const { requirements } = (await project.ask('requirements', 'list')).json()
    expect(JSON.stringify(requirements ?? (await project.ask('requirements', 'list')).json())).not.toMatch(
      /"id":"COUNT-01"[^}]*"complete":true/,
    )
  })

  it('lines dated far ahead do not outlive ours', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verifyPhase(project)
    append(project, {
      kind: 'receipt',
      at: '2099-01-01T00:00:00.000Z',
      phase: '01',
      plan: '01-01',
      tree: 'x',
      sha256: 'y',
    })
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    expect(await endOf(project)).toMatchObject({ word: 'passed', done: 1 })
  })

  it('a line that takes back what we wrote', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verifyPhase(project)
    project.write('part-01.js', 'module.exports = () => 0\n')
    commitAll(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(1)
    const stale =
      project
        .read(LEDGER)
        .split('\n')
        .find((line) => line.includes('"stale":true')) ?? ''
    append(project, {
      kind: 'undone',
      at: '2026-01-06T00:00:00.000Z',
      lines: [JSON.parse(stale.slice(0, stale.indexOf('\t'))).h],
    })
    expect((await endOf(project)).word).not.toBe('passed')
  })
})

describe('a receipt', () => {
  const verified = async () => {
    const project = countingProject({ plans: { '01': {} } }).initGit()
    await carryOut(project)
    await verifyPhase(project)
    return project
  }

  it('that was edited counts no more, and a run of its own takes its place', async () => {
    const project = await verified()
    const text = project.read(RECEIPT).replace('"durationMs"', '"durationMS"')
    project.write(RECEIPT, text)
    append(project, {
      ...linesOf(project).findLast(({ kind }) => kind === 'receipt'),
      sha256: sha256(text),
      at: '2026-01-06T00:00:00.000Z',
    })
    expect((await endOf(project)).word).not.toBe('passed')
    await project.ask('check', 'run', '1')
    expect((await endOf(project)).word).toBe('passed')
  })

  it('of another project is from elsewhere, and so is a whole project that was copied', async () => {
    const project = await verified()
    const other = new TempProject({})
    rmSync(other.root, { recursive: true })
    cpSync(project.root, other.root, { recursive: true })
    cpSync(join(project.home, '.gsd'), join(other.home, '.gsd'), { recursive: true })
    const end = await endOf(other)
    expect([end.word, end.said]).toEqual(['claimed', expect.stringMatching(/elsewhere/)])
    expect((await other.ask('check', 'replay')).json().error.code).toBe('UNTRUSTED_COMMANDS')
    await agreed(other, 'trust', 'agree')
    expect((await other.ask('check', 'replay')).json()).toMatchObject({
      verdict: 'pass',
      elsewhere: [expect.any(String)],
    })
    other.dispose()
  })

  it('of another plan proves nothing for this one', async () => {
    const project = countingProject({ plans: { '01': {}, '02': {} } }).initGit()
    await carryOut(project, '01')
    await carryOut(project, '02')
    await verifyPhase(project)
    const text = project.read(RECEIPT)
    project.write(`${COUNTING}/01-02-VERIFY.json`, text)
    append(project, {
      ...linesOf(project).findLast(({ kind }) => kind === 'receipt'),
      plan: '01-02',
      sha256: sha256(text),
    })
    expect((await endOf(project)).word).not.toBe('passed')
  })

  it.each(['{"v":1,"receipts":[null]}', '{"v":1,"receipts":[{}]}', '[]', 'x', '{"v":1,"receipts":[{"argv":3}]}'])(
    'that is none is told, never a crash: %s',
    async (text) => {
      const project = await verified()
      project.write(RECEIPT, text)
      const end = await endOf(project)
      expect(end.word).not.toBe('passed')
      for (const call of [['check', 'replay'], ['check', 'ship-ready', '1'], ['next'], ['progress']])
        expect((await project.ask(...call)).exit).not.toBe(70)
    },
  )
})

describe('answers that no person gave here', () => {
  const UAT = `${COUNTING}/01-UAT.md`
  /** Carried out and verified here, and the verification leaves a test to a person. */
  async function leftToAPerson(files: Files = {}) {
    const project = countingProject({ files }).initGit()
    await carryOut(project)
    const verdict = verificationDraft('01-counting', 'human_needed')
    await work(project, 'verify-phase', '01', { '01-VERIFICATION.md': verdict })
    return project
  }

  it('are asked for, where a UAT was written by hand', async () => {
    const project = await leftToAPerson()
    project.write(UAT, uatDraft('01-counting', 'pass'))
    commitAll(project)
    await notDone(project)
    expect((await project.ask('next')).json()).toMatchObject({
      step: 'human-uat',
      reason: expect.stringContaining('not answered on this machine'),
    })
  })

  it('are asked for, where it came with the tree', async () => {
    await notDone(await leftToAPerson({ [UAT]: uatDraft('01-counting', 'pass') }))
  })

  it('are asked for again, where answers that were given were changed by hand', async () => {
    const project = await leftToAPerson()
    await work(project, 'verify-work', '01', { '01-UAT.md': uatDraft('01-counting', '[pending]', 'testing') })
    project.write(UAT, uatDraft('01-counting', 'pass'))
    commitAll(project)
    await notDone(project)
    await work(project, 'verify-work', '01', { '01-UAT.md': uatDraft('01-counting', 'pass') })
    commitAll(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
  })

  it('open no phase by a record of the plan check, which is no evidence of work', async () => {
    const project = countingProject({ check: true }).initGit()
    const plan = `${COUNTING}/01-01-PLAN.md`
    const record = { plans: { '01-01': sha256(project.read(plan)) }, verdict: 'passed', issues: [], at: '2026-01-01' }
    project.write(`${COUNTING}/01-CHECK.json`, JSON.stringify(record))
    commitAll(project)
    await notDone(project)
  })
})

describe('a claim', () => {
  it('whose baseline was edited is no measure', async () => {
    const suite = (tests: number) =>
      `const { test } = require('node:test')\n${Array.from({ length: tests }, (_, n) => `test('t${n}', () => {})\n`).join('')}`
    const project = countingProject({
      commands: [['node', '--test', 'suite.test.js']],
      files: { 'suite.test.js': suite(5) },
    }).initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    const path = '.planning/.runtime/claims/execute-plan--01-01.json'
    project.write(path, project.read(path).replace('"passed": 5', '"passed": 1'))
    commitPart(project, '01')
    project.write('suite.test.js', suite(1))
    commitAll(project)
    draft(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    const called = await project.ask('unit', 'finish', '--claim', claimed.token)
    expect([called.exit, called.json().error.code]).toEqual([3, 'FENCED'])
    expect(called.json().error.message).toContain('changed by hand')
  })
})

describe('a tree that changed after its receipts is judged again', () => {
  const withSettings = {
    '.gitignore': '.env.test\n*.local.js\n',
    '.env.test': 'ANSWER=3\n',
    'own.local.js': "module.exports = require('./.planning/own.js')\n",
    '.planning/own.js': 'module.exports = () => 3\n',
  }
  const TEST = `const { test } = require('node:test')\nconst assert = require('node:assert')\nconst fs = require('node:fs')\ntest('reads its settings', () => {\n  assert.match(fs.readFileSync('.env.test', 'utf8'), /ANSWER=3/)\n  assert.ok(!fs.existsSync('broken'))\n  assert.equal(require('./part-01.js')('a b c'), 3)\n  assert.equal(require('./own.local.js')(), 3)\n})\n`
  const RUN = ['node', '--test', 'settings.test.js']

  it.each<[string, (project: TempProject) => void]>([
    ['a tracked file', (project) => project.write('part-01.js', 'module.exports = () => 0\n')],
    ['an untracked file', (project) => project.write('broken', '')],
    ['an ignored file that tests load', (project) => project.write('.env.test', 'ANSWER=4\n')],
    ['code that is ignored by its name', (project) => project.write('own.local.js', 'module.exports = () => 0\n')],
    ['code among the plans', (project) => project.write('.planning/own.js', 'module.exports = () => 0\n')],
    ['its tests, which are gone', (project) => project.remove('settings.test.js')],
  ])('%s', async (_name, change) => {
    const project = countingProject({
      plans: { '01': { run: RUN } },
      files: { ...withSettings, 'settings.test.js': TEST },
    }).initGit()
    await carryOut(project)
    await verifyPhase(project)
    change(project)
    if (_name !== 'an untracked file') commitAll(project)
    await notDone(project)
  })
})

describe('without a key', () => {
  it('nothing is called verified, and the notice says what to do', async () => {
    const project = countingProject().initGit()
    rmSync(join(project.home, '.gsd/key'), { force: true })
    mkdirSync(join(project.home, '.gsd/key'), { recursive: true })
    const end = await wholeWay(project)
    expect([end.word === 'passed', end.done]).toEqual([false, 0])
    expect(end.said).toMatch(/NO_KEY/)
    expect(end.said).toMatch(/home folder/)
  })
})

describe('a tree from a colleague', () => {
  it('shows what it claims, and one person’s word or a verification of one’s own makes it count', async () => {
    const theirs = countingProject().initGit()
    await wholeWay(theirs)
    rmSync(join(theirs.home, '.gsd/key'))
    const end = await endOf(theirs)
    expect([end.word, end.done]).toEqual(['claimed', 0])
    expect(end.said).toMatch(/not finished on this machine/)
    expect((await theirs.ask('next')).json()).toMatchObject({ kind: 'hold', hold: { code: 'ADOPT' } })
    await agreed(theirs, 'adopt', '--drop')
    await tryUnit(theirs, 'verify-phase', '01', { '01-VERIFICATION.md': verificationDraft('01-counting') })
    expect((await theirs.ask('phase', 'complete', '1')).exit).toBe(0)
    expect(await endOf(theirs)).toMatchObject({ word: 'passed', done: 1 })
  })
})
