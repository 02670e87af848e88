// From an empty folder to a finished phase and the next one, with the calls that start and finish units.
import { symlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NEW_SETTINGS } from '../../lib/artifacts/config/settings.js'
import {
  checkDraft,
  contextDraft,
  PROJECT_DRAFTS,
  planDraft,
  projectDraft,
  researchDraft,
  summaryDraft,
  verificationDraft,
} from '../support/drafts.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { claim, claimNext, commitPart, finish, finished, hashOfPart, next, work, writeDrafts } from '../support/work.js'

afterAll(disposeProjects)

describe('a planning folder that is a link out of the project', () => {
  it('is not an empty project: the link is named, and nothing can be claimed', async () => {
    const elsewhere = makeProject(OURS)
    const project = makeProject({ 'README.md': '# Counter\n' })
    symlinkSync(elsewhere.at('.planning'), project.at('.planning'))
    const before = elsewhere.snapshot()
    const held = await project.ask('next')
    expect([held.exit, held.json()]).toMatchObject([
      4,
      {
        kind: 'hold',
        hold: { code: 'LINK', reason: expect.stringContaining('.planning is a link out of the project') },
      },
    ])
    expect((await project.ask('unit', 'claim', 'new-project', 'project')).exit).not.toBe(0)
    expect(elsewhere.snapshot()).toEqual(before)
  })
})

it('a claim without a revision is refused, and the named command works', async () => {
  const project = makeProject(OURS).initGit()
  const { error } = (await project.ask('unit', 'claim', 'execute-plan', '01-02')).json()
  expect(error).toMatchObject({ code: 'STALE_DECISION', message: expect.stringContaining('no revision was given') })
  const revision = error.fix.split('--revision ')[1]
  expect((await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)).exit).toBe(0)
})

