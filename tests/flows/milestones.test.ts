// The whole cycle: a milestone is completed, audited, closed and archived, and the next one is opened with continued numbers.
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { planDraft, projectDraft, summaryDraft, verificationDraft } from '../support/drafts.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../support/project.js'
import { takenUnit } from '../support/team.js'
import { Walk } from '../support/walk.js'
import { claimNext, commitPart, finish, finished, next, work, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

const ARCHIVE = '.planning/milestones'

const requirements = (id: string) => `# Requirements: Counter

## v1 Requirements

- [ ] **${id}**: It counts

## Traceability

| Requirement | Phase | Status |
|-------------|-------|--------|
| ${id} | Phase 1 | Pending |
`

const section = (number: string, title: string, id: string, level = '###') =>
  `${level} Phase ${number}: ${title}\n\n**Goal**: ${title} works\n**Requirements**: ${id}\n**Success Criteria**:\n1. It counts\n**Plans**: 0 plans\n`

const WINDOWED = `# Roadmap: Counter

## Milestones

- 🚧 **v1.0 First** - Phases 1-1

## Phases

- [ ] **Phase 1: Counting** - Words

## 🚧 v1.0 First (In Progress)

${section('1', 'Counting', 'COUNT-01')}
## Progress

| Phase | Milestone | Plans Complete | Status | Completed |
|-------|-----------|----------------|--------|-----------|
| 1. Counting | v1.0 | 0/0 | Not started | |
`

const FLAT = `# Roadmap: Counter

## Phases

- [ ] **Phase 1: Counting** - Words

## Phase Details

${section('1', 'Counting', 'COUNT-01')}
---

Words of a person.

## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Counting | 0/0 | Not started | |
`

const CONFIG = { planning_schema: 1, workflow: { research: false, plan_check: false, skip_discuss: true } }

const audit = (version: string, status = 'passed') =>
  `---\nmilestone: ${version}\naudited: "2026-01-05"\nstatus: ${status}\nscores:\n  requirements: 1/1\n  phases: 1/1\n---\n\n# ${version} First: Milestone Audit\n\n## Requirements Coverage\n\nCOUNT-01 is met in phase 1.\n\n## Cross-Phase Integration\n\nOne phase, nothing to wire.\n\n## End-to-End Flows\n\nA text goes in, a number comes out.\n\n## Tech Debt\n\nNone.\n`

function start(roadmap: string, more: Files = {}): TempProject {
  return makeProject({
    '.planning/config.json': `${JSON.stringify(CONFIG, null, 2)}\n`,
    '.planning/PROJECT.md': projectDraft,
    '.planning/REQUIREMENTS.md': requirements('COUNT-01'),
    '.planning/ROADMAP.md': roadmap,
    '.planning/STATE.md': (OURS['.planning/STATE.md'] as string).replace(
      '## Accumulated Context',
      '## Performance Metrics\n\nTotal plans completed: 0\n\n## Accumulated Context',
    ),
    ...more,
  }).initGit()
}

async function completePhase(project: TempProject, folder = '01-counting', number = '01', requirement = 'COUNT-01') {
  await work(project, 'plan-phase', '01', {
    '01-01-PLAN.md': planDraft(folder, '01', {
      requirements: [requirement],
      run: ['sh', `part-${number}.test.sh`],
    }).replaceAll('part-01', `part-${number}`),
  })
  const claimed = await claimNext(project, 'execute-plan', '01-01')
  commitPart(project, number)
  writeDrafts(project, claimed, {
    '01-01-SUMMARY.md': summaryDraft(folder, '01', { requirements: [requirement] }).replaceAll(
      'part-01',
      `part-${number}`,
    ),
  })
  await finished(project, claimed)
  await work(project, 'verify-phase', '01', { '01-VERIFICATION.md': verificationDraft(folder) })
  const completed = await project.ask('phase', 'complete', '1')
  expect(completed.exit, completed.stdout).toBe(0)
}

async function closeFirst(roadmap: string, id: string, ...flags: readonly string[]) {
  const project = start(roadmap)
  await completePhase(project)
  const facts = await project.ask('milestone', 'audit')
  expect([facts.exit, facts.json().ready], facts.stdout).toEqual([0, true])
  const report = id === 'milestone' ? 'MILESTONE-AUDIT.md' : `${id}-MILESTONE-AUDIT.md`
  await work(project, 'audit-milestone', id, { [report]: audit('v1.0') })
  expect((await next(project)).unit).toMatchObject({ unitType: 'complete-milestone', unitId: id })
  const { fix } = (await project.ask('milestone', 'complete', 'v1.0')).json().error
  expect(fix.includes('--name "<name>"')).toBe(facts.json().name === null)
  const called = await project.ask('milestone', 'complete', 'v1.0', '--yes', ...flags)
  expect(called.exit, called.stdout).toBe(0)
  return { project, answer: called.json() }
}

describe('a milestone', () => {
  it.each([
    [
      'a phase whose number cannot be read',
      '\n### Phase 1,5: Later\n\n**Goal**: It counts lines\n',
      'is not read as a phase',
    ],
    ['a phase that is only listed', '\n- [ ] **Phase 7: Later** - It counts lines\n', 'lists phase 7 without one'],
  ] as const)('is not over while its roadmap has %s', async (_, more, reason) => {
    const project = start(FLAT)
    await completePhase(project)
    const path = '.planning/ROADMAP.md'
    const before = project.read(path)
    project.write(
      path,
      more.includes('###') ? `${before}${more}` : before.replace('\n## Phase Details', `${more}\n## Phase Details`),
    )
    expect(await next(project)).toMatchObject({ kind: 'hold', reason: expect.stringContaining(reason) })
    const refused = await project.ask('milestone', 'complete', 'v1.0', '--yes')
    expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining(reason)])
    project.write(path, before)
    expect((await next(project)).unit).toMatchObject({ unitType: 'audit-milestone' })
  })

  it.each([
    ['under a heading of its own', WINDOWED, 'v1.0', 'First'],
    ['in a roadmap that names none', FLAT, 'milestone', null],
  ] as const)('%s is completed, audited, closed and archived', async (_, roadmap, id, name) => {
    const { project, answer } = await closeFirst(roadmap, id)
    expect(answer).toMatchObject({
      version: 'v1.0',
      name,
      phases: 1,
      plans: 1,
      tasks: 1,
      accomplishments: ['Part 01 counts its part of a text.'],
      unfinished: [],
      already: false,
    })
    const text = project.read('.planning/ROADMAP.md')
    expect(text).toContain(`✅ v1.0${name === null ? '' : ' First'} (Phase 1) - SHIPPED 2026-01-05`)
    expect(text).toContain('- [x] **Phase 1: Counting** - Words (completed 2026-01-05)')
    expect(text).toContain('- [x] 01-01-PLAN.md')
    if (roadmap === FLAT)
      expect(text).toMatch(
        /## Phase Details\n\n<details>\n<summary>[\s\S]*Words of a person\.[\s\S]*<\/details>\n\n## Progress/,
      )
    else expect(text).toContain('- ✅ **v1.0 First** - Phases 1-1 (shipped 2026-01-05)')
    expect(project.read(`${ARCHIVE}/v1.0-ROADMAP.md`)).toContain('**Plans**: 1/1 plans complete')
    expect(project.read(`${ARCHIVE}/v1.0-REQUIREMENTS.md`)).toMatch(
      /^# Requirements Archive: v1\.0( First)?\n\n\*\*Archived:\*\* 2026-01-05\n\*\*Status:\*\* SHIPPED\n\n---\n\n# Requirements: Counter\n/,
    )
    expect(project.read(`${ARCHIVE}/v1.0-MILESTONE-AUDIT.md`)).toBe(audit('v1.0'))
    expect(project.has('.planning/REQUIREMENTS.md')).toBe(false)
    expect(project.read('.planning/MILESTONES.md')).toContain(
      `## v1.0${name === null ? '' : ' First'} (Shipped: 2026-01-05)\n\n**Phases completed:** 1 phases, 1 plans, 1 tasks\n\n**Key accomplishments:**\n\n- Part 01 counts its part of a text.\n`,
    )
    const state = project.read('.planning/STATE.md')
    expect(state).toContain('status: completed')
    expect(state).toContain('Last activity: 2026-01-05 — Finished complete-milestone\n')
    expect(state).toContain('Total plans completed: 1\n')
    if (roadmap === FLAT) expect(state).toContain('**Current focus:** The next milestone\n')
    expect(state).toContain('Phase: None open\n')
    expect((await project.ask('state', 'derive')).json()).toMatchObject({ step: 'between-milestones', rule: 'D05b' })
    expect((await project.ask('progress')).json().scope).toBe('between_milestones')
    const log = project.read('.planning/MILESTONES.md')
    project.write('.planning/MILESTONES.md', log.replace('2026-01-05', '2025-12-24'))
    const again = await project.ask('milestone', 'complete', 'v1.0', '--yes')
    expect(again.exit, again.stdout).toBe(0)
    expect(again.json()).toMatchObject({ already: true, changed: false, date: '2025-12-24' })
  })

  it('that has shipped completes its order', async () => {
    const project = start(WINDOWED)
    await project.ask('order', 'Count words and lines, please.')
    await completePhase(project)
    await work(project, 'audit-milestone', 'v1.0', { 'v1.0-MILESTONE-AUDIT.md': audit('v1.0') })
    expect((await project.ask('milestone', 'complete', 'v1.0', '--yes')).exit).toBe(0)
    const order = async () => (await project.ask('next')).json().order
    expect(await order()).toMatchObject({ scope: 'all', fulfilled: true })
    await project.ask('order', 'Now print them, please.')
    expect(await order()).toMatchObject({ scope: 'all', fulfilled: false })
  })

  it('is added to the rows of the progress table that name no milestone', async () => {
    const table = FLAT.replace('| Phase | Plans', '| Phase | Milestone | Plans')
      .replace('|-------|----------------', '|-------|-----------|----------------')
      .replace('| 1. Counting | 0/0', '| 1. Counting | - | 0/0')
    const { project } = await closeFirst(table, 'milestone')
    expect(project.read('.planning/ROADMAP.md')).toContain('| 1. Counting | v1.0 | 1/1 | Complete | 2026-01-05 |')
  })

  it('can be restored with one undo', async () => {
    const project = start(WINDOWED)
    await completePhase(project)
    await work(project, 'audit-milestone', 'v1.0', { 'v1.0-MILESTONE-AUDIT.md': audit('v1.0') })
    const planningFiles = (snapshot: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(snapshot).filter(([path]) => !/^\.planning\/(journal|\.runtime|\.lock|ledger)|\/$/.test(path)),
      )
    const before = planningFiles(project.snapshot())
    const { journal } = (await project.ask('milestone', 'complete', 'v1.0', '--yes')).json()
    expect(project.has(`${ARCHIVE}/v1.0-ROADMAP.md`)).toBe(true)
    const undone = await project.ask('undo', journal, '--yes')
    expect(undone.exit, undone.stdout).toBe(0)
    expect(planningFiles(project.snapshot())).toEqual(before)
    expect((await next(project)).unit).toMatchObject({ unitType: 'complete-milestone', unitId: 'v1.0' })
  })
})

