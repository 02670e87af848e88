// Reports of progress: phases and requirements, the state between milestones, and unknown figures.
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const ROADMAP = '.planning/ROADMAP.md'
type Row = Readonly<Record<string, unknown>>

describe('progress', () => {
  it('matches a coded directory with its phase', async () => {
    const files = Object.fromEntries(
      Object.entries(OURS).map(([path, text]) => [path.replace('phases/01-', 'phases/LED-01-'), text]),
    )
    const { phases } = (await makeProject(files).ask('progress')).json()
    expect(phases.map((row: Row) => [row['number'], row['plan_count'], row['complete_count'], row['status']])).toEqual([
      ['1', 2, 1, 'in progress'],
      ['2', 0, 0, 'not started'],
      ['3', 0, 0, 'not started'],
    ])
  })

  it('is printed as a table with the milestone’s bar', async () => {
    const { stdout } = await makeProject(OURS).ask('progress', '--pretty')
    expect(stdout).toContain('| 1. Foundation | 1/2   | in progress |')
    expect(stdout).toContain('[░░░░░░░░░░] 0% (0 of 3 phases done, 0 verified)')
  })

  it('between milestones lists closed phases, without a current phase or a percentage', async () => {
    const shipped =
      '# Roadmap\n\n<details>\n<summary>✅ v1.0 First</summary>\n\n### Phase 1: Foundation\n\n**Goal**: A base\n\n</details>\n'
    const found = (await makeProject({ ...OURS, [ROADMAP]: shipped }).ask('progress')).json()
    expect(found).toMatchObject({ scope: 'between_milestones', percent: null, milestone_version: null })
    expect([found.current_phase, found.next_phase]).toEqual([null, null])
    expect(found.phases).toMatchObject([
      { number: '1', plan_count: 2, complete_count: 1, status: 'done', closed: true, milestone: 'v1.0', open: [] },
    ])
    expect(found.shipped).toEqual({ version: 'v1.0', name: 'First', phases: 1, plans: 2, archived: [] })
    expect(found.unknown.map(({ path, code }: Row) => `${path} ${code}`)).toEqual(
      ['milestone_version', 'percent', 'current_phase', 'next_phase'].map((path) => `${path} BETWEEN_MILESTONES`),
    )
  })

  it('between milestones describes a milestone that is completely archived', async () => {
    const archive = '.planning/milestones/v1.0'
    const files = {
      ...Object.fromEntries(
        Object.entries(OURS).map(([path, text]) => [path.replace('.planning/phases/', `${archive}-phases/`), text]),
      ),
      [`${archive}-ROADMAP.md`]: OURS[ROADMAP] as string,
    }
    for (const roadmap of [
      null,
      '# Roadmap\n\n## Milestones\n\n- ✅ **v1.0 First** - Phases 1-3 (shipped 2026-01-02)\n',
    ]) {
      const { [ROADMAP]: _, ...rest } = files as Record<string, string>
      const project = makeProject(roadmap === null ? rest : { ...rest, [ROADMAP]: roadmap })
      const { exit, json } = await project.ask('progress')
      expect(exit).toBe(0)
      expect(json().phases.map(({ status }: Row) => status)).toEqual(['done', 'done', 'done'])
      expect(json().shipped).toMatchObject({ version: 'v1.0', phases: 3, plans: 2 })
      expect(json().shipped.archived).toEqual([`${archive}-ROADMAP.md`, `${archive}-phases`])
      expect((await project.ask('progress', '--pretty')).stdout).toContain('last shipped: v1.0')
    }
  })

  it('counts requirements by evidence, and names the figures that are unknown', async () => {
    const project = makeProject(OURS)
    expect((await project.ask('progress')).json()).toMatchObject({ requirements_total: 4, requirements_complete: 0 })
    const bare = (await makeProject({ '.planning/PROJECT.md': '# X\n' }).ask('progress')).json()
    expect([bare.scope, bare.unknown.map(({ path }: Row) => path)]).toEqual([
      'empty',
      ['milestone_version', 'percent', 'current_phase', 'next_phase', 'requirements_total'],
    ])
  })
})
