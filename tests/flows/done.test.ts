// What counts as done, and what does not: uncommitted work, verdicts, quick tasks, the evidence of a SUMMARY, the user's answers, plans.
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { COUNTING, type Counting, countingProject } from '../support/counting.js'
import {
  checkDraft,
  partFiles,
  planDraft,
  projectDraft,
  summaryDraft,
  uatDraft,
  verificationDraft,
} from '../support/drafts.js'
import { pathOfNode } from '../support/node-path.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import {
  type Claimed,
  claim,
  claimNext,
  commitPart,
  finish,
  finished,
  hashOfPart,
  next,
  work,
  writeDrafts,
} from '../support/work.js'

afterEach(disposeProjects)

const MINUTES = 60_000

const plannedProject = (counting?: Counting) => countingProject(counting).initGit()

interface Finding {
  readonly code: string
  readonly message: string
  readonly path: string
  readonly fix: string
}

async function refusedFindings(project: TempProject, claimed: Claimed): Promise<readonly Finding[]> {
  const called = await finish(project, claimed)
  expect([called.exit, called.json().verdict], called.stdout).toEqual([1, 'rework'])
  return called.json().findings
}

const codes = (found: readonly Finding[]) => found.map(({ code }) => code)
const summary = summaryDraft('01-counting', '01')

async function claimPlan(project = plannedProject()) {
  const claimed = await claimNext(project, 'execute-plan', '01-01')
  return { project, claimed }
}

async function executedProject() {
  const { project, claimed } = await claimPlan()
  commitPart(project, '01')
  writeDrafts(project, claimed, { '01-01-SUMMARY.md': summary })
  await finished(project, claimed)
  return project
}

async function verifiedProject() {
  const project = await executedProject()
  await work(project, 'verify-phase', '01', { '01-VERIFICATION.md': verificationDraft('01-counting') })
  return project
}

const changeWithoutCommit = (project: TempProject) =>
  project.write('part-01.js', `${project.read('part-01.js')}// and one thing more\n`)

describe('work that is not committed', () => {
  it('leaves the plan unfinished, and the command to commit is named', async () => {
    const { project, claimed } = await claimPlan()
    commitPart(project, '01')
    changeWithoutCommit(project)
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summary })
    const [found] = await refusedFindings(project, claimed)
    expect(found).toMatchObject({ code: 'UNCOMMITTED', message: expect.stringContaining('part-01.js') })
    expect(found?.fix).toMatch(/commit "01-01: what changed" --files part-01\.js$/)
    project.remove(`${claimed.drafts}/01-01-SUMMARY.md`)
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': '**It counts.**\n' })
    const [again] = await refusedFindings(project, claimed)
    expect(again).toMatchObject({ code: 'UNCOMMITTED', fix: found?.fix })
    expect((await project.ask('commit', 'rest', '--files', 'part-01.js')).exit).toBe(0)
    await finished(project, claimed)
  })

  it('includes untracked files that only the SUMMARY names', async () => {
    const { project, claimed } = await claimPlan()
    commitPart(project, '01')
    project.write('notes of $use.md', 'how to count\n')
    const named = summary.replace('created: [part-01.js]', 'created: [part-01.js, "notes of $use.md"]')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': named })
    const [found] = await refusedFindings(project, claimed)
    expect(found).toMatchObject({ code: 'UNCOMMITTED', message: expect.stringContaining('notes of $use.md') })
    expect(found?.fix).toContain('--files "notes of \\$use.md"')
  })

  it('that no plan names does not matter', async () => {
    const { project, claimed } = await claimPlan()
    commitPart(project, '01')
    project.write('.cache/part-01.js', '')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summary })
    await finished(project, claimed)
  })

  it('is found in a project in a folder of its repository', async () => {
    const project = plannedProject()
    project.remove('.git')
    project.git('init', '--quiet', '--initial-branch=main', '..')
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=start')
    const { claimed } = await claimPlan(project)
    commitPart(project, '01')
    changeWithoutCommit(project)
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summary })
    expect(codes(await refusedFindings(project, claimed))).toEqual(['UNCOMMITTED'])
  })

  it('prevents verification until it is committed', async () => {
    const project = await executedProject()
    changeWithoutCommit(project)
    const claimed = await claimNext(project, 'verify-phase', '01')
    writeDrafts(project, claimed, { '01-VERIFICATION.md': verificationDraft('01-counting') })
    expect(codes(await refusedFindings(project, claimed))).toEqual(['UNCOMMITTED'])
    project.git('commit', '--quiet', '--all', '--message=rest')
    await finished(project, claimed)
  })

  it('prevents the close of the phase until it is committed', async () => {
    const project = await verifiedProject()
    changeWithoutCommit(project)
    const before = project.snapshot()
    const called = await project.ask('phase', 'complete', '1')
    expect([called.exit, called.json().error.code], called.stdout).toEqual([1, 'UNCOMMITTED'])
    expect(called.json().error.fix).toContain('--files part-01.js')
    expect(project.snapshot()).toEqual(before)
    project.git('commit', '--quiet', '--message=rest', '--', 'part-01.js')
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
  })

  it('is not searched for without a repository', async () => {
    const project = plannedProject()
    project.remove('.git')
    // Agreements are stored per repository, so they are needed again without a repository.
    expect((await project.askAsPerson('trust', '--agree', '--yes')).exit).toBe(0)
    const { claimed } = await claimPlan(project)
    for (const [path, text] of Object.entries(partFiles('01'))) project.write(path, text)
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summary })
    await finished(project, claimed)
  })

  it('is not searched for without the program git', async () => {
    const run = ['node', '--check', 'part-01.js']
    const { project, claimed } = await claimPlan(plannedProject({ plans: { '01': { run } } }))
    commitPart(project, '01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': summary })
    const call = ['unit', 'finish', '--claim', claimed.token]
    const called = await project.askWith({ PATH: pathOfNode(project.at('nothing')) }, ...call)
    expect(codes(called.json().findings), called.stdout).not.toContain('UNCOMMITTED')
  })
})