describe('the next milestone', () => {
  const withSecond = (text: string, number: string, title: string, id: string) =>
    text
      .replace('## Progress', `## 🚧 v1.1 Second\n\n${section(number, title, id)}\n## Progress`)
      .replace('(shipped 2026-01-05)\n', '(shipped 2026-01-05)\n- 🚧 **v1.1 Second** - one phase\n')

  it('can open with continued numbers', async () => {
    const { project } = await closeFirst(WINDOWED, 'v1.0')
    const roadmap = withSecond(project.read('.planning/ROADMAP.md'), '2', 'Printing', 'OUT-01')
    await work(project, 'new-milestone', 'milestone', {
      'ROADMAP.md': roadmap,
      'REQUIREMENTS.md': requirements('OUT-01').replace('Phase 1', 'Phase 2'),
    })
    const offered = await next(project)
    expect(offered.unit).toMatchObject({ unitType: 'plan-phase', unitId: '02' })
    expect((await project.ask('state', 'derive')).json()).toMatchObject({ milestone: { id: 'v1.1', title: 'Second' } })
    expect(project.read('.planning/ROADMAP.md')).toContain('| 2. Printing | v1.1 | 0/0 | Not started |')
    expect(project.read('.planning/STATE.md')).toMatch(/milestone: v1\.1\nmilestone_name: Second\n/)
  })

  it.each([
    ['with a window of each milestone', WINDOWED, 'v1.0'],
    ['that named no milestone', FLAT, 'milestone'],
  ] as const)('opens with one draft in a roadmap %s', async (_, before, id) => {
    const { project } = await closeFirst(before, id)
    const old = project.read('.planning/ROADMAP.md').split('\n')
    await work(project, 'new-milestone', 'milestone', {
      'MILESTONE.md': `# v1.1 Second\n\nCounts are printed.\n\n## Order\n\n> Print them.\n\nScope: all\n\n## Requirements\n\n- **OUT-01**: It prints\n\n## Phases\n\n### Phase 2: Printing\n\nGoal: It prints\nRequirements: OUT-01\n1. A number is seen\n`,
    })
    expect((await next(project)).unit).toMatchObject({ unitType: 'plan-phase', unitId: '02' })
    expect((await project.ask('state', 'derive')).json()).toMatchObject({ milestone: { id: 'v1.1', title: 'Second' } })
    const lines = project.read('.planning/ROADMAP.md').split('\n')
    expect(old.filter((line) => !lines.includes(line))).toEqual([])
    expect(lines.filter((line) => line.startsWith('| 2. Printing | ') && line.includes('| 0/0 |'))).toHaveLength(1)
  })

  it('may neither change nor remove history, and needs a version', async () => {
    const { project } = await closeFirst(WINDOWED, 'v1.0')
    const good = withSecond(project.read('.planning/ROADMAP.md'), '2', 'Printing', 'OUT-01')
    const claimed = await claimNext(project, 'new-milestone', 'milestone')
    const codesOf = async (roadmap: string) => {
      writeDrafts(project, claimed, {
        'ROADMAP.md': roadmap,
        'REQUIREMENTS.md': requirements('OUT-01').replace('Phase 1', 'Phase 2'),
      })
      const called = await finish(project, claimed)
      return (called.json().findings ?? []).map(({ code }: { code: string }) => code)
    }
    expect(await codesOf(good.replace('**Goal**: Counting works', '**Goal**: Something else'))).toEqual([
      'HISTORY_CHANGED',
    ])
    expect(await codesOf(good.replace(/## ✅[\s\S]*(?=## Progress)/, ''))).toContain('HISTORY_CHANGED')
    expect(
      await codesOf(
        `# Roadmap\n\n${project.read('.planning/ROADMAP.md').slice(1)}\n${section('2', 'Printing', 'OUT-01')}`,
      ),
    ).toContain('MILESTONE_VERSION')
    expect(await codesOf(good)).toEqual([])
  })
})

describe('closing a milestone', () => {
  it('needs every phase, a passed audit, a confirmation by the user and a known version', async () => {
    const project = start(WINDOWED)
    const open = await project.ask('milestone', 'complete', 'v1.0', '--yes')
    expect([open.exit, open.json().error.code]).toEqual([1, 'MILESTONE_UNFINISHED'])
    await completePhase(project)
    const unaudited = await project.ask('milestone', 'complete', 'v1.0', '--yes')
    expect([unaudited.exit, unaudited.json().error.message]).toEqual([1, expect.stringContaining('no audit')])
    await work(project, 'audit-milestone', 'v1.0', { 'v1.0-MILESTONE-AUDIT.md': audit('v1.0', 'gaps_found') })
    const failed = await project.ask('milestone', 'complete', 'v1.0', '--yes')
    expect([failed.exit, failed.json().error.message]).toEqual([1, expect.stringContaining('did not pass')])
    await work(project, 'audit-milestone', 'v1.0', { 'v1.0-MILESTONE-AUDIT.md': audit('v1.0') })
    const before = project.snapshot()
    const asked = await project.ask('milestone', 'complete', 'v1.0')
    expect([asked.exit, asked.json().error.code]).toEqual([4, 'CONFIRM_REQUIRED'])
    expect(asked.json().plan).toEqual(
      expect.arrayContaining([
        `create ${ARCHIVE}/v1.0-ROADMAP.md`,
        'change .planning/ROADMAP.md',
        'remove .planning/REQUIREMENTS.md',
      ]),
    )
    const still = Object.entries(project.snapshot()).filter(
      ([path]) => !path.startsWith('.planning/.lock') && !path.startsWith('.planning/.runtime'),
    )
    expect(Object.fromEntries(still)).toEqual(
      Object.fromEntries(
        Object.entries(before).filter(
          ([path]) => !path.startsWith('.planning/.lock') && !path.startsWith('.planning/.runtime'),
        ),
      ),
    )
    const other = await project.ask('milestone', 'complete', 'v2.0', '--yes')
    expect([other.exit, other.json().error.code]).toEqual([1, 'MILESTONE_UNKNOWN'])
  })

  it('with --force records unfinished work', async () => {
    const project = makeProject(OURS).initGit()
    const called = await agreed(project, 'milestone', 'complete', 'v1.0', '--force')
    expect(called.exit, called.stdout).toBe(0)
    expect(called.json().unfinished).toEqual([
      { phase: '1', title: 'Foundation' },
      { phase: '2', title: 'Accounts' },
      { phase: '3', title: 'Reports' },
    ])
    expect(called.json()).toMatchObject({ plans: 1, accomplishments: [] })
    expect(project.read('.planning/MILESTONES.md')).toContain(
      '**Not finished:**\n\n- Phase 1: Foundation\n- Phase 2: Accounts\n- Phase 3: Reports\n',
    )
    expect(project.read('.planning/ROADMAP.md')).toContain('- SHIPPED 2026-01-05, unfinished: 1, 2, 3')
    expect((await project.ask('state', 'derive')).json().step).toBe('between-milestones')
  })

  it('is not possible by unit finish alone', async () => {
    const project = start(WINDOWED)
    await completePhase(project)
    await work(project, 'audit-milestone', 'v1.0', { 'v1.0-MILESTONE-AUDIT.md': audit('v1.0') })
    const claimed = await claimNext(project, 'complete-milestone', 'v1.0')
    const called = await finish(project, claimed)
    expect([called.exit, called.json().findings[0].code]).toEqual([1, 'CONFIRM_REQUIRED'])
    expect((await project.ask('milestone', 'complete', 'v1.0', '--yes')).exit).toBe(0)
  })

  it('keeps REQUIREMENTS.md while an open milestone has requirements in it', async () => {
    const two = WINDOWED.replace(
      '## Progress',
      `## 📋 v1.1 Second\n\n${section('2', 'Printing', 'OUT-01')}\n## Progress`,
    )
    const project = start(two, {
      '.planning/REQUIREMENTS.md': requirements('COUNT-01').replace(
        '## Trace',
        '- [ ] **OUT-01**: It prints\n\n## Trace',
      ),
    })
    const called = await agreed(project, 'milestone', 'complete', 'v1.0', '--force')
    expect(called.exit, called.stdout).toBe(0)
    expect(project.has('.planning/REQUIREMENTS.md')).toBe(true)
    expect((await next(project)).unit).toMatchObject({ unitType: 'plan-phase', unitId: '02' })
  })

  it('never overwrites an existing archive', async () => {
    const project = start(WINDOWED, { [`${ARCHIVE}/v1.0-REQUIREMENTS.md`]: 'old\n' })
    const called = await agreed(project, 'milestone', 'complete', 'v1.0', '--force')
    expect([called.exit, called.json().error.message], called.stdout).toEqual([
      1,
      expect.stringContaining('never rewritten'),
    ])
    expect(project.read(`${ARCHIVE}/v1.0-REQUIREMENTS.md`)).toBe('old\n')
  })
})

describe('an audit', () => {
  it('takes three calls: the brief with the evidence, the claim, and the finish with a commit', async () => {
    const project = start(WINDOWED)
    await completePhase(project)
    project.git('add', '-A')
    project.git('commit', '-qm', 'close the phase')
    const walk = new Walk(project)
    await walk.call('brief', 'audit-milestone')
    expect(walk.text).toContain('milestone audit')
    await walk.follow('begin audit-milestone', { '<id>': 'v1.0' }, true)
    expect(walk.text).toContain('find both ends and the call between them')
    // The text names the subagent that checks how several phases work together.
    expect(walk.text).toContain('gsd-integration-checker')
    const { drafts } = takenUnit(walk.text)
    project.write(`${drafts}/v1.0-MILESTONE-AUDIT.md`, audit('v1.0'))
    await walk.follow('unit finish', {}, true)
    expect(walk.text).toContain('audit-milestone v1.0: accepted')
    expect([walk.callsMade.length, project.git('status', '--porcelain')]).toEqual([3, ''])
    expect((await next(project)).unit).toMatchObject({ unitType: 'complete-milestone', unitId: 'v1.0' })
  })

  it.each([
    ['a version', WINDOWED, 'v1.0'],
    ['no version', FLAT, 'milestone'],
  ])('of a milestone with %s names one draft with its form, and accepts it', async (_, roadmap, id) => {
    const project = start(roadmap)
    await completePhase(project)
    const { stdout } = await project.ask('begin', 'audit-milestone', id)
    const names = [...stdout.matchAll(/`\.planning\/\.runtime\/drafts\/([^`]+)`/g)].map(([, path]) => path as string)
    expect(names).toHaveLength(1)
    const form = /````markdown\n([\s\S]*?)\n````/.exec(stdout)?.[1] ?? ''
    for (const part of ['gaps:', 'scores:', '## Tech Debt']) expect(form).toContain(part)
    const filled = form
      .replace('milestone: ""', 'milestone: v1.0')
      .replace('audited: ""', 'audited: "2026-01-05"')
      .replace(/^status: .*$/m, 'status: tech_debt')
      .replace(/\[[^\]\n]+\]/g, 'Looked at; it holds.')
    project.write(`.planning/.runtime/drafts/${names[0]}`, `${filled}\n`)
    const done = await project.ask('unit', 'finish', '--claim', /--claim (\w+)/.exec(stdout)?.[1] ?? '')
    expect([done.exit, done.json().verdict], done.stdout).toEqual([0, 'accept'])
  })

  it('may not pass while no phase covers a requirement, which the facts name', async () => {
    const project = start(WINDOWED, {
      '.planning/REQUIREMENTS.md': requirements('COUNT-01').replace(
        '## Trace',
        '- [ ] **COUNT-02**: Nobody carries it\n\n## Trace',
      ),
    })
    await completePhase(project)
    const facts = await project.ask('milestone', 'audit')
    expect([facts.exit, facts.json().ready, facts.json().gaps[0].code]).toEqual([1, false, 'REQUIREMENT_UNCOVERED'])
    const claimed = await claimNext(project, 'audit-milestone', 'v1.0')
    writeDrafts(project, claimed, { 'v1.0-MILESTONE-AUDIT.md': audit('v1.0') })
    const called = await finish(project, claimed)
    expect([called.exit, called.json().findings[0].code], called.stdout).toEqual([1, 'REQUIREMENT_UNCOVERED'])
    writeDrafts(project, claimed, { 'v1.0-MILESTONE-AUDIT.md': audit('v1.0', 'gaps_found') })
    await finished(project, claimed)
  })
})

describe('a milestone between one that shipped and one that is planned', () => {
  const NOW = '### 🚧 v1.0 First (In Progress)\n\n- [ ] **Phase 1: Counting** - Words\n'
  const roadmap = [
    '# Roadmap: Counter\n\n## Milestones\n',
    '- ✅ **v0.9 Words** — Phases 0-0 (shipped 2026-01-01)\n- 🚧 **v1.0 First** — Phases 1-1 (in progress)',
    '- 🔮 **v1.1 Lines** — Phases 2-2 (planned)\n\n## Phases\n',
    `<details>\n<summary>✅ v0.9 Words (Phases 0-0) — SHIPPED 2026-01-01</summary>\n\n${section('0', 'Words', 'WORD-01')}\n</details>\n`,
    `${NOW}\n## Phase Details\n\n${section('1', 'Counting', 'COUNT-01')}`,
    `### 🔮 v1.1 Lines\n\n- [ ] **Phase 2: Lines** - Lines\n\n## Phase Details (v1.1)\n\n${section('2', 'Lines', 'LINE-01')}`,
  ].join('\n')
  const projectBetween = async () => {
    const project = start(roadmap, {
      '.planning/REQUIREMENTS.md':
        '# Requirements\n\n## v1 Requirements\n\n- [ ] **WORD-01**: Words\n- [ ] **COUNT-01**: It counts\n- [ ] **LINE-01**: Lines\n',
    })
    await completePhase(project)
    return project
  }

  it('is audited by its own requirements', async () => {
    const project = await projectBetween()
    expect((await project.ask('progress')).json()).toMatchObject({ requirements_total: 1, requirements_complete: 1 })
    const audited = (await project.ask('milestone', 'audit')).json()
    expect([audited.ready, audited.scores.requirements]).toEqual([true, '1/1'])
    const { info } = (await project.ask('health')).json()
    expect(info.filter(({ code }: { code: string }) => code.startsWith('REQUIREMENT_'))).toEqual([])
  })

  it('is followed by the planned one, which next and progress name', async () => {
    const project = await projectBetween()
    expect((await project.ask('next', '--pretty')).stdout).toContain('v1.1 Lines')
    expect((await project.ask('progress')).json().waiting).toMatchObject([{ text: expect.stringContaining('v1.1') }])
  })
})