describe('a project from nothing to its second phase', () => {
  let project: TempProject
  beforeAll(() => {
    project = makeProject({ 'README.md': '# Counter\n' }).initGit()
  })
  const phase = '.planning/phases/01-counting'

  it('starts with new-project, before a planning folder exists', async () => {
    const before = project.snapshot()
    const offered = await next(project)
    expect(offered).toMatchObject({ kind: 'dispatch', step: 'no-project', rule: 'D01', command: 'gsd-new-project' })
    expect(project.snapshot()).toEqual(before)
    await work(project, 'new-project', 'project', PROJECT_DRAFTS)
    expect(await next(project)).toMatchObject({ step: 'needs-discussion', unit: { unitType: 'discuss-phase' } })
  })

  it('then has its planning files, of which git ignores only runtime files and the journal', () => {
    expect(JSON.parse(project.read('.planning/config.json'))).toEqual({ ...NEW_SETTINGS, planning_schema: 1 })
    expect(project.read('.planning/PROJECT.md')).toBe(projectDraft)
    expect(project.read('.planning/STATE.md')).toMatch(/Phase: 1 of 2 \(Counting\)/)
    expect(project.read('.planning/STATE.md')).toMatch(/^status: planning$/m)
    expect(project.read('.planning/STATE.md')).toContain('**Core value:** Numbers one can trust.')
    expect(project.read('.planning/STATE.md')).toContain('**Current focus:** Phase 1 — Counting')
    expect(project.read('.planning/.gitattributes')).toBe('ledger.jsonl merge=union\n')
    project.git('add', '--all')
    const tracked = project.git('ls-files', '.planning').split('\n')
    expect(tracked).toContain('.planning/ledger.jsonl')
    expect(tracked.filter((path) => /journal|\.runtime|lock/.test(path))).toEqual([])
    project.git('commit', '--quiet', '--message=docs: project')
  })

  it('discusses, researches and plans the phase', async () => {
    await work(project, 'discuss-phase', '01', { '01-CONTEXT.md': contextDraft('1') })
    await work(project, 'research-phase', '01', { '01-RESEARCH.md': researchDraft('1') })
    await work(project, 'plan-phase', '01', {
      '01-01-PLAN.md': planDraft('01-counting', '01', { requirements: ['COUNT-01'] }),
      '01-02-PLAN.md': planDraft('01-counting', '02', { requirements: ['COUNT-02'] }),
      '01-03-PLAN.md': planDraft('01-counting', '03', { depends: ['01-01', '02'] }),
    })
    expect(project.read(`${phase}/01-03-PLAN.md`)).toMatch(/^wave: 2$/m)
    const roadmap = project.read('.planning/ROADMAP.md')
    expect(roadmap).toContain('- [ ] 01-01-PLAN.md — Count part 01 of the text')
    expect(roadmap).toMatch(/\*\*Plans\*\*: 0\/3 plans complete/)
  })

  it('returns plans with issues to the planner, and checks them again', async () => {
    await work(project, 'check-plan', '01', { '01-CHECK.json': checkDraft(['plan 02 has no test']) })
    await work(project, 'plan-phase', '01', {
      '01-02-PLAN.md': `${planDraft('01-counting', '02', { requirements: ['COUNT-02'] })}\n`,
    })
    await work(project, 'check-plan', '01', { '01-CHECK.json': checkDraft() })
    const record = JSON.parse(project.read(`${phase}/01-CHECK.json`))
    expect(Object.keys(record.plans)).toEqual(['01-01', '01-02', '01-03'])
  })

  it('offers both plans of the first wave, each once, and accepts both', async () => {
    const offered = await next(project)
    expect(offered.step).toBe('executing')
    expect(offered.ready.map(({ unitId }: { unitId: string }) => unitId)).toEqual(['01-01', '01-02'])
    const first = await claim(project, 'execute-plan', '01-01')
    expect((await next(project)).ready.map(({ unitId }: { unitId: string }) => unitId)).toEqual(['01-02'])
    const second = await claim(project, 'execute-plan', '01-02')
    expect(await next(project)).toMatchObject({ kind: 'hold', hold: { code: 'CLAIMED' } })
    expect((await project.ask('unit', 'claim', 'execute-plan', '01-01', '--revision', offered.revision)).exit).toBe(3)

    const hash = hashOfPart(project, '01')
    commitPart(project, '02')
    writeDrafts(project, first, {
      '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { requirements: ['COUNT-01'], commit: hash }),
    })
    writeDrafts(project, second, {
      '01-02-SUMMARY.md': summaryDraft('01-counting', '02', { requirements: ['COUNT-02'] }),
    })
    const answers = await Promise.all([finished(project, first), finished(project, second)])
    for (const answer of answers) expect(answer.receipts).toHaveLength(1)
    expect(project.read(`${phase}/01-01-SUMMARY.md`)).toMatch(/^completed_at: "\d{4}-\d\d-\d\dT[\d:.]+Z"$/m)
    expect(JSON.parse(project.read(`${phase}/01-01-VERIFY.json`))).toMatchObject({
      plan: '01-01',
      verdict: 'pass',
      receipts: [{ argv: ['sh', 'part-01.test.sh'], exitCode: 0, tests: { passed: 1, failed: 0 }, own: true }],
    })
    expect(project.read('.planning/ROADMAP.md')).toContain('- [x] 01-01-PLAN.md')
    expect(project.read('.planning/STATE.md')).toMatch(/Plan: 2 of 3 in current phase/)
  })

  it('then offers the second wave', async () => {
    const third = await claimNext(project, 'execute-plan', '01-03')
    commitPart(project, '03')
    writeDrafts(project, third, { '01-03-SUMMARY.md': summaryDraft('01-counting', '03') })
    await finished(project, third)
    expect(await next(project)).toMatchObject({ step: 'verifying', unit: { unitType: 'verify-phase' } })
  })

  it('verifies with receipts of the tree as it is', async () => {
    const run = await project.ask('check', 'run', '1')
    expect(run.exit, run.stdout).toBe(0)
    expect(run.json()).toMatchObject({ verdict: 'pass', newFailures: [] })
    await work(project, 'verify-phase', '01', { '01-VERIFICATION.md': verificationDraft('01-counting') })
    expect(project.read(`${phase}/01-VERIFICATION.md`)).toMatch(/^covers: "?[0-9a-f]{64}"?$/m)
    expect(await next(project)).toMatchObject({ step: 'phase-complete', rule: 'D18', unit: { unitType: 'transition' } })
    expect(project.read('.planning/ROADMAP.md')).toContain('- [ ] **Phase 1')
  })

  it('closes the phase, once', async () => {
    const closed = await project.ask('phase', 'complete', '1')
    expect(closed.exit, closed.stdout).toBe(0)
    expect(closed.json()).toMatchObject({ phase: '1', changed: true })
    expect(closed.json().receipts).toHaveLength(3)
    expect(project.read('.planning/ROADMAP.md')).toMatch(
      /- \[x\] \*\*Phase 1: Counting\*\*.*\(completed \d{4}-\d\d-\d\d\)/,
    )
    expect(project.read('.planning/ROADMAP.md')).toMatch(/\| 1\. Counting \| 3\/3 \| Complete \| \d{4}-\d\d-\d\d \|/)
    expect(project.read('.planning/REQUIREMENTS.md')).toContain('- [x] **COUNT-01**')
    expect(project.read('.planning/REQUIREMENTS.md')).toContain('- [ ] **OUT-01**')
    const before = project.snapshot()
    const again = await project.ask('phase', 'complete', '1')
    expect([again.exit, again.json().changed]).toEqual([0, false])
    expect(project.snapshot()).toEqual(before)
  })

  it('has no draft or claim left', () => {
    const files = Object.keys(project.snapshot())
    expect(files.filter((path) => /\.runtime\/(claims|drafts)\/./.test(path))).toEqual([])
  })

  it('refuses a finish after its claim was cancelled', async () => {
    const late = await claim(project, 'discuss-phase', '02')
    await finish(project, late, '--status', 'cancelled')
    writeDrafts(project, late, { '02-CONTEXT.md': contextDraft('2') })
    const before = project.snapshot()
    const called = await finish(project, late)
    expect([called.exit, called.json().error.code]).toEqual([3, 'FENCED'])
    expect(project.snapshot()).toEqual(before)
  })
})
