// What prevents the finish of a unit, and what follows: gates, receipts, attempts, replanning, the user.
import { writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { checkDraft, planDraft, summaryDraft, uatDraft, verificationDraft } from '../support/drafts.js'
import { CREATED, disposeProjects, type Files, type TempProject } from '../support/project.js'
import {
  type Claimed,
  claim,
  claimNext,
  commitPart,
  finish,
  finished,
  next,
  work,
  writeDrafts,
} from '../support/work.js'

afterEach(disposeProjects)

const MINUTES = 60_000

const derive = async (project: TempProject) => (await project.ask('state', 'derive')).json()
const codesIn = (answer: { findings: readonly { code: string }[] }) => answer.findings.map(({ code }) => code)

async function carryOut(project: TempProject, number = '01', options: Parameters<typeof summaryDraft>[2] = {}) {
  const claimed = await claim(project, 'execute-plan', `01-${number}`)
  commitPart(project, number)
  writeDrafts(project, claimed, { [`01-${number}-SUMMARY.md`]: summaryDraft('01-counting', number, options) })
  return finished(project, claimed)
}

async function verify(project: TempProject, status: Parameters<typeof verificationDraft>[1] = 'passed') {
  return work(project, 'verify-phase', '01', { '01-VERIFICATION.md': verificationDraft('01-counting', status) })
}

/** The program of a check: fails while a file `broken` exists. */
const PROBE = { 'probe.sh': '[ ! -e broken ]\n' }
/** Existing work, and a check that it exists. */
const ONE_FILE = { 'part-01.js': 'module.exports = (text) => text.length\n' }
const CHECK_LENGTH = ['test', '-s', 'part-01.js']
const RUN_PROBE = ['sh', 'probe.sh']

describe('the checks of a plan', () => {
  it('prevent the finish while they fail; after a repair the finish is accepted in the same claim', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01', false)
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    const refused = await finish(project, claimed)
    expect([refused.exit, refused.json().verdict, codesIn(refused.json())]).toEqual([1, 'rework', ['CHECK_FAILED']])
    expect(project.has(`${COUNTING}/01-01-SUMMARY.md`)).toBe(false)
    expect(await derive(project)).toMatchObject({ step: 'executing' })
    commitPart(project, '01')
    await finished(project, claimed)
  })

  it('end the attempt and require the user if they fail twice in the same way', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01', false)
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    expect((await finish(project, claimed)).exit).toBe(1)
    const second = await finish(project, claimed)
    expect([second.exit, second.json().status, second.json().verdict]).toEqual([4, 'failed', 'hold'])
    expect((await finish(project, claimed)).json().error.code).toBe('FENCED')
  })

  it('count neither as failed nor as passed if their program is missing', async () => {
    const project = countingProject({ plans: { '01': { run: ['no-such-program-here'] } } }).initGit()
    const run = await project.ask('check', 'run', '01-01')
    expect([run.exit, run.json().verdict, run.json().receipts[0].exitCode]).toEqual([4, 'inconclusive', null])
    const claimed = await claim(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    expect(codesIn((await finish(project, claimed)).json())).toEqual(['CHECK_INCONCLUSIVE'])
  })

  it('are refused if they are a shell line instead of a list', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    const plan = planDraft('01-counting', '01').replace(
      '- run: ["sh", "part-01.test.sh"]',
      '- run: "node --version; rm -rf ."',
    )
    writeDrafts(project, claimed, { '01-01-PLAN.md': plan })
    const called = await finish(project, claimed)
    expect(called.exit).toBe(1)
    expect(project.has(`${COUNTING}/01-01-PLAN.md`)).toBe(false)
  })

  it('are required in each plan unless the project has checks', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01').replace(/verify:\n.*\n/, '') })
    expect(codesIn((await finish(project, claimed)).json())).toContain('PLAN_NO_CHECKS')
    await project.ask('config', 'set', 'verification.commands', '[["node","--version"]]')
    await finished(project, claimed)
  })
})

