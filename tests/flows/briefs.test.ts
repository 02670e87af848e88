// Briefs of roles for repairs, revisions, interrupted attempts and quick tasks; briefs of commands, such as help, in special cases.
import { readdirSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import {
  checkDraft,
  contextDraft,
  PROJECT_FILES,
  planDraft,
  summaryDraft,
  uatDraft,
  verificationDraft,
} from '../support/drafts.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import { claim, commitPart, finish, finished, hashOfPart, next, work, writeDrafts } from '../support/work.js'

afterAll(disposeProjects)

const MINUTES = 60_000
const PHASE = '.planning/phases/01-foundation'
const CHECKED = '{"planning_schema":1,"workflow":{"research":false,"plan_check":true}}\n'

const project = (files: Files = {}): TempProject => makeProject({ ...OURS, ...files }).initGit()

async function briefOf(project: TempProject, type: string, unit: string): Promise<string> {
  const called = await roleBrief(project, type, unit)
  expect(called.exit, called.stderr).toBe(0)
  return called.stdout
}

const claimedBrief = async (project: TempProject, token: string): Promise<string> =>
  (await project.ask('unit', 'brief', '--claim', token, '--role')).stdout

it('an interrupted attempt is described: its commits, its drafts, and how it ended', async () => {
  const own = project()
  const first = await claim(own, 'execute-plan', '01-02')
  const start = own.git('rev-parse', 'HEAD').trim()
  expect(await claimedBrief(own, first.token)).not.toContain('## Earlier attempt')
  commitPart(own, '02')
  writeDrafts(own, first, { '01-02-SUMMARY.md': summaryDraft('01-foundation', '02') })
  own.time += 31 * MINUTES
  const second = await claim(own, 'execute-plan', '01-02')
  const text = await claimedBrief(own, second.token)
  expect(text).toContain('## Earlier attempt')
  expect(text).toContain(`\`git log --oneline ${start}..HEAD -- ':!.planning'\``)
  expect(text).toContain(`Its drafts are in \`${first.drafts}\``)
  expect(text).toContain('was timed-out')
  expect(text).toContain('leave the rest')
})

it('a criterion about blanks reaches planner and verifier with its blanks', async () => {
  const roadmap = (OURS['.planning/ROADMAP.md'] as string).replace(/^( *1\. ).*$/m, "$1`words('a  b')` is 2")
  const own = project({ '.planning/ROADMAP.md': roadmap })
  for (const type of ['plan-phase', 'verify-phase'])
    expect(await briefOf(own, type, '1')).toContain("(1) “'words('a  b')' is 2”")
})

it('a checker of repair plans gets the user’s findings as the gaps, and the verification as one without gaps', async () => {
  const own = project({
    '.planning/config.json': CHECKED,
    [`${PHASE}/01-VERIFICATION.md`]: verificationDraft('01-foundation', 'passed'),
    [`${PHASE}/01-UAT.md`]: uatDraft('01-foundation', 'issue', 'diagnosed').replace(
      '[none yet]',
      '- truth: It sounds right\n  status: failed\n  reason: too loud\n  severity: major\n  test: 1',
    ),
    [`${PHASE}/01-03-PLAN.md`]: planDraft('01-foundation', '03', { gap: true }),
  })
  const checker = await briefOf(own, 'check-plan', '1')
  expect(checker).toContain('- Mode: gaps: ')
  expect(checker).toContain(`${PHASE}/01-UAT.md (gaps found by the user: to close)`)
  expect(checker).toContain(`${PHASE}/01-VERIFICATION.md (the verification, without gaps)`)
})

it('plans with an issue are revised: `next` and the planner’s brief name the mode, and the brief has the issue and the plan', async () => {
  const own = project({ '.planning/config.json': CHECKED })
  const checking = await claim(own, 'check-plan', '1')
  writeDrafts(own, checking, { '01-CHECK.json': checkDraft(['01-02: no test']) })
  expect((await finish(own, checking)).exit).toBe(0)
  const { unit } = await next(own)
  expect(unit).toMatchObject({ unitType: 'plan-phase', payload: { mode: 'revise' } })
  const planner = await briefOf(own, 'plan-phase', '1')
  expect(planner).toContain('- Mode: revise')
  expect(planner).toContain('no test')
  expect(planner).toContain(`${PHASE}/01-02-PLAN.md`)
})

it('a task in plain words gets an id, and its executor gets the checks and the scope of its commits', async () => {
  const own = project()
  const { token, drafts, answer } = await claim(own, 'quick', 'Add a --version flag!')
  expect(answer.unitId).toMatch(/^260105-[a-z0-9]{3}-add-a-version-flag$/)
  const number = answer.unitId.split('-').slice(0, 2).join('-')
  writeDrafts(own, { token, drafts, answer }, { [`${number}-PLAN.md`]: planDraft('quick', '01') })
  const text = await claimedBrief(own, token)
  expect(text).toContain('“sh part-01.test.sh” → exit 0')
  expect(text).toContain(`\`fix(${number}): …\``)
})

it('the executor of a quick task and a planner get the project’s checks as typed', async () => {
  const checks = '{"planning_schema":1,"verification":{"commands":[["node","--test"]]}}\n'
  const own = project({ '.planning/config.json': checks })
  const { token } = await claim(own, 'quick', 'Add a --version flag!')
  expect(await claimedBrief(own, token)).toMatch(/Checks run at the finish.*\n- “node --test”/)
  expect(await briefOf(own, 'plan-phase', '1')).toContain('its own checks: “node --test”')
})

it('a brief called without a phase says which phase is due', async () => {
  const { facts } = (await project().ask('brief', 'progress', '--json')).json()
  expect(facts.step).toMatch(/^phase 1: executing /)
})

it('planning from a SPEC without a discussion asks whether to discuss, to plan from the SPEC or to stop', async () => {
  const own = project({ '.planning/phases/02-x/02-SPEC.md': '# Phase 2: specification\n' })
  const asked = (await own.ask('brief', 'plan-phase', '--', '2')).stdout
  expect(asked).toContain('The SPEC settles what')
  expect(asked).toContain('plan from the SPEC, or stop')
  expect((await project().ask('brief', 'plan-phase', '--', '2')).stdout).toContain('guess at open decisions')
})

it('a phase that is not due is shown with its own state', async () => {
  const own = project()
  const { facts } = (await own.ask('brief', 'discuss-phase', '--json', '--', '2')).json()
  expect(facts.step).toMatch(/^phase 2 is at step needs-discussion .*; next in the project: phase 1: /)
})

it('begun units beyond the first eight are counted', async () => {
  const own = project()
  for (let count = 1; count <= 10; count++) await claim(own, 'quick', `task-${count}`)
  const { facts } = (await own.ask('brief', 'forensics', '--json')).json()
  expect(facts.begun).toMatch(/^quick \S+ \(since [^)]+\), .*\) and 2 more$/)
})