describe('a verdict of success', () => {
  const passed = verificationDraft('01-counting')

  it('may include a failed row that the user accepted, after confirmation', async () => {
    const project = await executedProject()
    const text = passed
      .replace('gives 2 | VERIFIED', 'gives 2 | FAILED')
      .replace(
        '2/2 must-haves verified\n',
        '1/2\noverrides:\n  - must_have: A text of two lines gives 2\n    accepted_by: Ada\n',
      )
    const claimed = await claimNext(project, 'verify-phase', '01')
    writeDrafts(project, claimed, { '01-VERIFICATION.md': text })
    // The model wrote into the report that Ada had accepted it.
    expect(codes(await refusedFindings(project, claimed))).toEqual(['OVERRIDE_UNSAID'])
    const words = [
      'verification',
      'status',
      '1',
      '--override',
      'A text of two lines gives 2',
      '--reason',
      'one is enough',
    ]
    const { fix } = (await project.ask(...words.slice(0, -1), '`a` costs $b')).json().error
    expect(fix).toContain('--reason "\\`a\\` costs \\$b"')
    expect((await agreed(project, ...words)).json()).toMatchObject({ by: 'person' })
    await finished(project, claimed)
  })

  it('of the plan check is overruled by a blocking issue', async () => {
    const project = plannedProject({ check: true })
    const record = {
      verdict: 'passed',
      issues: [{ plan: '01-01', dimension: 'scope', severity: 'blocker', description: 'the goal is missed' }],
    }
    await work(project, 'check-plan', '01', { '01-CHECK.json': JSON.stringify(record) })
    expect(JSON.parse(project.read(`${COUNTING}/01-CHECK.json`)).verdict).toBe('issues')
    expect(await next(project)).toMatchObject({ unit: { unitType: 'plan-phase' } })
  })

  it('of the plan check may include a warning', async () => {
    const project = plannedProject({ check: true })
    const record = JSON.parse(checkDraft())
    record.issues = [{ plan: '01-01', severity: 'warning', description: 'many files' }]
    await work(project, 'check-plan', '01', { '01-CHECK.json': JSON.stringify(record) })
    expect(await next(project)).toMatchObject({ unit: { unitType: 'execute-plan' } })
    expect((await roleBrief(project, 'execute-plan', '01-01')).stdout).toContain('many files')
  })
})