describe('the checks of the project', () => {
  it('may fail after the work if they failed before', async () => {
    const project = countingProject({ commands: [RUN_PROBE], files: { ...PROBE, broken: '' } }).initGit()
    expect((await carryOut(project)).receipts).toHaveLength(2)
    expect(JSON.parse(project.read(`${COUNTING}/01-01-VERIFY.json`))).toMatchObject({ verdict: 'pass' })
  })

  const CLAIM = '.planning/.runtime/claims/execute-plan--01-01.json'

  it('must not fail after the work if they passed before', async () => {
    const project = countingProject({ commands: [RUN_PROBE], files: PROBE }).initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    expect(JSON.parse(project.read(CLAIM)).baseline).toMatchObject([{ outcome: 'checked' }])
    commitPart(project, '01')
    project.write('broken', '')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    const refused = await finish(project, claimed)
    expect([refused.exit, codesIn(refused.json())]).toEqual([1, ['CHECK_FAILED']])
    project.remove('broken')
    await finished(project, claimed)
  })

  it('do not block a plan while another is executed in the same tree', async () => {
    const project = countingProject({ plans: { '01': {}, '02': {} }, commands: [RUN_PROBE], files: PROBE }).initGit()
    const first = await claim(project, 'execute-plan', '01-01')
    await claim(project, 'execute-plan', '01-02')
    commitPart(project, '01')
    project.write('broken', '')
    writeDrafts(project, first, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    await finished(project, first)
  })
})

describe('a finish', () => {
  it('without a draft needs rework, and names the missing file', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    const early = await finish(project, claimed)
    expect([early.exit, early.json().status, early.json().verdict]).toEqual([1, null, 'rework'])
    expect(early.json().error.fix).toContain(`write ${claimed.drafts}/01-01-SUMMARY.md`)
  })

  it.each<[string, string, string]>([
    ['empty', '', 'ARTIFACT_EMPTY'],
    ['a heading only', '# Summary\n', 'ONE_LINER'],
  ])('needs rework in the same claim if the SUMMARY is %s', async (_name, text, code) => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': text })
    const called = await finish(project, claimed)
    expect(called.exit).toBe(1)
    expect(codesIn(called.json())).toContain(code)
    expect((await finish(project, claimed)).json().error.code).not.toBe('FENCED')
  })

  it('is refused without a commit, and records the commit that exists, not the one that the SUMMARY names', async () => {
    const project = countingProject({ plans: { '01': { run: CHECK_LENGTH } }, files: ONE_FILE }).initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    expect(codesIn((await finish(project, claimed)).json())).toEqual(['NO_COMMIT'])
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { commit: 'deadbeefcafe' }) })
    await finished(project, claimed)
    const hash = project.git('log', '-1', '--format=%h', '--abbrev=10', '--', 'part-01.js').trim()
    expect(project.read(`${COUNTING}/01-01-SUMMARY.md`)).toMatch(new RegExp(`^commits: \\["?${hash}"?\\]$`, 'm'))
  })

  it('needs no commit without git', async () => {
    const project = countingProject({ plans: { '01': { run: CHECK_LENGTH } }, files: ONE_FILE })
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    expect(claimed.answer.startCommit).toBeNull()
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    await finished(project, claimed)
  })

  it('adds completed_at to a SUMMARY that is already in place', async () => {
    const project = countingProject({ plans: { '01': { run: CHECK_LENGTH } }, files: ONE_FILE })
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    project.write(`${COUNTING}/01-01-SUMMARY.md`, summaryDraft('01-counting', '01'))
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-01-SUMMARY.md`)).toMatch(/^completed_at:/m)
  })

  it('does not accept files of other units', async () => {
    const project = countingProject({ plans: { '01': { run: CHECK_LENGTH }, '02': {} }, files: ONE_FILE })
    const claimed = await claim(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, {
      '01-01-SUMMARY.md': summaryDraft('01-counting', '01'),
      '01-02-SUMMARY.md': summaryDraft('01-counting', '02'),
    })
    await finished(project, claimed)
    expect(project.has(`${COUNTING}/01-02-SUMMARY.md`)).toBe(false)
    expect((await derive(project)).plan.id).toBe('01-02')
  })

  it('accepts all drafts or none', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01'), '01-02-PLAN.md': '# nothing\n' })
    expect((await finish(project, claimed)).exit).toBe(1)
    expect(project.has(`${COUNTING}/01-01-PLAN.md`)).toBe(false)
  })

  it('refuses plans that depend on each other or on unknown plans', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, {
      '01-01-PLAN.md': planDraft('01-counting', '01', { depends: ['01-02'] }),
      '01-02-PLAN.md': planDraft('01-counting', '02', { depends: ['01-01'] }),
    })
    expect(codesIn((await finish(project, claimed)).json())).toContain('PLAN_CYCLE')
    writeDrafts(project, claimed, {
      '01-01-PLAN.md': planDraft('01-counting', '01'),
      '01-02-PLAN.md': planDraft('01-counting', '02', { depends: ['setup'] }),
    })
    expect(codesIn((await finish(project, claimed)).json())).toContain('PLAN_DEPENDENCY')
  })
})

describe('a refused finish', () => {
  const refusal = async (project: TempProject, claimed: Claimed, ...more: readonly string[]) => {
    const called = await finish(project, claimed, ...more)
    expect(called.exit).not.toBe(0)
    return called.json()
  }

  it('names the file that was found instead', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, { 'SUMMARY.md': '# Something\n' })
    const { error } = await refusal(project, claimed)
    expect(error.message).toBe(`expected 01-01-SUMMARY.md in ${claimed.drafts}/, found SUMMARY.md`)
    expect(error.fix).toContain('rename what you wrote')
  })

  it('says what to write if the author may name several files', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { 'notes.txt': 'thoughts\n' })
    const { error } = await refusal(project, claimed)
    expect(error.fix).toBe(
      `rename what you wrote, or write ${claimed.drafts}/01-NN-PLAN.md (NN: 01, 02, …, one file per plan), then repeat unit finish`,
    )
  })

  it('has its message in the result and only its code on stderr, where --pick adds the message', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { 'notes.txt': 'thoughts\n' })
    const called = await finish(project, claimed)
    expect(called.stderr).toBe('gsd-tools: ARTIFACT_INVALID\n')
    expect(called.json().findings[0].message).toContain('01-NN-PLAN.md')
    const picked = await finish(project, claimed, '--pick', 'verdict')
    expect(picked.stderr).toContain('01-NN-PLAN.md')
  })

  it('renews the author’s lease for the repair', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': '# Summary\n' })
    project.time += 20 * MINUTES
    await refusal(project, claimed)
    project.time += 20 * MINUTES
    expect(await next(project)).toMatchObject({ kind: 'hold', hold: { code: 'CLAIMED' } })
  })

  it('says with which status a unit was already finished', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    await finished(project, claimed)
    const before = project.snapshot()
    const { error, status, unitId } = await refusal(project, claimed)
    expect([error.code, status, unitId]).toEqual(['FENCED', 'completed', '01-01'])
    expect(error.message).toMatch(/^execute-plan\/01-01 was already finished, so there is nothing to do \(2026-/)
    expect(project.snapshot()).toEqual(before)
  })

  it('says that another session took over, that the unit was cancelled, or that a file is missing', async () => {
    const project = countingProject().initGit()
    const dead = await claimNext(project, 'execute-plan', '01-01')
    project.time += 31 * MINUTES
    const taken = await claim(project, 'execute-plan', '01-01')
    expect((await refusal(project, dead)).error.message).toContain('was taken over')
    expect((await finish(project, taken, '--status', 'cancelled')).exit).toBe(0)
    expect((await refusal(project, taken)).error.message).toContain('was cancelled')
    const lost = await claimNext(project, 'execute-plan', '01-01')
    project.remove('.planning/.runtime/claims')
    expect((await refusal(project, lost)).error.message).toContain('its file was removed')
  })

  it('explains tokens and lists claims if the token is unknown', async () => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    const wrong = await refusal(project, { ...claimed, token: claimed.answer.dispatchId })
    expect(wrong.error).toMatchObject({ code: 'FENCED' })
    expect(wrong.error.message).toContain('claimed now: execute-plan/01-01')
    expect(wrong.error.fix).toContain('use the value of "claim" that unit claim prints')
  })
})

describe('a verification', () => {
  const executedProject = async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    return project
  }

  it('does not count unless it was finished through the CLI', async () => {
    const project = await executedProject()
    project.write(`${COUNTING}/01-VERIFICATION.md`, verificationDraft('01-counting'))
    expect(await derive(project)).toMatchObject({ step: 'verifying', rule: 'D16' })
  })

  it('runs the checks itself if their receipts are missing', async () => {
    const project = await executedProject()
    project.remove(`${COUNTING}/01-01-VERIFY.json`)
    const answer = await verify(project)
    expect(answer.receipts).toHaveLength(1)
    expect(await derive(project)).toMatchObject({ step: 'phase-complete' })
  })

  it('with status passed is refused while a check fails', async () => {
    const project = await executedProject()
    commitPart(project, '01', false)
    const claimed = await claimNext(project, 'verify-phase', '01')
    writeDrafts(project, claimed, { '01-VERIFICATION.md': verificationDraft('01-counting') })
    const called = await finish(project, claimed)
    expect([called.exit, codesIn(called.json())]).toEqual([1, ['CHECK_FAILED']])
    expect(project.has(`${COUNTING}/01-VERIFICATION.md`)).toBe(false)
  })

  it('of several plans names the one with the failing check', async () => {
    const project = countingProject({ plans: { '01': {}, '02': {} } }).initGit()
    await carryOut(project, '01')
    await carryOut(project, '02')
    commitPart(project, '02', false)
    const claimed = await claimNext(project, 'verify-phase', '01')
    writeDrafts(project, claimed, { '01-VERIFICATION.md': verificationDraft('01-counting') })
    const { findings } = (await finish(project, claimed)).json()
    expect(findings[0].message).toContain('of plan 01-02 fails: sh part-02')
  })

  it('is outdated after a change to a SUMMARY', async () => {
    const project = await executedProject()
    await verify(project)
    project.write(`${COUNTING}/01-01-SUMMARY.md`, `${project.read(`${COUNTING}/01-01-SUMMARY.md`)}\nmore\n`)
    expect(await derive(project)).toMatchObject({ step: 'verifying', rule: 'D16' })
  })

  it('does not count if a receipt was changed or removed', async () => {
    const project = await executedProject()
    await verify(project)
    const path = `${COUNTING}/01-01-VERIFY.json`
    project.write(path, project.read(path).replace('"outcome":"pass"', '"outcome":"fail"'))
    expect((await derive(project)).step).toBe('verifying')
    project.remove(path)
    expect((await derive(project)).step).toBe('verifying')
  })

  it('with gaps leads to new plans, and those to a new verification', async () => {
    const project = await executedProject()
    await verify(project, 'gaps_found')
    expect(await next(project)).toMatchObject({
      step: 'needs-plan',
      unit: { unitType: 'plan-phase', payload: { mode: 'gaps' } },
    })
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01') })
    expect(codesIn((await finish(project, claimed)).json())).toEqual(expect.arrayContaining(['PLAN_DONE']))
    project.remove(`${claimed.drafts}/01-01-PLAN.md`)
    writeDrafts(project, claimed, { '01-02-PLAN.md': planDraft('01-counting', '02', { gap: true }) })
    await finished(project, claimed)
    await carryOut(project, '02')
    expect(await derive(project)).toMatchObject({ step: 'verifying' })
    await verify(project)
    expect(await derive(project)).toMatchObject({ step: 'phase-complete' })
  })

  it('with human_needed leads to tests by the user, and their answer to the close', async () => {
    const project = await executedProject()
    await verify(project, 'human_needed')
    const claimed = await claimNext(project, 'verify-work', '01')
    writeDrafts(project, claimed, { '01-UAT.md': uatDraft('01-counting', '[pending]', 'testing') })
    await finished(project, claimed)
    expect(await derive(project)).toMatchObject({ step: 'human-uat' })
    await work(project, 'verify-work', '01', { '01-UAT.md': uatDraft('01-counting', 'pass') })
    expect(await derive(project)).toMatchObject({ step: 'phase-complete' })
  })
})

it('a phase is done once its plans are, verified from its verdict on, and merely done again once its receipt is missing', async () => {
  const project = countingProject().initGit()
  const status = async () => (await project.ask('progress')).json().phases[0].status
  expect(await status()).toBe('planned')
  await carryOut(project)
  expect(await status()).toBe('done')
  await verify(project)
  expect((await project.ask('verification', 'status', '1')).json().phase_status).toBe('verified')
  expect((await project.ask('progress')).json().share).toMatchObject({ done: 1, verified: 1 })
  expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
  expect(await status()).toBe('verified')
  project.remove(`${COUNTING}/01-01-VERIFY.json`)
  expect(await status()).toBe('done')
})

it('a phase whose verdict found gaps is in progress again', async () => {
  const project = countingProject().initGit()
  await carryOut(project)
  await verify(project, 'gaps_found')
  expect((await project.ask('progress')).json().phases[0].status).toBe('in progress')
})

describe('the transition', () => {
  it('is refused before the phase is verified, and for an unknown phase', async () => {
    const project = countingProject().initGit()
    const called = await project.ask('phase', 'complete', '1')
    expect([called.exit, called.json().error.code]).toEqual([1, 'PHASE_VERIFICATION_INCOMPLETE'])
    expect((await project.ask('phase', 'complete', '7')).json().error.code).toBe('PHASE_NOT_FOUND')
  })

  it('leaves no claim of an earlier session, and does not take over another session’s claim', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    const holder = { host: 'other', namespace: '', pid: 7, start: 'then', session: null }
    project.presence = { ...project.presence, holder, stateOf: () => 'elsewhere' }
    const { token } = await claim(project, 'transition', '01')
    const held = await project.ask('phase', 'complete', '1')
    expect([held.exit, held.json().error.code]).toEqual([3, 'CLAIMED'])
    expect(held.json().error.fix).toContain(token)
    project.presence = { ...project.presence, holder: null, stateOf: () => 'gone' }
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    expect(Object.keys(project.snapshot()).filter((path) => path.includes('.runtime/claims/transition'))).toEqual([])
  })

  it('reruns the checks if the tree has changed since the verification', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    const before = JSON.parse(project.read(`${COUNTING}/01-01-VERIFY.json`)).treeDigest
    project.write('README.md', '# more\n')
    const called = await project.ask('phase', 'complete', '1')
    expect(called.exit, called.stdout).toBe(0)
    expect(JSON.parse(project.read(`${COUNTING}/01-01-VERIFY.json`)).treeDigest).not.toBe(before)
    expect(await derive(project)).toMatchObject({ phase: { id: '02' } })
  })

  const register = (status: string, open = 1) =>
    `---\nphase: 01-counting\nstatus: ${open === 0 ? 'secured' : 'open'}\nthreats_open: ${open}\nasvs_level: 1\ncreated: "2026-01-06"\n---\n\n# Phase 1: security\n\n## Threat Register\n\n| Threat ID | Category | Component | Disposition | Mitigation | Status |\n|---|---|---|---|---|---|\n| T-01-01 | Denial | part-01.js | mitigate | none | ${status} |\n`

  it('waits until a severe threat in the register is closed; a later one does not reopen the phase', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    project.write(`${COUNTING}/01-SECURITY.md`, register('open (high)'))
    expect(await next(project)).toMatchObject({ kind: 'hold', hold: { code: 'OPEN_THREATS' } })
    const called = await project.ask('phase', 'complete', '1')
    expect([called.exit, called.json().error.code]).toEqual([1, 'PHASE_VERIFICATION_INCOMPLETE'])
    // Another security review is allowed.
    const again = await claim(project, 'secure-phase', '1')
    writeDrafts(project, again, { '01-SECURITY.md': register('closed', 0) })
    await finished(project, again)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    project.write(`${COUNTING}/01-SECURITY.md`, register('open (high)'))
    expect(await derive(project)).toMatchObject({ phase: { id: '02' } })
  })

  it.each([
    ['open (medium)', {}, 'passes'],
    ['open (medium)', { security_block_on: 'medium' }, 'is on hold'],
    ['open (critical)', {}, 'is on hold'],
    ['open', {}, 'is on hold'],
    ['open (high)', { security_enforcement: false }, 'passes'],
  ] as const)('of a phase with the threat "%s" and the settings %j %s', async (status, workflow, verdict) => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    project.write(`${COUNTING}/01-SECURITY.md`, register(status))
    const config = JSON.parse(project.read('.planning/config.json'))
    project.write('.planning/config.json', JSON.stringify({ ...config, workflow: { ...config.workflow, ...workflow } }))
    expect((await next(project)).kind).toBe(verdict === 'is on hold' ? 'hold' : 'dispatch')
  })

  it('returns the phase to verification if rerun checks fail', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    commitPart(project, '01', false)
    const called = await project.ask('phase', 'complete', '1')
    expect([called.exit, called.json().error.code]).toEqual([1, 'PHASE_VERIFICATION_INCOMPLETE'])
    expect(await next(project)).toMatchObject({ step: 'verifying', unit: { unitType: 'verify-phase' } })
    commitPart(project, '01')
    await verify(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
  })

  it('does not complete a requirement that no SUMMARY names: the audit reports it until a SUMMARY does and the phase is verified', async () => {
    const project = countingProject().initGit()
    const gap = async () =>
      (await project.ask('milestone', 'audit'))
        .json()
        .gaps.find(({ message }: { message: string }) => message.startsWith('COUNT-01 '))
    await carryOut(project)
    await verify(project)
    await project.ask('phase', 'complete', '1')
    expect((await gap()).fix).toContain('add COUNT-01 to requirements-completed')
    const path = `${COUNTING}/01-01-SUMMARY.md`
    project.write(path, project.read(path).replace('requirements-completed: []', 'requirements-completed: [COUNT-01]'))
    await verify(project)
    expect(await gap()).toBeUndefined()
  })

  it('is offered again if the tick in the roadmap is removed', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    await project.ask('phase', 'complete', '1')
    project.write(
      '.planning/ROADMAP.md',
      project.read('.planning/ROADMAP.md').replace('- [x] **Phase 1', '- [ ] **Phase 1'),
    )
    expect(await derive(project)).toMatchObject({ step: 'phase-complete', phase: { id: '01' } })
  })

  it('is not undone by changed line endings and byte order marks', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    await project.ask('phase', 'complete', '1')
    for (const path of Object.keys(project.snapshot()).filter((name) => /^\.planning\/.*\.(md|json)$/.test(name)))
      if (!/journal|\.runtime|config\.json/.test(path))
        project.write(path, `${path.endsWith('.md') ? '\uFEFF' : ''}${project.read(path).replaceAll('\n', '\r\n')}`)
    expect((await derive(project)).progress.share).toMatchObject({ done: 1, verified: 1 })
  })

  it('is undone while a file of the evidence is missing, and valid again when it is back', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    await project.ask('phase', 'complete', '1')
    expect((await derive(project)).progress.share.verified).toBe(1)
    const files = Object.keys(project.snapshot()).filter((path) => path.startsWith('.planning/') && !path.endsWith('/'))
    const lost: string[] = []
    for (const path of files.filter((name) => !/journal|\.runtime/.test(name))) {
      const text = project.read(path)
      project.remove(path)
      if ((await derive(project)).progress.share.verified === 0) lost.push(path.slice(path.lastIndexOf('/') + 1))
      project.write(path, text)
    }
    expect(lost).toEqual(
      expect.arrayContaining([
        '01-01-SUMMARY.md',
        '01-01-VERIFY.json',
        '01-VERIFICATION.md',
        'ROADMAP.md',
        'ledger.jsonl',
      ]),
    )
    expect((await derive(project)).progress.phases.done).toBe(1)
  })

  it('cannot be replaced by a tick', async () => {
    const project = countingProject().initGit()
    project.write('.planning/ledger.jsonl', CREATED)
    project.write(
      '.planning/ROADMAP.md',
      project.read('.planning/ROADMAP.md').replace('- [ ] **Phase 1', '- [x] **Phase 1'),
    )
    expect(await derive(project)).toMatchObject({
      step: 'executing',
      phase: { id: '01' },
      progress: { phases: { done: 0 } },
    })
  })
})

