// Gates: readiness, completion, coverage, conditions, the checks of plans, and receipts that are run again.
import { afterAll, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../../support/counting.js'
import { summaryDraft, verificationDraft } from '../../support/drafts.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS, type TempProject } from '../../support/project.js'
import { claimNext, commitPart, draft, finished, work } from '../../support/work.js'

afterAll(disposeProjects)

const FOLDER = '.planning/phases/01-foundation'
const PLAN = `${FOLDER}/01-02-PLAN.md`

async function asked(files: Files, ...words: readonly string[]) {
  const { exit, json } = await makeProject(files).ask(...words)
  return { exit, ...json() }
}
const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code)

/** Phase 1 with one plan, carried out and verified with receipts, on a branch of its own. */
async function verified(): Promise<TempProject> {
  const project = countingProject().initGit()
  project.git('switch', '--quiet', '-c', 'counting')
  const claimed = await claimNext(project, 'execute-plan', '01-01')
  commitPart(project, '01')
  draft(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
  await finished(project, claimed)
  await work(project, 'verify-phase', '01', { '01-VERIFICATION.md': verificationDraft('01-counting') })
  return project
}

describe('readiness', () => {
  it('names the same step as next', async () => {
    const project = makeProject(OURS)
    const ready = (await project.ask('check', 'phase-ready', '1')).json()
    const next = (await project.ask('next', '--dry-run')).json()
    expect([ready.ready, ready.next_step, ready.incomplete_plans]).toEqual([true, next.step, 1])
    expect((await project.ask('check', 'phase-ready', FOLDER)).json()).toEqual(ready)
  })

  it('a phase waits for its dependencies', async () => {
    const found = await asked(OURS, 'check', 'phase-ready', '2')
    expect([found.exit, found.dependencies_met, codes(found.blockers)]).toEqual([1, false, ['DEPS']])
  })

  it('nothing is ready while the project is held', async () => {
    const found = await asked(OLDER, 'check', 'phase-ready', '1')
    expect([found.exit, found.ready, codes(found.blockers)]).toEqual([1, false, ['ADOPT']])
    const stopped = { ...OURS, '.planning/todos/pending/stop.md': '---\nclass: stop\ntext: wait\n---\n' }
    expect(codes((await asked(stopped, 'check', 'phase-ready', '1')).blockers)).toEqual(['STOP'])
  })

  it.each([
    ['execute-phase', [], true],
    ['execute-phase', ['--phase', '2'], false],
    ['plan-phase', [], false],
    ['ship', [], false],
    ['complete-milestone', [], false],
  ])('workflow %s %j may begin: %s', async (workflow, words, passed) => {
    const found = await asked(OURS, 'check', 'gates', workflow, ...words)
    expect([found.exit, found.passed, found.blockers.length === 0]).toEqual([passed ? 0 : 1, passed, passed])
  })

  it('a note of where the work was interrupted is a warning', async () => {
    const found = await asked({ ...OURS, '.planning/.continue-here.md': 'x' }, 'check', 'gates', 'execute-phase')
    expect([found.passed, codes(found.warnings)]).toEqual([true, ['CONTINUE_HERE']])
  })

  it('auto mode is the setting or a claim that says so, never a guess', async () => {
    expect(await asked(OURS, 'check', 'auto-mode')).toMatchObject({ active: false, source: 'none' })
    const on = {
      ...OURS,
      '.planning/config.json':
        '{"planning_schema":1,"workflow":{"auto_advance":true,"plan_check":false,"research":false}}',
    }
    const project = makeProject(on)
    expect((await project.ask('check', 'auto-mode')).json()).toMatchObject({ active: true, source: 'auto_advance' })
    const { revision } = (await project.ask('state', 'derive')).json()
    await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision, '--session', 'auto-1')
    expect((await project.ask('check', 'auto-mode')).json()).toMatchObject({ active: true, source: 'both' })
    project.time += 3_600_000
    expect((await project.ask('check', 'auto-mode')).json().auto_chain_active).toBe(false)
  })

  it('settings of gates are those of the registry', async () => {
    const found = await asked(OURS, 'check', 'config-gates', 'plan-phase')
    expect(found).toMatchObject({
      workflow: 'plan-phase',
      research_enabled: false,
      plan_check: false,
      verifier: true,
      discuss_mode: 'discuss',
    })
    expect(Object.values(found).includes(undefined)).toBe(false)
  })
})