it('help explains one command, with or without its prefix, and says that a misspelt one is unknown', async () => {
  for (const word of ['plan-phase', '/gsd-plan-phase']) {
    const text = (await makeProject({}).ask('brief', 'help', '--', word)).stdout
    expect(text).toContain('Plan one phase as deeply as it needs')
    expect(text).toContain('`--gaps`')
    expect(text).not.toContain('--within')
    expect(text).not.toContain('Add, insert, change or remove a phase')
  }
  expect((await makeProject({}).ask('brief', 'help', '--', 'plan-faze')).stdout).toContain('Unknown command')
})

it.each<[string, () => TempProject]>([
  ['an empty folder', () => makeProject({})],
  ['a project', project],
])('help in %s lists every command of the pack, also those without a workflow of the same name', async (_, where) => {
  const text = (await where().ask('brief', 'help')).stdout
  expect(text).not.toContain('too long')
  for (const name of readdirSync(new URL('../../commands', import.meta.url)))
    expect(text).toContain(`gsd-${name.replace('.md', '')}`)
  const quick = (await makeProject({}).ask('brief', 'help', '--', 'quick')).stdout
  expect(quick).toContain('Do a small tracked task')
})

it('help shows the commands of a group and no others', async () => {
  const text = (await makeProject({}).ask('brief', 'help', '--', 'quality')).stdout
  expect(text).toContain('Commands that test, review and repair:')
  expect(text).toContain('gsd-forensics')
  expect(text).not.toContain('Choose which commands the client lists')
})

it('a brief reached from another brief leads back, even with --auto; any other stops', async () => {
  const own = project()
  const ends = async (...words: string[]) => (await own.ask('brief', 'plan-phase', '--', '1', ...words)).stdout
  expect(await ends()).toContain('Stop here')
  expect(await ends('--within')).toContain('Return to the brief that sent you here')
  const auto = await ends('--within', '--auto')
  expect(auto).toContain('Return to the brief that sent you here')
  expect(auto).not.toMatch(/Stop here|brief next/)
})

it.each([[true], [false]])(
  'a discussion weighs conflicting goals only if thinking_partner is on: %s',
  async (thinking_partner) => {
    const own = project({
      '.planning/config.json': JSON.stringify({ planning_schema: 1, features: { thinking_partner } }),
    })
    const { stdout } = await own.ask('brief', 'discuss-phase', '--step', 'questions', '--', '2')
    expect(stdout.includes('two things they want conflict')).toBe(thinking_partner)
  },
)

it('a phase is planned without a discussion if the settings skip it', async () => {
  const own = makeProject({
    '.planning/config.json': '{"planning_schema":1,"workflow":{"research":false,"skip_discuss":false}}\n',
    ...PROJECT_FILES,
  })
  const brief = async () => (await own.ask('brief', 'plan-phase', '--', '1')).stdout
  expect(await brief()).toContain('The phase was not discussed')
  await own.ask('config', 'set', 'workflow.skip_discuss', 'true')
  const text = await brief()
  expect(text).toContain('## Research, plan, check')
  expect(text).not.toContain('The phase was not discussed')
})

it('execute-phase prints only the close of a verified phase', async () => {
  const own = makeProject({
    '.planning/config.json': '{"planning_schema":1,"workflow":{"research":false,"plan_check":false}}\n',
    ...PROJECT_FILES,
    '.planning/phases/01-counting/01-CONTEXT.md': contextDraft('1'),
    '.planning/phases/01-counting/01-01-PLAN.md': planDraft('01-counting', '01', { requirements: ['COUNT-01'] }),
  }).initGit()
  const sections = async (...step: string[]) =>
    (await own.ask('brief', 'execute-phase', '--json', ...step, '--', '1')).json().steps
  const executing = await claim(own, 'execute-plan', '01-01')
  const commit = hashOfPart(own, '01')
  writeDrafts(own, executing, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01', { commit }) })
  await finished(own, executing)
  expect(await sections()).toEqual(['ground'])
  expect(await sections('--step', 'verify')).toEqual(['verify', 'complete', 'on'])
  await work(own, 'verify-phase', '01', { '01-VERIFICATION.md': verificationDraft('01-counting', 'passed') })
  expect((await next(own)).unit.unitType).toBe('transition')
  expect(await sections('--step', 'verify')).toEqual(['complete', 'on'])
})