describe('replanning', () => {
  it.each([
    ['the key is missing', (text: string) => text],
    ['the plan was halted', (text: string) => text.replace(/blockers:\n {2}- .*\n/, '')],
  ])('follows a halted plan, even the last one, before any verification: %s', async (reason, written) => {
    const project = countingProject().initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    const halted = summaryDraft('01-counting', '01', { halted: 'the key is missing', pending: ['ask for the key'] })
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': written(halted) })
    await finished(project, claimed)
    const offered = await next(project)
    expect(offered).toMatchObject({
      step: 'replanning',
      rule: 'D09',
      unit: { unitType: 'plan-phase', payload: { mode: 'replan' } },
    })
    expect(offered.reason).toBe(`required by 01-01: ${reason}`)
  })

  it('records the trigger that it answered, which does not recur', async () => {
    const project = countingProject({ plans: { '01': {} } }).initGit()
    await carryOut(project, '01', { pending: ['count the last line too'] })
    expect(await derive(project)).toMatchObject({ step: 'replanning', rule: 'D10' })
    const handles = ['01-01#1']
    const answer = await work(project, 'plan-phase', '01', {
      '01-02-PLAN.md': planDraft('01-counting', '02', { handles }),
    })
    expect(answer.status).toBe('completed')
    expect(project.read(`${COUNTING}/01-REPLAN.md`)).toContain('replanned')
    expect(await derive(project)).toMatchObject({ step: 'executing', plan: { id: '01-02' } })
  })

  it('repeats pending actions until they are answered', async () => {
    const project = countingProject({ plans: { '01': {}, '02': { depends: ['01'] } } }).initGit()
    await carryOut(project, '01', { pending: ['count the last line too'] })
    expect((await derive(project)).pendingActions).toMatchObject([{ planId: '01-01', text: 'count the last line too' }])
    const replan = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, replan, {
      '01-02-PLAN.md': planDraft('01-counting', '02', {
        depends: ['01'],
        requirements: ['COUNT-02'],
        handles: ['01-01#1'],
      }),
    })
    await finished(project, replan)
    expect((await derive(project)).pendingActions).toEqual([])
    const later = await claimNext(project, 'execute-plan', '01-02')
    expect((await project.ask('unit', 'brief', '--claim', later.token, '--role')).stdout).toMatch(
      /your plan handles[^\n]*\n[^\n]*01-01#1[^\n]*count the last line too/,
    )
  })

  const PLANS = ['01-01', '01-02', '01-03', '01-04', '01-05', '01-06'] as const
  it.each([
    ['is on hold after one plan asked for it three times', Array(3).fill('01-01'), 'REPLAN_LOOP'],
    ['is on hold after the plans of a phase asked for it six times', PLANS, 'REPLAN_LOOP'],
    ['continues after five requests, at most two by one plan', [...PLANS.slice(0, 3), '01-02', '01-01'], undefined],
  ] as const)('%s', async (_, sources: readonly string[], code) => {
    const project = countingProject({ plans: { '01': {} } }).initGit()
    await carryOut(project, '01', { pending: ['a'] })
    const entry = (source: string, n: number) =>
      `  - key: k${n}\n    kind: pending\n    source: ${source}\n    at: "2026-01-01"\n    result: replanned\n    plans_changed: []\n`
    project.write(
      `${COUNTING}/01-REPLAN.md`,
      `---\nphase: "01"\nreplans:\n${sources.map(entry).join('')}---\n\n# Replanning\n`,
    )
    const { kind, hold } = await next(project)
    expect([kind, hold?.code]).toEqual([code === undefined ? 'dispatch' : 'hold', code])
  })

  it('follows a triaged capture', async () => {
    const project = countingProject({
      files: { '.planning/todos/pending/c1.md': '---\nclass: replan\nphase: 1\ntext: other order\n---\n' },
    }).initGit()
    expect(await derive(project)).toMatchObject({ step: 'replanning', rule: 'D11' })
  })
})