describe('completion', () => {
  it('is evidence: ticks and a SUMMARY for each plan are none', async () => {
    const ticked = {
      ...OURS,
      [`${FOLDER}/01-02-SUMMARY.md`]: (OURS[`${FOLDER}/01-01-SUMMARY.md`] as string).replaceAll('01', '02'),
      '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 1', '- [x] **Phase 1'),
    }
    const found = await asked(ticked, 'check', 'completion', 'phase', '1')
    expect(found).toMatchObject({
      exit: 1,
      complete: false,
      plans_total: 2,
      plans_with_summaries: 2,
      verification_status: 'missing',
    })
  })

  it('of a verified phase is yes, of its milestone no', async () => {
    const project = await verified()
    const phase = await project.ask('check', 'completion', 'phase', '1')
    expect([phase.exit, phase.json().complete, phase.json().verification_status]).toEqual([0, true, 'passed'])
    expect((await project.ask('check', 'completion', 'milestone')).exit).toBe(1)
  })

  it('counts what is owed', async () => {
    const files = {
      ...OURS,
      [`${FOLDER}/01-UAT.md`]:
        '---\nstatus: partial\n---\n## Tests\n\n### 1. A\nexpected: a\nresult: [pending]\n\n### 2. B\nexpected: b\nresult: issue\nreported: no\n\n### 3. C\nexpected: c\nresult: pass\n',
      [`${FOLDER}/01-VERIFICATION.md`]:
        '---\nstatus: gaps_found\nscore: 1/3\ngaps:\n  - truth: One\n    status: failed\n  - truth: Two\n    status: failed\n---\n',
    }
    const found = await asked(files, 'check', 'completion', 'phase', '1')
    expect(found).toMatchObject({
      uat_status: 'partial',
      debt: { uat_gaps: 2, verification_failures: 2, human_needed: false },
    })
    const status = await asked(files, 'check', 'verification-status', '1')
    expect([status.status, status.score, status.gaps.length, status.unknown]).toEqual(
      ['stale', '1/3', 2, []].with(0, 'gaps_found'),
    )
  })

  it('a score that is not there is null with a reason', async () => {
    expect(await asked(OURS, 'check', 'verification-status', '1')).toMatchObject({
      exit: 0,
      status: 'missing',
      score: null,
      unknown: [{ path: 'score', code: 'NO_SCORE' }],
    })
  })
})

describe('closing a phase', () => {
  it('without SUMMARY and VERIFICATION is refused with the next command, and nothing changes', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    const refused = await project.ask('phase', 'complete', '1')
    expect([refused.exit, refused.json().error.fix]).toEqual([1, expect.stringMatching(/\S/)])
    expect(project.read('.planning/ROADMAP.md')).toBe(OURS['.planning/ROADMAP.md'])
    expect(Object.keys(project.snapshot()).filter((path) => path.startsWith('.planning/phases'))).toEqual(
      Object.keys(before).filter((path) => path.startsWith('.planning/phases')),
    )
  })
})

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
    project.git('checkout', '--quiet', 'part-01.js')
    project.git('branch', '--force', 'main', 'counting')
    project.git('switch', '--quiet', 'main')
    expect(codes((await project.ask('check', 'ship-ready', '1')).json().blockers)).toEqual(['BASE_BRANCH'])
    project.git('switch', '--quiet', '--detach')
    expect(codes((await project.ask('check', 'ship-ready', '1')).json().blockers)).toEqual(['DETACHED'])
  })

  it('refuses what is not verified', async () => {
    const project = makeProject(OURS).initGit()
    const found = (await project.ask('check', 'ship-ready', '1')).json()
    expect(codes(found.blockers)).toEqual(['PLANS_OPEN', 'NOT_VERIFIED', 'BASE_BRANCH'])
    for (const { fix } of found.blockers) expect(fix).not.toBe('')
  })
})

