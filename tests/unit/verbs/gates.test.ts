// Gates: readiness, completion, coverage, conditions, the checks of plans, and receipts that are run again.
import { afterAll, describe, expect, it } from 'vitest'
import { shellWords } from '../../../lib/assets/pack.js'
import { COUNTING, countingProject } from '../../support/counting.js'
import { uatDraft } from '../../support/drafts.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../../support/project.js'
import { carryOut, verifyPhase, work } from '../../support/work.js'

afterAll(disposeProjects)

async function asked(files: Files, ...words: readonly string[]) {
  const { exit, json } = await makeProject(files).ask(...words)
  return { exit, ...json() }
}
const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code)

/** The words of the call that a finding names. */
const callOf = (fix: string) => shellWords(fix).slice(1)

/** Phase 1 with one plan, carried out and verified with receipts, on a branch of its own. */
async function verified(status: 'passed' | 'human_needed' = 'passed'): Promise<TempProject> {
  const project = countingProject().initGit()
  project.git('switch', '--quiet', '-c', 'counting')
  await carryOut(project)
  await verifyPhase(project, status)
  return project
}

describe('ship-ready', () => {
  it('wants the verified tree, committed, on a branch of its own', async () => {
    const project = await verified()
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=planning')
    const ready = await project.ask('check', 'ship-ready', '1')
    expect([ready.exit, ready.json().blockers]).toEqual([0, []])
    expect(ready.json().warnings).toEqual(['the repository has no remote to push to'])
    project.write('part-01.js', 'module.exports = () => 3\n')
    expect(codes((await project.ask('check', 'ship-ready', '1')).json().blockers)).toEqual([
      'TREE_CHANGED',
      'UNCOMMITTED',
    ])
    project.git('commit', '--quiet', '--all', '--message=later')
    const [stale] = (await project.ask('check', 'ship-ready', '1')).json().blockers
    const call = callOf(stale.fix)
    expect(call).toEqual(['check', 'run', '01'])
    expect((await project.ask(...call)).exit).toBe(0)
    const [recorded] = (await project.ask('check', 'ship-ready', '1')).json().blockers
    expect(recorded.code).toBe('UNCOMMITTED')
    expect((await project.ask(...callOf(recorded.fix))).exit).toBe(0)
    expect((await project.ask('check', 'ship-ready', '1')).json().blockers).toEqual([])
    project.git('branch', '--force', 'main', 'counting')
    project.git('switch', '--quiet', 'main')
    expect(codes((await project.ask('check', 'ship-ready', '1')).json().blockers)).toEqual(['BASE_BRANCH'])
    project.git('switch', '--quiet', '--detach')
    expect(codes((await project.ask('check', 'ship-ready', '1')).json().blockers)).toEqual(['DETACHED'])
  })

  it('takes a phase whose last tests a person has answered, and none where they wait', async () => {
    const project = await verified('human_needed')
    const found = async () => codes((await project.ask('check', 'ship-ready', '1')).json().blockers)
    expect(await found()).toContain('NOT_VERIFIED')
    await work(project, 'verify-work', '01', { '01-UAT.md': uatDraft('01-counting', 'pass') })
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=planning')
    expect(await found()).toEqual([])
  })

  it('counts acceptance items as open lists them', async () => {
    const uat = `---\nstatus: partial\nphase: 01-foundation\n---\n## Tests\n\n### 1. T1\nexpected: e\nresult: [pending]\n\n## Gaps\n\n- truth: It is slow\n  status: failed\n`
    const project = makeProject({ ...OURS, '.planning/phases/01-foundation/01-UAT.md': uat })
    const [listed] = (await project.ask('open', '--kind', 'uat')).json().items
    const { blockers } = (await project.ask('check', 'ship-ready', '1')).json()
    const open = blockers.find(({ code }: { readonly code: string }) => code === 'UAT_OPEN')
    expect([listed.items.length, open.message]).toEqual([2, '2 acceptance tests are open'])
  })

  it('refuses what is not verified', async () => {
    const project = makeProject(OURS).initGit()
    const found = (await project.ask('check', 'ship-ready', '1')).json()
    expect([found.base, found.ref]).toEqual(['main', 'main'])
    expect(codes(found.blockers)).toEqual(['PLANS_OPEN', 'NOT_VERIFIED', 'BASE_BRANCH'])
    project.git('branch', 'master')
    expect((await project.ask('check', 'ship-ready', '1')).json().base).toBeNull()
    for (const { fix } of found.blockers) expect(fix).not.toBe('')
  })
})

describe('check replay', () => {
  it('runs receipts again and tells what differs', async () => {
    const project = await verified()
    const before = project.snapshot()
    const same = await project.ask('check', 'replay', '--ci')
    expect([
      same.exit,
      same.json().verdict,
      same.json().replayed.map(({ same: equal }: { same: boolean }) => equal),
    ]).toEqual([0, 'pass', [true]])
    expect(project.snapshot()).toEqual(before)
    expect((await project.ask('check', 'replay', '--pretty')).stdout).toMatch(
      /^pass: 1 check run again\nsame {2}01-01 /,
    )
    project.write('part-01.js', 'module.exports = () => 0\n')
    const broken = await project.ask('check', 'replay', '--ci')
    expect([broken.exit, broken.json().verdict]).toEqual([1, 'fail'])
    expect(broken.json().replayed[0]).toMatchObject({ same: false, said: expect.stringContaining('fail 1') })
  })

  it('a command that nobody agreed to is not run, a missing receipt is told', async () => {
    const project = await verified()
    const path = `${COUNTING}/01-01-VERIFY.json`
    const text = project.read(path)
    const changed = text.replace('"part-01.test.js"', "\"-e\", \"require('fs').writeFileSync('pwned','')\"")
    expect(changed).not.toBe(text)
    project.write(path, changed)
    const strange = await project.ask('check', 'replay', '--ci')
    expect([strange.exit, strange.json().error.code, project.has('pwned')]).toEqual([4, 'UNTRUSTED_COMMANDS', false])
    project.remove(path)
    const missing = await project.ask('check', 'replay', '--ci')
    expect([missing.exit, missing.json().missing]).toEqual([1, ['01']])
  })

  it('nothing to run is no pass', async () => {
    const found = await asked(OURS, 'check', 'replay')
    expect(found).toMatchObject({ exit: 1, verdict: 'inconclusive', replayed: [] })
    expect(found.error.code).toBe('NO_RECEIPT')
  })
})