describe('attempts', () => {
  it('are not a loop if each changes the next step, however many a phase needs', async () => {
    const project = countingProject({ plans: {} }).initGit()
    await project.ask('config', 'set', 'workflow.plan_check', 'true')
    for (let round = 1; round <= 6; round++) {
      const text = planDraft('01-counting', '01').replace('three texts right', `three texts right, round ${round}`)
      await work(project, 'plan-phase', '01', { '01-01-PLAN.md': text })
      await work(project, 'check-plan', '01', { '01-CHECK.json': checkDraft(round < 6 ? ['too vague'] : []) })
    }
    await carryOut(project, '01', { pending: ['count the last line too'] })
    await work(project, 'plan-phase', '01', {
      '01-02-PLAN.md': planDraft('01-counting', '02', { handles: ['01-01#1'] }),
    })
    expect(await next(project)).toMatchObject({ kind: 'dispatch', unit: { unitType: 'check-plan' } })
  })

  it('stop at the limit if they are cancelled five times', async () => {
    const project = countingProject().initGit()
    for (let round = 0; round < 5; round++)
      expect(
        (await finish(project, await claimNext(project, 'execute-plan', '01-01'), '--status', 'cancelled')).exit,
      ).toBe(0)
    expect(await next(project)).toMatchObject({ kind: 'hold', hold: { code: 'LOOP_CAP' } })
  })

  it('can start after the lease of an unknown process has ended, which invalidates the old token', async () => {
    const project = countingProject().initGit()
    const dead = await claimNext(project, 'execute-plan', '01-01')
    project.time += 31 * MINUTES
    const offered = await next(project)
    expect(offered).toMatchObject({ kind: 'dispatch', recover: true })
    const taken = await claim(project, 'execute-plan', '01-01')
    expect(taken.answer.attempt).toBe(2)
    writeDrafts(project, dead, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    expect((await finish(project, dead)).json().error.code).toBe('FENCED')
  })

  it('can be finished after their lease if nobody took over', async () => {
    const project = countingProject({ plans: { '01': { run: CHECK_LENGTH } }, files: ONE_FILE }).initGit()
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    project.time += 24 * 60 * MINUTES
    expect(await next(project)).toMatchObject({ kind: 'dispatch', recover: true })
    await finished(project, claimed)
  })

  it('leave drafts with unexpected names alone', async () => {
    const project = countingProject({ plans: { '01': { run: CHECK_LENGTH } }, files: ONE_FILE })
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, {
      '01-01-SUMMARY.md': summaryDraft('01-counting', '01'),
      'thoughts.md': '# Thoughts\n',
    })
    await finished(project, claimed)
    expect(project.has(`${claimed.drafts}/01-01-SUMMARY.md`)).toBe(false)
    expect(project.read(`${claimed.drafts}/thoughts.md`)).toBe('# Thoughts\n')
  })

  it('stop after three failures until the user resets them, which needs agreement', async () => {
    const project = countingProject().initGit()
    for (let attempt = 1; attempt <= 3; attempt++)
      await finish(project, await claimNext(project, 'execute-plan', '01-01'), '--status', 'failed')
    const held = await next(project)
    expect(held).toMatchObject({ kind: 'hold', hold: { code: 'LOOP_CAP' } })
    expect(held.hold.reason).toContain('01-01-SUMMARY.md')
    const { revision } = held
    expect((await project.ask('unit', 'claim', 'execute-plan', '01-01', '--revision', revision)).exit).toBe(4)
    const asked = await project.ask('unit', 'reset', 'execute-plan', '01-01', '--reason', '`a` costs $b')
    expect(asked.exit).toBe(4)
    expect(asked.json().error.fix).toContain('--reason "\\`a\\` costs \\$b"')
    expect((await agreed(project, 'unit', 'reset', 'execute-plan', '01-01', '--reason', 'seen')).exit).toBe(0)
    const again = await agreed(project, 'unit', 'reset', 'execute-plan', '01-01', '--reason', 'seen')
    expect([again.exit, again.json().error.code]).toEqual([1, 'NOT_FOUND'])
    await claimNext(project, 'execute-plan', '01-01')
  })

  it('need the current revision', async () => {
    const project = countingProject().initGit()
    const before = await derive(project)
    project.write(`${COUNTING}/01-01-PLAN.md`, `${project.read(`${COUNTING}/01-01-PLAN.md`)}\n`)
    const snapshot = project.snapshot()
    const called = await project.ask('unit', 'claim', 'execute-plan', '01-01', '--revision', before.revision)
    expect([called.exit, called.json().error.code]).toEqual([3, 'STALE_DECISION'])
    const entries = (state: Readonly<Record<string, string>>) =>
      Object.keys(state).filter((path) => !path.endsWith('/'))
    expect(entries(project.snapshot())).toEqual(entries(snapshot))
  })

  it('chosen by the user are refused for a plan that waits for another, but not for a discussion or a quick task', async () => {
    const project = countingProject({ plans: { '01': {}, '02': { depends: ['01'] } } }).initGit()
    const { revision } = await derive(project)
    const early = await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)
    expect([early.exit, early.json().hold.code]).toEqual([4, 'STEP'])
    const other = await claim(project, 'discuss-phase', '2')
    expect(other.answer).toMatchObject({ unitType: 'discuss-phase', unitId: '02', attempt: 1 })
    const quick = await project.ask('unit', 'claim', 'quick', 'fix-typo')
    expect(quick.exit, quick.stdout).toBe(0)
    expect(quick.json().unitId).toMatch(/^260105-[a-z0-9]{3}-fix-typo$/)
  })
})