describe('the plan of a quick task', () => {
  async function claimQuickTask(commands: readonly (readonly string[])[] = []) {
    const config = { planning_schema: 1, workflow: { research: false, plan_check: false }, verification: { commands } }
    const project = plannedProject({ files: { '.planning/config.json': JSON.stringify(config) } })
    const answer = (await project.ask('unit', 'claim', 'quick', 'fix-typo')).json()
    const number = (answer.unitId as string).slice(0, 10)
    const claimed = { token: answer.claim as string, drafts: answer.drafts as string, answer }
    writeDrafts(project, claimed, {
      [`${number}-PLAN.md`]: planDraft('quick', '01'),
      [`${number}-SUMMARY.md`]: summaryDraft('quick', '01'),
    })
    return { project, claimed, record: `.planning/quick/${answer.unitId}/${number}-VERIFY.json` }
  }

  it('has its checks run, and their receipts saved next to it', async () => {
    const { project, claimed, record } = await claimQuickTask()
    commitPart(project, '01')
    expect((await finished(project, claimed)).receipts).toHaveLength(1)
    expect(JSON.parse(project.read(record))).toMatchObject({
      verdict: 'pass',
      receipts: [{ argv: ['sh', 'part-01.test.sh'], exitCode: 0 }],
    })
  })

  it('also has the project’s checks run', async () => {
    const { project, claimed, record } = await claimQuickTask([
      ['sh', 'part-01.test.sh'],
      ['git', 'rev-parse', 'HEAD'],
    ])
    commitPart(project, '01')
    await finished(project, claimed)
    const text = project.read(record)
    expect(JSON.parse(text).receipts.map(({ argv, own }: { argv: string[]; own: boolean }) => [argv[0], own])).toEqual([
      ['sh', true],
      ['git', false],
    ])
    const lines = project.read('.planning/ledger.jsonl')
    expect(lines).toContain(`"unit":"quick/${claimed.answer.unitId}"`)
  })

  it('may be verified in lines, each with a proof, from which the status follows', async () => {
    const { project, claimed } = await claimQuickTask()
    const number = (claimed.answer.unitId as string).slice(0, 10)
    commitPart(project, '01')
    writeDrafts(project, claimed, { [`${number}-VERIFICATION.md`]: '**Goal:** yes\n\n## Observable Truths\n' })
    expect((await finish(project, claimed)).json().findings).toMatchObject([{ code: 'PROOF_MISSING' }])
    const line = (verdict: string) => `- ${verdict}\n  - tried: \`node count.js\` → 3\n  - awkward: an empty text → 1\n`
    const lines = line('1: holds: words are counted') + line('2: fails: an empty text has a word')
    const proof = `**Goal:** no. Empty texts are miscounted\n\n## Observable Truths\n\n${lines}`
    writeDrafts(project, claimed, { [`${number}-VERIFICATION.md`]: proof })
    await finished(project, claimed)
    expect(project.read(`.planning/quick/${claimed.answer.unitId}/${number}-VERIFICATION.md`)).toContain(
      'status: gaps_found\n',
    )
  })

  it('may leave a failing check of the project as it was, but not break one', async () => {
    const before = await claimQuickTask([['node', 'absent.js']])
    commitPart(before.project, '01')
    await finished(before.project, before.claimed)
    const broken = await claimQuickTask([['git', 'diff', '--quiet', 'HEAD~0', '--', '.planning']])
    commitPart(broken.project, '01')
    broken.project.write('.planning/PROJECT.md', `${projectDraft}\nChanged.\n`)
    expect(codes(await refusedFindings(broken.project, broken.claimed))).toEqual(['CHECK_FAILED'])
  })

  it('is not done while its checks fail, and the answer shows their output', async () => {
    const { project, claimed, record } = await claimQuickTask()
    commitPart(project, '01', false)
    const found = await refusedFindings(project, claimed)
    expect(codes(found)).toEqual(['CHECK_FAILED'])
    expect(found[0]?.message).toContain('sh part-01.test.sh exited with 1')
    expect(found[0]?.message).toContain('# fail 1')
    expect(project.has(record)).toBe(false)
    expect((await finish(project, claimed)).exit).toBe(4)
  })
})