describe('decisions', () => {
  const cited = { ...OURS, [PLAN]: (OURS[PLAN] as string).replace('Build part', 'After D-01, build part') }

  it('must be cited by a plan', async () => {
    const found = await asked(OURS, 'check', 'decision-coverage-plan', FOLDER, `${FOLDER}/01-CONTEXT.md`)
    expect(found).toMatchObject({
      exit: 1,
      passed: false,
      skipped: false,
      total: 1,
      covered: 0,
      uncovered: [{ id: 'D-01', category: 'Storage' }],
    })
    expect(await asked(cited, 'check', 'decision-coverage-plan', FOLDER)).toMatchObject({ exit: 0, passed: true })
  })

  it('at the verification it is advice', async () => {
    expect(await asked(cited, 'check', 'decision-coverage-verify', '1')).toMatchObject({ exit: 0, passed: false })
  })

  it.each([
    ['there is no context', { [`${FOLDER}/01-CONTEXT.md`]: '' }],
    ['the setting is off', { '.planning/config.json': '{"workflow":{"context_coverage_gate":false}}' }],
  ])('nothing was checked where %s: that is no pass', async (_, files) => {
    const found = await asked({ ...OURS, ...files }, 'check', 'decision-coverage-plan', '1')
    expect([found.exit, found.skipped, found.passed, typeof found.reason]).toEqual([0, true, null, 'string'])
  })
})

describe('a condition', () => {
  it.each([
    ['"cfg:mode=yolo"', true],
    ['cfg:mode=yolo, has:CONTEXT', true],
    ['{"not":"has:RESEARCH"}', true],
    ['{"all":["has:PLAN",{"any":["has:UAT","state:plans-open"]}]}', true],
    ['{"all":["has:PLAN","has:UAT"]}', false],
    ['has:NOTHING', null],
    ['state:unheard', null],
    ['what:ever', null],
    ['{"all":[]}', null],
    ['{"all":["has:PLAN"],"any":["has:UAT"]}', null],
    ['{"__proto__":"has:PLAN"}', null],
    ['', null],
    ['[1]', null],
    [`${'{"not":'.repeat(50)}"has:PLAN"${'}'.repeat(50)}`, null],
    ['x'.repeat(20_000), null],
  ])('%j', async (predicate, wanted) => {
    const found = await asked(OURS, 'check', 'predicate', '--predicate', predicate)
    expect([found.exit, found.result]).toEqual([wanted === true ? 0 : 1, wanted])
    expect(found.reason).not.toBe('')
  })
})

describe('the checks of plans', () => {
  const run = (argv: readonly string[]): Files => ({
    ...OURS,
    [`${FOLDER}/01-01-PLAN.md`]: (OURS[`${FOLDER}/01-01-PLAN.md`] as string).replace(/run: .*/, 'run: ["npm", "test"]'),
    [PLAN]: (OURS[PLAN] as string).replace(/run: .*/, `run: ${JSON.stringify(argv)}`),
  })

  it.each([
    [['node', '--test', 'src/part-02.ts'], []],
    [['node', 'src/part-01.ts'], []],
    [['node', 'src/elsewhere.ts'], ['src/elsewhere.ts']],
    [['pytest', '--config=conf/x.ini', 'tests/'], ['conf/x.ini']],
    [['npx', '@scope/tool', 'https://a.example/x.js', 'src/**/*.ts'], []],
  ])('%j lacks %j', async (argv, missing) => {
    const found = await asked(run(argv), 'check', 'verify-command-paths', '1')
    expect([found.exit, found.missing.map(({ path }: { path: string }) => path)]).toEqual([
      missing.length === 0 ? 0 : 1,
      missing,
    ])
  })

  it.each([
    [['echo', 'ok'], false],
    [['npx', 'vitest', '--passWithNoTests'], false],
    [['bash', '-c', 'npm test || true'], false],
    [['npm', 'run', 'lint', '--if-present'], false],
    [['npm', 'test'], true],
  ])('%j can fail: %s', async (argv, passed) => {
    const found = await asked(run(argv), 'check', 'verify-failure-directions', '1')
    expect([found.exit, found.passed]).toEqual([passed ? 0 : 1, passed])
  })

  it('none at all is no pass', async () => {
    for (const verb of ['verify-command-paths', 'verify-failure-directions'])
      expect(await asked(OURS, 'check', verb, '2')).toMatchObject({
        exit: 1,
        passed: null,
        unknown: [{ code: 'NOTHING_TO_CHECK' }],
      })
  })

  it('failed first only where a receipt says so', async () => {
    const project = makeProject({
      ...OURS,
      [PLAN]: (OURS[PLAN] as string).replace(/run: .*/, 'run: ["node", "part.js"]'),
      [`${FOLDER}/01-02-SUMMARY.md`]: 'The test failed first, I promise: RED, then GREEN.\n',
    })
    const red = async () => (await project.ask('check', 'tdd-red-evidence', '01-02')).json()
    expect((await red()).present).toBe(false)
    project.write('part.js', 'process.exit(1)\n')
    expect((await project.ask('check', 'run', '01-02')).exit).toBe(1)
    expect(await red()).toMatchObject({ present: false })
    project.write('part.js', '\n')
    expect((await project.ask('check', 'run', '01-02')).exit).toBe(0)
    expect(await red()).toMatchObject({ present: true, receipts: [expect.any(String)] })
    const path = `${FOLDER}/01-02-VERIFY.json`
    project.write(path, project.read(path).replace('"exitCode": 0', '"exitCode": 00').replace('00', '0 '))
    expect((await red()).present).toBe(false)
  })

  it('that always passed show no red', async () => {
    const project = makeProject(OURS)
    await project.ask('check', 'run', '01-02')
    expect((await project.ask('check', 'tdd-red-evidence', '01-02')).exit).toBe(1)
  })
})