describe('a quick task', () => {
  const claimQuickTask = async (files: Files = {}) => {
    const project = countingProject({ files: { '.planning/STATE.md': '# State\n', ...files } }).initGit()
    const answer = (await project.ask('unit', 'claim', 'quick', 'fix-typo')).json()
    const claimed = { token: answer.claim as string, drafts: answer.drafts as string, answer }
    return { project, claimed, id: answer.unitId as string, number: (answer.unitId as string).slice(0, 10) }
  }

  it('gives its executor the plan and the path of the summary, and saves the plan', async () => {
    const { project, claimed, id, number } = await claimQuickTask()
    writeDrafts(project, claimed, { [`${number}-PLAN.md`]: planDraft('quick', '01') })
    const brief = (await project.ask('unit', 'brief', '--claim', claimed.token, '--role')).stdout
    expect(brief).toContain(`- ${claimed.drafts}/${number}-PLAN.md (your plan, to execute)`)
    expect(brief).toContain(`- \`${claimed.drafts}/${number}-SUMMARY.md\`: `)
    expect(brief.split(`${number}-PLAN.md`)).toHaveLength(2)
    commitPart(project, '01')
    writeDrafts(project, claimed, { [`${number}-SUMMARY.md`]: summaryDraft('quick', '01') })
    await finished(project, claimed)
    expect(project.has(`.planning/quick/${id}/${number}-PLAN.md`)).toBe(true)
  })
})