describe('the evidence of a SUMMARY', () => {
  it('may be commits of an interrupted attempt', async () => {
    const { project } = await claimPlan()
    const hash = hashOfPart(project, '01')
    project.time += 31 * MINUTES
    const later = await claim(project, 'execute-plan', '01-01')
    writeDrafts(project, later, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { commit: hash }) })
    await finished(project, later)
  })

  it('includes the commits that it names, except those that do not exist', async () => {
    const { project, claimed } = await claimPlan()
    const hash = hashOfPart(project, '01')
    const text = summaryDraft('01-counting', '01', { commit: hash })
    const two = text.replace(`1. Task 1: \`${hash}\``, `1. Task 1: \`${hash}\`\n2. Task 2: \`deadbeefcafe\``)
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': two })
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-01-SUMMARY.md`)).toMatch(new RegExp(`^commits: \\["?${hash}"?\\]$`, 'm'))
  })

  it('must not include a key file that does not exist', async () => {
    const { project, claimed } = await claimPlan()
    commitPart(project, '01')
    const text = summary.replace('created: [part-01.js]', 'created: [part-01.js, src/never-written.js]')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': text })
    const found = await refusedFindings(project, claimed)
    expect(codes(found)).toEqual(['KEY_FILE_MISSING'])
    expect(found[0]?.message).toContain('src/never-written.js')
  })
})

describe('a commit', () => {
  it('of a missing path is refused; nothing is committed', async () => {
    const project = plannedProject({ files: { 'src/counter.js': 'one\n' } })
    project.write('src/counter.js', 'two\n')
    const head = project.git('rev-parse', 'HEAD')
    const called = await project.ask('commit', 'feat: both', '--files', 'src/counter.js', 'src/countre.js')
    expect([called.exit, called.json().error.code]).toEqual([1, 'FILE_NOT_FOUND'])
    expect(called.json().error.message).toContain('src/countre.js')
    expect(project.git('rev-parse', 'HEAD')).toBe(head)
  })

  it('of a removed file works', async () => {
    const project = plannedProject({ files: { 'src/counter.js': 'one\n' } })
    project.remove('src')
    expect((await project.ask('commit', 'chore: drop it', '--files', 'src/counter.js')).json().committed).toBe(true)
  })
})

describe('the answers of the user', () => {
  async function claimAcceptance() {
    const project = await executedProject()
    const verdict = verificationDraft('01-counting', 'human_needed')
    await work(project, 'verify-phase', '01', { '01-VERIFICATION.md': verdict })
    return { project, claimed: await claimNext(project, 'verify-work', '01') }
  }
  const GAP =
    '- truth: It sounds right\n  status: failed\n  reason: too fast\n  severity: major\n  test: 1\n  root_cause: no pause\n'
  const diagnosed = uatDraft('01-counting', 'issue', 'diagnosed')
    .replace('result: issue\n', 'result: issue\nreported: too fast\nseverity: major\n')
    .replace('[none yet]\n', GAP)

  it.each<[string, string]>([
    ['a failed test', diagnosed.replace('status: diagnosed', 'status: complete').replace(GAP, '[none yet]\n')],
    ['an open gap', uatDraft('01-counting', 'pass').replace('[none yet]\n', GAP)],
  ])('are incomplete with %s', async (_, text) => {
    const { project, claimed } = await claimAcceptance()
    writeDrafts(project, claimed, { '01-UAT.md': text })
    const findings = await refusedFindings(project, claimed)
    expect(codes(findings)).toEqual(['UAT_FAILED'])
    expect(findings[0]?.path).toBe(`${claimed.drafts}/01-UAT.md`)
  })

  it('given before the verification lead to repair plans if planning is requested', async () => {
    const project = await executedProject()
    const claimed = await claim(project, 'verify-work', '1')
    writeDrafts(project, claimed, { '01-UAT.md': diagnosed })
    await finished(project, claimed)
    const { stdout } = await project.ask('begin', 'plan-phase', '1')
    expect(stdout).toContain('- Mode: gaps')
    expect(stdout).toContain('01-UAT.md (gaps found by the user')
    const [token, folder] = [/--claim (\w+)/, /`(\S+\/drafts\/[^/]+)\//].map((one) => one.exec(stdout)?.[1])
    project.write(`${folder}/01-02-PLAN.md`, planDraft('01-counting', '02'))
    expect((await project.ask('unit', 'finish', '--claim', `${token}`)).json()).toMatchObject({ verdict: 'accept' })
    expect(project.read(`${COUNTING}/01-02-PLAN.md`)).toContain('gap_closure: true')
  })

  it('with known causes lead to repair plans, and those back to the user', async () => {
    const { project, claimed } = await claimAcceptance()
    writeDrafts(project, claimed, { '01-UAT.md': diagnosed })
    await finished(project, claimed)
    expect(await next(project)).toMatchObject({
      step: 'needs-plan',
      unit: { unitType: 'plan-phase', payload: { mode: 'gaps' } },
    })
    await work(project, 'plan-phase', '01', { '01-02-PLAN.md': planDraft('01-counting', '02', { gap: true }) })
    const later = await claimNext(project, 'execute-plan', '01-02')
    commitPart(project, '02')
    writeDrafts(project, later, { '01-02-SUMMARY.md': summaryDraft('01-counting', '02') })
    await finished(project, later)
    await work(project, 'verify-phase', '01', {
      '01-VERIFICATION.md': verificationDraft('01-counting', 'human_needed'),
    })
    const again = await claimNext(project, 'verify-work', '01')
    writeDrafts(project, again, { '01-UAT.md': diagnosed })
    await finished(project, again)
    expect(await next(project)).toMatchObject({ unit: { unitType: 'plan-phase', payload: { mode: 'gaps' } } })
  })

  it.each(['skipped', 'blocked'])('with %s leave the phase open, whatever the status says', async (result) => {
    const { project, claimed } = await claimAcceptance()
    const text = uatDraft('01-counting', 'skipped', 'resolved').replace('result: skipped', `result: ${result}`)
    writeDrafts(project, claimed, { '01-UAT.md': text })
    await finished(project, claimed)
    expect(await next(project)).toMatchObject({ step: 'human-uat' })
  })
})