describe('what a phase is about', () => {
  const roadmap = (goal: string): Files => ({
    ...OURS,
    '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string).replace(
      'A base everything stands on\n**Req',
      `${goal}\n**Req`,
    ),
  })

  it('is told by its words and files', async () => {
    expect(await asked(roadmap('A dashboard and its API'), 'detect', 'phase-type', '1')).toMatchObject({
      has_frontend: true,
      frontend_indicators: ['dashboard'],
      has_api: true,
      has_infra: false,
      has_schema: false,
      schema_orm: null,
    })
    const schema = { ...OURS, [PLAN]: (OURS[PLAN] as string).replaceAll('src/part-02.ts', 'prisma/schema.prisma') }
    expect(await asked(schema, 'detect', 'phase-type', '1')).toMatchObject({
      has_frontend: false,
      has_schema: true,
      schema_orm: 'prisma',
      push_command: 'prisma db push',
    })
  })

  it('words inside others count for nothing', async () => {
    expect((await asked(roadmap('Build guides for rapid decisions'), 'detect', 'phase-type', '1')).has_frontend).toBe(
      false,
    )
  })

  it('screens want a contract, unless the setting says otherwise', async () => {
    const files = roadmap('A dashboard')
    expect(await asked(files, 'check', 'ui-plan-gate', '1')).toMatchObject({ exit: 1, passed: false })
    expect(await asked({ ...files, [`${FOLDER}/01-UI-SPEC.md`]: '# UI' }, 'check', 'ui-plan-gate', '1')).toMatchObject({
      exit: 0,
    })
    const off = { ...files, '.planning/config.json': '{"workflow":{"ui_safety_gate":false}}' }
    expect(await asked(off, 'check', 'ui-plan-gate', '1')).toMatchObject({ exit: 0, passed: true })
    expect(await asked(OURS, 'check', 'ui-plan-gate', '1')).toMatchObject({ exit: 0, passed: true })
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
    project.write('part-01.js', 'module.exports = () => 0\n')
    const broken = await project.ask(
      'check',
      'replay',
      '--ci',
      '--junit',
      'out/junit.xml',
      '--sarif',
      'out/checks.sarif',
    )
    expect([broken.exit, broken.json().verdict]).toEqual([1, 'fail'])
    expect(broken.json().replayed[0]).toMatchObject({
      same: false,
      was: { exitCode: 0 },
      now: { exitCode: 1, tests: { failed: 1 } },
    })
    expect(broken.json().reports).toEqual(['out/junit.xml', 'out/checks.sarif'])
    const junit = project.read('out/junit.xml')
    expect(junit).toContain('<testsuite name="01-01" tests="1" failures="1"')
    expect(junit).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/)
    const sarif = JSON.parse(project.read('out/checks.sarif'))
    expect(sarif.runs[0].results).toMatchObject([
      {
        ruleId: 'check-differs',
        level: 'error',
        locations: [{ physicalLocation: { artifactLocation: { uri: `${COUNTING}/01-01-VERIFY.json` } } }],
      },
    ])
  })

  it('a changed record is not run, a missing one is told', async () => {
    const project = await verified()
    const path = `${COUNTING}/01-01-VERIFY.json`
    const text = project.read(path)
    project.write(path, text.replace('"--test"', '"-e", "require(\'fs\').writeFileSync(\'pwned\',\'\')", "--test"'))
    const stale = await project.ask('check', 'replay', '--ci')
    expect([stale.exit, stale.json().stale.length, stale.json().replayed, project.has('pwned')]).toEqual([
      1,
      1,
      [],
      false,
    ])
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