describe('the user', () => {
  it('can stop everything with a todo of the class stop', async () => {
    const project = countingProject({
      files: { '.planning/todos/pending/stop.md': '---\nclass: stop\ntext: wait for me\n---\n' },
    }).initGit()
    const called = await project.ask('next')
    expect([called.exit, called.json().step, called.json().hold.reason]).toEqual([4, 'paused', 'wait for me'])
    const { revision } = await derive(project)
    for (const [type, id] of [
      ['execute-plan', '01-01'],
      ['quick', 'x'],
    ] as const)
      expect((await project.ask('unit', 'claim', type, id, '--revision', revision)).exit).toBe(4)
  })

  it('is asked to answer an open decision', async () => {
    const project = countingProject({
      files: { '.planning/decisions/pending/d1.md': '---\nquestion: Which unit?\nphase: 1\n---\n' },
    }).initGit()
    expect(await next(project)).toMatchObject({
      kind: 'hold',
      rule: 'D08',
      hold: { code: 'DECISION', reason: 'Which unit?' },
    })
  })
})

describe('files that cannot be read', () => {
  const writeNonText = (project: { at(path: string): string }, path: string) =>
    writeFileSync(project.at(path), Buffer.from([0x23, 0x20, 0xe9, 0xff, 0x0a]))

  it('in a phase that is done are only a warning of health, unless they prove that it is done', async () => {
    const project = countingProject().initGit()
    await carryOut(project)
    await verify(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    writeNonText(project, `${COUNTING}/01-CONTEXT.md`)
    const { exit, json } = await project.ask('next')
    expect([exit, json().unit.payload.phase.id]).toEqual([0, '02'])
    type Finding = { readonly path?: string; readonly severity?: string }
    const about = (list: readonly Finding[]) => list.filter(({ path }) => path?.startsWith(COUNTING))
    const health = (await project.ask('health')).json()
    expect(about(health.errors)).toEqual([])
    expect(about(health.warnings)).toMatchObject([{ code: 'NOT_UTF8' }])
    const lint = (await project.ask('lint')).json()
    expect(about(lint.findings).map(({ severity }) => severity)).toEqual(['error'])
    // Files that prove the phase done must be readable.
    writeNonText(project, `${COUNTING}/01-VERIFICATION.md`)
    expect((await project.ask('next')).json()).toMatchObject({ kind: 'hold', rule: 'D02' })
  })

  it('hold nothing in a later phase, but health warns of one that is not UTF-8', async () => {
    const project = countingProject()
    const path = '.planning/phases/02-output/02-01-PLAN.md'
    project.write(path, 'x')
    writeNonText(project, path)
    project.write(path.replace('01-PLAN', '02-PLAN'), 'a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n')
    const { exit, json } = await project.ask('next')
    expect([exit, json().unit.payload.phase.id]).toEqual([0, '01'])
    expect((await project.ask('health')).json().warnings).toMatchObject([{ code: 'NOT_UTF8', path }])
  })

  it('hold the phase that contains them', async () => {
    const project = countingProject({})
    project.write(`${COUNTING}/01-01-PLAN.md`, 'x')
    writeNonText(project, `${COUNTING}/01-01-PLAN.md`)
    expect((await project.ask('next')).json()).toMatchObject({ kind: 'hold', rule: 'D02', hold: { code: 'INPUT' } })
  })

  it.each<[string, Files, string]>([
    [
      'a merge that was left unfinished',
      { [`${COUNTING}/01-01-PLAN.md`]: 'a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n' },
      `${COUNTING}/01-01-PLAN.md:2`,
    ],
    ['settings that are no JSON', { '.planning/config.json': '{ "mode": ' }, 'config.json'],
  ])('hold everything and are named: %s', async (_name, files, where) => {
    const project = countingProject({ files }).initGit()
    const called = await project.ask('next')
    expect(called.exit).toBe(4)
    expect(called.json().hold.reason).toContain(where)
  })
})
