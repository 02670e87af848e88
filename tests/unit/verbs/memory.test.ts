// STATE.md and the settings in verbs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

describe('memory of STATE.md', () => {
  it('record-session creates a missing section, and updates the front matter', async () => {
    const project = makeProject({
      ...OURS,
      '.planning/STATE.md':
        '---\ngsd_state_version: "1.0"\nstopped_at: before\n---\n\n# Project State\n\n## Current Position\n\nPhase: 1 of 3\n',
    })
    const answer = (
      await project.ask('state', 'record-session', '--stopped-at', 'Task 2', '--resume-file', 'a.md')
    ).json()
    expect(answer).toMatchObject({ recorded: true, updated: ['Last session', 'Stopped at', 'Resume file'] })
    const after = project.read('.planning/STATE.md')
    expect(after).toMatch(/## Session Continuity\n\nLast session: 2026-01-05\nStopped at: Task 2\nResume file: a\.md/)
    expect(after).toContain('stopped_at: Task 2')
  })
})

describe('progress', () => {
  it('comes from evidence, not from STATE.md', async () => {
    const text = (OURS['.planning/STATE.md'] as string)
      .replace('milestone: v1.0', 'milestone: v9.9')
      .replace('completed_phases: 0', 'completed_phases: 3')
      .replace('percent: 0', 'percent: 99')
    const found = (await makeProject({ ...OURS, '.planning/STATE.md': text }).ask('progress')).json()
    expect(found).toMatchObject({ phase_count: 3, completed_phases: 0, total_plans: 2, done_plans: 1, percent: 0 })
    expect(found).toMatchObject({ milestone_version: 'v1.0', milestone_name: 'First', status: 'executing' })
  })
})

describe('config', () => {
  it.each([
    ['true', 'workflow.research', 'true', true],
    ['a number', 'learnings.max_inject', '3', 3],
    ['text that looks like a number', 'project_code', '007', '007'],
    ['a list', 'planning.sub_repos', '["a","b"]', ['a', 'b']],
    ['an old name', 'commit_docs', 'false', false],
    ['a key with a name in it', 'model_overrides.executor', 'opus', 'opus'],
  ])('set stores %s with its type, and keeps all other bytes', async (_, key, raw, value) => {
    const project = makeProject({ '.planning/config.json': '{\n    "mine": [1,  2],\n    "mode": "yolo"\n}' })
    expect((await project.ask('config', 'set', key, raw)).json().value).toEqual(value)
    expect((await project.ask('config', 'get', key)).json()).toEqual(value)
    expect(project.read('.planning/config.json')).toContain('    "mine": [1,  2],\n    "mode": "yolo"')
  })

  it('refuses run-time state as a setting', async () => {
    const answer = await makeProject(OURS).ask('config', 'set', 'workflow._auto_chain_active', 'true')
    expect([answer.exit, answer.json().error.code]).toEqual([2, 'CONFIG_INVALID_KEY'])
  })

  it('uses the user’s settings that the project lacks, and names the origin of each and the place of an error', async () => {
    const project = makeProject({ '.planning/config.json': '{"granularity": "fine"}' })
    mkdirSync(`${project.home}/.gsd`, { recursive: true })
    writeFileSync(`${project.home}/.gsd/config.json`, '\uFEFF{"mode": "yolo", "granularity": "coarse"}')
    expect((await project.ask('config', 'get', 'mode')).json()).toBe('yolo')
    const { settings } = (await project.ask('config', 'list')).json()
    const shown = Object.fromEntries(
      settings.map(({ key, value, origin }: Record<string, unknown>) => [key, `${value} (${origin})`]),
    )
    expect(shown).toMatchObject({ mode: 'yolo (user)', granularity: 'fine (project)' })
    writeFileSync(`${project.home}/.gsd/config.json`, '{"mode": }')
    const called = await project.ask('config', 'get', 'mode')
    expect([called.exit, called.json().error.code]).toEqual([1, 'CONFIG_PARSE_FAILED'])
    expect(called.json().error.message).toContain('/.gsd/config.json:1:10')
  })

  it('needs no project to print a default', async () => {
    expect((await makeProject({}).ask('config', 'get', 'mode')).json()).toBe('interactive')
  })
})
