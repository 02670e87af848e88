// STATE.md in the forms of older tools: its position is derived, other content is kept.
import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { execute } from '../../../lib/cli/execute.js'
import { disposeProjects, type Files, makeProject, OURS, TOOLS } from '../../support/project.js'

afterAll(disposeProjects)

const STATE = '.planning/STATE.md'
const ROADMAP = '.planning/ROADMAP.md'

const withState = (text: string, base: Files = OURS): Files => ({ ...base, [STATE]: text })

describe('progress', () => {
  it('a milestone that the roadmap does not name is null with a reason', async () => {
    const flat = '# Roadmap\n\n### Phase 1: Foundation\n\n**Goal**: A base\n'
    const found = (await makeProject({ ...OURS, [ROADMAP]: flat }).ask('progress')).json()
    expect([found.milestone_version, found.milestone_name]).toEqual([null, null])
    expect(found.unknown).toEqual([expect.objectContaining({ path: 'milestone_version', code: 'MILESTONE_UNNAMED' })])
  })
})

describe('state rebuild', () => {
  const LATE = `# Roadmap

### v2.0 Second (In Progress)

### Phase 14: Guardrails
**Goal**: Guarded

### Phase 19: Hardening
**Goal**: Hard
`

  const PLAIN = Object.fromEntries(Object.entries(OURS).filter(([path]) => !path.includes('/phases/')))

  it.each([
    ['14', '14 of 19 (Guardrails)'],
    ['13 of 19 (Panel)', '14 of 19 (Guardrails)'],
    ['3 of 2 (Panel)', '14 of 19 (Guardrails)'],
  ])('replaces "%s" with the phase number, never its index', async (old, expected) => {
    const text = `---\nstatus: x\n---\n\n# S\n\n## Current Position\n\nPhase: ${old}\nPlan: Not started\n`
    const project = makeProject({ ...PLAIN, [ROADMAP]: LATE, [STATE]: text })
    await project.ask('state', 'rebuild')
    expect(project.read(STATE)).toContain(`Phase: ${expected}\n`)
    expect(project.read(STATE)).toMatch(/^current_phase: "?14"?$/m)
  })

  it('updates a plain count of plans, and leaves other words alone', async () => {
    const line = (count: string) => `# S\n\n## Performance Metrics\n\n- Total plans completed: ${count}\n`
    for (const [old, after] of [
      ['76 (71 from v0.9.0-beta + 5)', '76 (71 from v0.9.0-beta + 5)'],
      ['76', '1'],
      ['[N]', '1'],
    ] as const) {
      const project = makeProject(withState(line(old)))
      await project.ask('state', 'rebuild')
      expect(project.read(STATE)).toContain(`Total plans completed: ${after}\n`)
    }
  })

  it.each([
    ['[██████████] 100% — waiting for hardware', '[░░░░░░░░░░] 0% — waiting for hardware'],
    ['nearly there, the hardware is missing', 'nearly there, the hardware is missing'],
    ['[██████████] 100%', '[░░░░░░░░░░] 0%'],
  ])('updates the bar of "%s" and keeps the words around it', async (old, after) => {
    const project = makeProject(withState(`# S\n\n## Current Position\n\nPhase: 1\nProgress: ${old}\n`))
    await project.ask('state', 'rebuild')
    expect(project.read(STATE)).toContain(`Progress: ${after}\n`)
  })

  it('creates a new file if the old one cannot be read and was never saved, and says so', async () => {
    const project = makeProject(OURS)
    writeFileSync(project.at(STATE), Buffer.from([0xff, 0xfe]))
    const { note } = (await project.ask('state', 'rebuild')).json()
    expect(note).toContain('a new one was created')
    expect(project.read(STATE)).toMatch(/^Phase: 1 of 3 \(Foundation\)$/m)
  })

  it('adds a position to a body without one, and keeps every line', async () => {
    const prose = '# Project State\n\nOur notes.\n\n## Thoughts\n\n   odd   spacing\n'
    const project = makeProject(withState(prose))
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
