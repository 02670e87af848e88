// The next step in its several forms: what stands in the way is said, nothing is decided twice.
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'
import { claim, finish } from '../../support/work.js'

afterAll(disposeProjects)

const PHASE = '.planning/phases/01-foundation'

describe('route next-action', () => {
  it('names the command, the phase and what lies there', async () => {
    const found = (await makeProject(OURS).ask('route', 'next-action')).json()
    expect(found).toMatchObject({
      command: expect.stringContaining('execute-phase'),
      args: '1',
      hold: null,
      current_phase: '1',
      phase_name: 'Foundation',
      gates: { continue_here: false, error_state: false, unresolved_verification: false, consecutive_calls: 0 },
      context: { has_context: true, has_research: false, has_plans: true, plan_count: 2, summary_count: 1 },
    })
  })

  it.each(['.continue-here.md', '.planning/.continue-here.md', `${PHASE}/.continue-here.md`])(
    'sees %s',
    async (path) => {
      const found = (await makeProject({ ...OURS, [path]: 'go on\n' }).ask('route', 'next-action')).json()
      expect(found.gates.continue_here).toBe(true)
    },
  )

  it('counts attempts in a row from the ledger, and sees that the last one failed', async () => {
    const project = makeProject(OURS)
    for (const _ of [1, 2]) {
      const claimed = await claim(project, 'execute-plan', '01-02')
      await finish(project, claimed, '--status', 'failed')
    }
    const found = (await project.ask('route', 'next-action')).json()
    expect(found.gates).toMatchObject({ consecutive_calls: 2, error_state: true })
  })

  it('on hold there is no command, but a way on', async () => {
    const stop = '---\nclass: stop\ntext: wait for Ada\n---\n'
    const project = makeProject({ ...OURS, '.planning/todos/pending/stop.md': stop })
    const found = await project.ask('route', 'next-action')
    expect(found.exit).toBe(0)
    expect(found.json()).toMatchObject({
      command: null,
      args: '',
      reason: 'wait for Ada',
      hold: expect.stringContaining('stop.md'),
    })
    expect((await project.ask('smart-entry')).json()).toMatchObject({
      situation: 'paused',
      recommended: 'resolve',
      signals: { paused: true },
    })
  })
})

describe('smart-entry', () => {
  it('begins where there is no project yet', async () => {
    const found = (await makeProject({ 'README.md': 'x' }).ask('smart-entry')).json()
    expect(found).toMatchObject({
      situation: 'no-project',
      recommended: 'new-project',
      signals: { has_planning: false, has_roadmap: false, has_git: false, git_dirty: null, roadmap_total_phases: null },
    })
    expect(found.actions[0]).toMatchObject({ recommended: true, command: expect.stringContaining('new-project') })
  })

  it('asks git, and says what git could not tell', async () => {
    const project = makeProject(OURS).initGit()
    const clean = (await project.ask('smart-entry')).json()
    expect([clean.signals.git_dirty, clean.signals.git_unpushed]).toEqual([false, null])
    expect(clean.unknown.map(({ path }: { path: string }) => path)).toContain('signals.git_unpushed')
    project.write('new.txt', 'x')
    const before = project.snapshot()
    expect((await project.ask('smart-entry')).json().signals.git_dirty).toBe(true)
    expect(project.snapshot()).toEqual(before)
  })

  it('every null that is not known has its reason', async () => {
    const found = (await makeProject(OURS).ask('smart-entry')).json()
    const nulls = Object.entries(found.signals).filter(([, value]) => value === null)
    expect(found.unknown.map(({ path }: { path: string }) => path).sort()).toEqual(
      nulls.map(([name]) => `signals.${name}`).sort(),
    )
  })
})

describe('text for people', () => {
  it('next --pretty, ui next-up and smart-entry say the same', async () => {
    const project = makeProject(OURS)
    const shown = (await project.ask('next', '--pretty')).stdout.trimEnd()
    expect(shown).toMatch(/^Next: execute-plan 01-02 — .+\nWhy: wave 2: 01-02 open\nCommand: .*execute-phase 1$/)
    expect((await project.ask('ui', 'next-up', '--pick', 'text', '--raw')).stdout.trimEnd()).toBe(shown)
    expect((await project.ask('smart-entry')).json().summary).toBe(shown)
    expect((await project.ask('next', '--table', '--pretty')).stdout).toContain(
      'executing → execute-plan (execute-phase)',
    )
  })

  it('a hold says how to go on', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{' })
    const shown = await project.ask('next', '--pretty')
    expect([shown.exit, shown.stdout]).toEqual([4, expect.stringMatching(/^On hold \(CONFIG\): .*\nTo go on: /)])
  })

  it('a banner is text', async () => {
    const project = makeProject({})
    const shown = (await project.ask('ui', 'banner', 'Planning  phase 2', '--pick', 'text', '--raw')).stdout
    expect(shown.split('\n').slice(0, 3)).toEqual(['━'.repeat(60), ' GSD ► PLANNING PHASE 2', '━'.repeat(60)])
  })
})