describe('the plans of a phase', () => {
  it('must cover every requirement of the phase in the roadmap', async () => {
    const project = plannedProject({ plans: {} })
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01', { requirements: ['COUNT-01'] }) })
    const found = await refusedFindings(project, claimed)
    expect(codes(found)).toEqual(['REQUIREMENT_UNPLANNED'])
    expect(found[0]?.message).toContain('COUNT-02')
    expect(found[0]?.message).not.toContain('COUNT-01')
    writeDrafts(project, claimed, { '01-02-PLAN.md': planDraft('01-counting', '02', { requirements: ['Count-2'] }) })
    expect(await refusedFindings(project, claimed)).toMatchObject([
      { message: expect.stringContaining('plans name Count-2'), fix: expect.stringContaining('COUNT-02 for Count-2') },
    ])
    writeDrafts(project, claimed, { '01-02-PLAN.md': planDraft('01-counting', '02', { requirements: ['COUNT-02'] }) })
    await finished(project, claimed)
  })

  it('get a list of the files that their tasks change', async () => {
    const project = plannedProject({ plans: {} })
    const claimed = await claimNext(project, 'plan-phase', '01')
    writeDrafts(project, claimed, { '01-01-PLAN.md': planDraft('01-counting', '01') })
    await finished(project, claimed)
    expect(project.read(`${COUNTING}/01-01-PLAN.md`)).toContain('  - part-01.js\n  - part-01.test.sh\n')
  })

  it('get exactly one finding about a check that is not a command', async () => {
    const project = plannedProject({ plans: {} })
    const claimed = await claimNext(project, 'plan-phase', '01')
    const plan = planDraft('01-counting', '01').replace(/- run: \[.*\]/, '- run: "npm test && npm run lint"')
    writeDrafts(project, claimed, { '01-01-PLAN.md': plan })
    expect(codes(await refusedFindings(project, claimed))).toEqual(['PLAN_VERIFY'])
  })
})

describe('a phase that is done', () => {
  it('counts as done even while the project is on hold', async () => {
    const project = await verifiedProject()
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    await project.ask('state', 'rebuild')
    const figures = async () => ({
      state: (await project.ask('state', 'derive')).json().progress,
      roadmap: (await project.ask('progress')).json().completed_phases,
      file: /^percent: .*|^ {2}percent: .*/m.exec(project.read('.planning/STATE.md'))?.[0],
      brief: /^- Progress: .*/m.exec((await project.ask('brief', 'progress')).stdout)?.[0],
    })
    const before = await figures()
    expect(before.state.phases.done).toBe(1)
    expect(before.brief).toContain('1 of 2 phases done, 1 verified')
    await project.ask('stop', '--reason', 'wait for me')
    expect((await project.ask('next')).exit).toBe(4)
    expect(await figures()).toEqual(before)
  })
})
