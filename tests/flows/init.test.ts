// What `init` answers: the facts of the briefs as values, the state of every phase by evidence, and null with a reason for what is not known.
import { afterEach, describe, expect, it } from 'vitest'
import { projectDraft, roadmapDraft } from '../support/drafts.js'
import { CREATED, disposeProjects, makeProject, OLDER, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const DIR = '.planning/phases/01-foundation'
const asked = async (project: TempProject, ...words: readonly string[]) => (await project.ask('init', ...words)).json()

describe('init and brief speak of the same facts', () => {
  it.each([
    ['plan-phase', ['1'], { phase_dir: 'expected_phase_dir', requirements: 'phase_req_ids' }],
    ['execute-phase', ['1'], { phase_dir: 'phase_dir', requirements: 'phase_req_ids' }],
    ['plan-phase', ['2'], { phase_dir: 'expected_phase_dir', requirements: 'phase_req_ids' }],
  ] as const)('%s %j', async (workflow, words, pairs) => {
    for (const files of [OURS, { ...OURS, '.planning/config.json': '{"planning_schema":1,"mode":"interactive"}' }]) {
      const project = makeProject(files)
      const told = (await project.ask('brief', workflow, ...words, '--json')).json().facts
      const given = await asked(project, workflow, ...words)
      for (const [fact, key] of Object.entries(pairs)) {
        expect(Object.keys(told)).toContain(fact)
        expect([key, given[key]]).toEqual([key, told[fact]])
      }
      expect(told.phase_line).toContain(given.phase_name)
      expect(told.auto === 'on').toBe((await asked(project, 'plan-phase', ...words)).auto_chain_active)
    }
  })
})

describe('init plan-phase', () => {
  it('knows a phase that is only in the roadmap, and says where it will lie', async () => {
    const answer = await asked(makeProject(OURS), 'plan-phase', '2')
    expect(answer).toMatchObject({
      phase_found: true,
      phase_dir: null,
      expected_phase_dir: '.planning/phases/02-accounts',
      padded_phase: '02',
      has_plans: false,
    })
  })

  it('gives a reason for every value it cannot know', async () => {
    const answer = await asked(makeProject(OURS), 'phase-op', '99')
    expect(answer).toMatchObject({ phase_found: false, phase_dir: null, phase_number: null, plan_count: null })
    const reasons = answer.unknown.map(({ path }: { path: string }) => path)
    expect(reasons).toEqual(expect.arrayContaining(['phase_dir', 'phase_number', 'plan_count', 'context_path']))
  })

  it('answers paths relative to the root, which is absolute', async () => {
    const project = makeProject(OURS)
    const answer = await asked(project, 'plan-phase', '1')
    expect(answer.project_root).toBe(project.root)
    expect([answer.context_path, answer.state_path]).toEqual([`${DIR}/01-CONTEXT.md`, '.planning/STATE.md'])
    for (const [key, value] of Object.entries(answer))
      if (key.endsWith('_path') && value !== null)
        expect(project.has(value as string) || !key.startsWith('state')).toBe(true)
  })
})

describe('init execute-phase', () => {
  it('lists what may run and what waits for what', async () => {
    const answer = await asked(makeProject(OURS), 'execute-phase', '1')
    expect(answer).toMatchObject({
      plans: ['01-01-PLAN.md', '01-02-PLAN.md'],
      summaries: ['01-01-SUMMARY.md'],
      incomplete_plans: ['01-02-PLAN.md'],
      runnable_plans: ['01-02'],
      blocked_by: {},
      branch_name: null,
    })
  })

  it('names the branch by the settings, and starts nothing', async () => {
    const project = makeProject({
      ...OURS,
      '.planning/config.json': '{"planning_schema":1,"git":{"branching_strategy":"phase"}}',
    })
    const before = project.snapshot()
    expect((await asked(project, 'execute-phase', '1')).branch_name).toBe('gsd/phase-01-foundation')
    expect(project.snapshot()).toEqual(before)
  })

  it('compares STATE.md with what is derived when it is asked to', async () => {
    const project = makeProject({
      ...OURS,
      '.planning/STATE.md': (OURS['.planning/STATE.md'] as string).replace('total_plans: 2', 'total_plans: 9'),
    })
    expect((await asked(project, 'execute-phase', '1')).state_warnings).toBeNull()
    const checked = await asked(project, 'execute-phase', '1', '--validate')
    expect(checked.state_warnings).toContainEqual(expect.objectContaining({ stated: 9, derived: 2 }))
  })
})

describe('what is not known is null with a reason', () => {
  it('a milestone where the roadmap has none open', async () => {
    const answer = await asked(makeProject({ '.planning/PROJECT.md': '# Empty\n' }), 'milestone-op')
    expect([answer.milestone_version, answer.milestone_name]).toEqual([null, null])
    expect(answer.unknown).toContainEqual(
      expect.objectContaining({ path: 'milestone_version', code: 'NO_OPEN_MILESTONE' }),
    )
  })

  it('a version of a milestone that is open and gets one when it is closed', async () => {
    const files = { '.planning/PROJECT.md': projectDraft, '.planning/ROADMAP.md': roadmapDraft }
    const answer = await asked(makeProject(files), 'milestone-op')
    expect([answer.milestone_version, answer.phase_count]).toEqual([null, 2])
    expect(answer.unknown).toContainEqual(expect.objectContaining({ path: 'milestone_version', code: 'NO_VERSION' }))
  })

  it('a model where the client takes none, and the profile of the client where it does', async () => {
    const project = makeProject({})
    const neutral = await asked(project, 'new-project')
    expect(neutral.roadmapper_model).toBeNull()
    expect(neutral.unknown).toContainEqual(expect.objectContaining({ path: 'roadmapper_model' }))
    const known = (await project.askWith({ CLAUDECODE: '1' }, 'init', 'new-project')).json()
    expect([known.agent_runtime, known.roadmapper_model]).toEqual(['claude', 'sonnet'])
  })
})

it('a search service is there when it is switched on, keyed as a text, in the environment or in the folder of the person', async () => {
  const withService = (value: unknown) =>
    makeProject({ ...OURS, '.planning/config.json': JSON.stringify({ brave_search: value }) })
  for (const [value, is] of [
    [true, true],
    ['BSA-secret-1234', true],
    ['', false],
    [false, false],
    [null, false],
  ] as const) {
    const answer = await withService(value).ask('init', 'phase-op', '1')
    expect([value, answer.json().brave_search]).toEqual([value, is])
    expect(answer.stdout).not.toContain('secret')
  }
  const project = withService(false)
  expect((await project.askWith({ BRAVE_API_KEY: 'x' }, 'init', 'phase-op', '1')).json().brave_search).toBe(true)
  project.write('../home/.gsd/brave_api_key', 'x')
  expect((await asked(project, 'phase-op', '1')).brave_search).toBe(true)
})

it('agents count as installed when every one of the pack lies in the folder of the client', async () => {
  const project = makeProject(OURS)
  const ask = async () => (await project.askWith({ CLAUDECODE: '1' }, 'init', 'progress')).json()
  const before = await ask()
  expect([before.agents_installed, before.missing_agents]).toEqual([false, expect.arrayContaining(['gsd-planner'])])
  for (const name of before.missing_agents) project.write(`../home/.claude/agents/${name}.md`, 'x')
  const after = await ask()
  expect([after.agents_installed, after.missing_agents]).toEqual([true, []])
  expect(after.agents_dir).toBe(`${project.home}/.claude/agents`)
})

describe('init progress and init manager', () => {
  it('tell done from ticked', async () => {
    const ticked = (OURS['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 2', '- [x] **Phase 2')
    const answer = await asked(
      makeProject({ ...OURS, '.planning/ROADMAP.md': ticked, '.planning/ledger.jsonl': CREATED }),
      'progress',
    )
    expect(answer.phases[1]).toMatchObject({
      number: '2',
      status: 'not started',
      roadmap_complete: true,
      phase_complete: false,
    })
    expect(answer.current_phase.number).toBe('1')
    expect(answer.completed_count).toBe(0)
  })

  it('recommend what next answers, for phases whose dependencies are met', async () => {
    const project = makeProject(OURS)
    const { command } = (await project.ask('next')).json()
    const { recommended_actions: actions, phases } = await asked(project, 'manager')
    expect(actions).toEqual([expect.objectContaining({ phase: '1', action: 'execute' })])
    expect(actions[0].command.replace(/\b0/, '')).toBe(command.replace(/\b0/, ''))
    expect(phases[1]).toMatchObject({ deps_satisfied: false, deps_display: '1' })
  })

  it('answer for a project of an older tool alike', async () => {
    const [ours, older] = await Promise.all([
      asked(makeProject(OURS), 'progress'),
      asked(makeProject(OLDER), 'progress'),
    ])
    const rows = (answer: typeof ours) =>
      answer.phases.map(({ number, name, plan_count, summary_count }: Record<string, unknown>) => [
        number,
        name,
        plan_count,
        summary_count,
      ])
    expect(rows(older)).toEqual(rows(ours))
  })
})

it('a quick task has no id before it is claimed', async () => {
  const answer = await asked(makeProject(OURS), 'quick', 'Fix', 'the', 'login')
  expect(answer).toMatchObject({
    slug: 'fix-the-login',
    description: 'Fix the login',
    quick_id: null,
    date: '2026-01-05',
  })
  expect(answer.unknown).toContainEqual(expect.objectContaining({ path: 'quick_id', code: 'NOT_CLAIMED' }))
})

it('a claim that nobody finished is what resume finds', async () => {
  const project = makeProject(OURS)
  const revision = (await project.ask('state', 'derive', '--pick', 'revision', '--raw')).stdout.trim()
  await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)
  const soon = await asked(project, 'resume')
  expect(soon.interrupted).toMatchObject([{ unitType: 'execute-plan', unitId: '01-02', claim_expired: false }])
  project.time += 60 * 60_000
  expect((await asked(project, 'resume')).interrupted[0].claim_expired).toBe(true)
})

it('removing a workspace names what would be lost', async () => {
  const project = makeProject({})
  project.write('../home/gsd-workspaces/w/WORKSPACE.md', '# w\n')
  project.write('../home/gsd-workspaces/w/api/a.txt', 'a')
  const folder = `${project.home}/gsd-workspaces/w/api`
  project.git('init', '--quiet', '--initial-branch=main', folder)
  project.git('-C', folder, 'add', '--all')
  project.git('-C', folder, 'commit', '--quiet', '--message=a')
  const clean = await asked(project, 'remove-workspace', 'w')
  expect(clean.repos).toEqual([{ repo: 'api', branch: 'main', dirty: false, unmerged: true }])
  project.write('../home/gsd-workspaces/w/api/b.txt', 'b')
  project.git('-C', folder, 'branch', 'kept')
  expect((await asked(project, 'remove-workspace', 'w')).repos).toEqual([
    { repo: 'api', branch: 'main', dirty: true, unmerged: false },
  ])
  expect(project.has('.planning')).toBe(false)
  expect((await project.ask('init', 'remove-workspace', 'x')).exit).toBe(1)
})

it('a config.json that does not parse is an answer with its place, not a set of defaults', async () => {
  const answer = await makeProject({ ...OURS, '.planning/config.json': '{\n  "mode": yolo\n}' }).ask('init', 'progress')
  expect([answer.exit, answer.json().error.code]).toEqual([1, 'CONFIG_PARSE_FAILED'])
  expect(answer.json().error.message).toContain('.planning/config.json:2:11')
})

it('an unknown workflow is refused with the nearest name', async () => {
  const answer = await makeProject(OURS).ask('init', 'plan-phse', '1')
  expect([answer.exit, answer.json().error.code]).toEqual([2, 'USAGE'])
  expect(answer.json().error.fix).toContain('plan-phase')
})
