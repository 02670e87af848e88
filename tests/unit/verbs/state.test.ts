// STATE.md in the forms the family's tools leave it: its position follows the evidence, its memory is kept, and nothing else changes.

import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { execute } from '../../../lib/cli/execute.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS, TOOLS } from '../../support/project.js'

afterAll(disposeProjects)

const STATE = '.planning/STATE.md'
const ROADMAP = '.planning/ROADMAP.md'

/** OURS with another STATE.md. */
const stating = (text: string, base: Files = OURS): Files => ({ ...base, [STATE]: text })

describe('state load', () => {
  it('answers the effective settings under the names of the family, legacy ones included', async () => {
    const answer = (await makeProject(OLDER).ask('state', 'load')).json()
    expect(answer.config).toMatchObject({
      mode: 'yolo',
      granularity: 'coarse',
      commit_docs: true,
      research: false,
      plan_checker: true,
      branching_strategy: 'none',
      parallelization: true,
      model_overrides: null,
      agent_skills: {},
      workflow: { research: false, plan_check: true },
    })
    expect([answer.state_exists, answer.roadmap_exists, answer.config_exists]).toEqual([true, true, true])
    expect(answer.state_raw).toBe(OLDER[STATE])
  })

  it('is what state alone says, masks secrets, and makes no prototype of a key', async () => {
    const config = '{"brave_search": "BSA-0123456789abcd", "model_overrides": {"__proto__": "x", "planner": "opus"}}'
    const project = makeProject({ ...OURS, '.planning/config.json': config })
    const [alone, spoken] = [await project.ask('state'), await project.ask('state', 'load')]
    expect(alone.stdout).toBe(spoken.stdout)
    expect(alone.json().config.brave_search).toBe('****abcd')
    expect(alone.json().config.model_overrides.planner).toBe('opus')
    expect(alone.stdout).not.toContain('BSA-0123')
  })

  it('a config that does not parse is an error, never silent defaults', async () => {
    const answer = await makeProject({ ...OURS, '.planning/config.json': '{"mode": ' }).ask('state', 'load')
    expect([answer.exit, answer.json().error.code, answer.json().config]).toEqual([1, 'CONFIG_PARSE_FAILED', {}])
  })
})

describe('state json', () => {
  it('a milestone that the roadmap does not name is null with a reason', async () => {
    const flat = '# Roadmap\n\n### Phase 1: Foundation\n\n**Goal**: A base\n'
    const found = (await makeProject({ ...OURS, [ROADMAP]: flat }).ask('state', 'json')).json()
    expect([found.milestone, found.milestone_name]).toEqual([null, null])
    expect(found.unknown).toEqual([expect.objectContaining({ path: 'milestone', code: 'MILESTONE_UNNAMED' })])
  })
})

describe('state rebuild', () => {
  it('makes it anew where nothing was kept, and says so', async () => {
    const project = makeProject(OURS)
    writeFileSync(project.at(STATE), Buffer.from([0xff, 0xfe]))
    const { note } = (await project.ask('state', 'rebuild')).json()
    expect(note).toContain('was made anew')
    expect(project.read(STATE)).toMatch(/^Phase: 1 of 3 \(Foundation\)$/m)
  })

  it('gives a body without a position one, and keeps every line people wrote', async () => {
    const prose = '# Project State\n\nOur notes.\n\n## Thoughts\n\n   odd   spacing\n'
    const project = makeProject(stating(prose))
    await project.ask('state', 'rebuild')
    const after = project.read(STATE)
    for (const line of prose.split('\n')) expect(after.split('\n')).toContain(line)
    expect(after).toMatch(/^Status: Executing$/m)
  })
})

describe('memory', () => {
  it('a day is the local day of the clock', async () => {
    const project = makeProject(OURS)
    const clock = { now: () => Date.parse('2026-01-05T23:30:00.000Z'), today: () => '2026-01-06' }
    const bin = project.at('dist')
    await execute({
      argv: ['state', 'record-session'],
      env: project.env(),
      cwd: project.root,
      bin,
      script: TOOLS,
      clock,
    })
    expect(project.read(STATE)).toMatch(/^Last session: 2026-01-06$/m)
    expect(project.read(STATE)).toMatch(/^last_updated: "2026-01-05T23:30:00.000Z"$/m)
  })
})
