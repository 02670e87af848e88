// Reading milestones and phases of ROADMAP.md.
import { afterAll, describe, expect, it } from 'vitest'
import { listedPhases } from '../../../lib/artifacts/roadmap/milestone-text.js'
import { roadmap as roadmapKind } from '../../../lib/artifacts/roadmap/roadmap-check.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS } from '../../support/project.js'
import { sourceFrom } from '../../support/sources.js'

afterAll(disposeProjects)

const ROADMAP = '.planning/ROADMAP.md'
const PHASE = '.planning/phases/01-foundation'
/** An older tool executed both plans of phase 1. */
const CLAIMED: Files = {
  ...OLDER,
  [`${PHASE}/01-02-SUMMARY.md`]: (OLDER[`${PHASE}/01-01-SUMMARY.md`] as string).replace('plan: "01"', 'plan: "02"'),
}
const withRoadmap = (text: string, more: Files = {}): Files => ({ ...OURS, ...more, [ROADMAP]: text })

describe('the name of a milestone', () => {
  const named = (text: string) =>
    roadmapKind
      .parse(sourceFrom(text, ROADMAP))
      .value.milestones.map(({ version, name, rest }) => [
        [version, name].filter((part) => part !== null).join(' '),
        listedPhases(rest),
      ])

  it.each(['--', '-', '—', '–'])('begins and ends at a separator "%s"', async (dash) => {
    const list = `# R\n\n## Milestones\n\n- ✅ **v1.0 First** ${dash} Phases 1-4 (shipped 2026-01-02)\n`
    const open = `\n### v2.0 ${dash} Second + Third ${dash} Phases 5-6 (In Progress)\n\n### Phase 5: Now\n\n**Goal**: G\n`
    expect(named(list + open)).toEqual([['v1.0 First', '1-4']])
    const found = (await makeProject(withRoadmap(list + open)).ask('progress')).json()
    expect([found.milestone_version, found.milestone_name]).toEqual(['v2.0', 'Second + Third'])
  })

  it('follows a linked version, and the phases on its line are counted', async () => {
    const text =
      '# R\n\n## Completed Milestones\n\n- [v3.4](milestones/v3.4-ROADMAP.md) — Bow Overhaul (phases 86-88)\n'
    expect(named(text)).toEqual([['v3.4 Bow Overhaul', '86-88']])
    const bare = Object.fromEntries(Object.entries(withRoadmap(text)).filter(([path]) => !path.includes('/phases/')))
    const { shipped } = (await makeProject(bare).ask('progress')).json()
    expect(shipped).toMatchObject({ version: 'v3.4', name: 'Bow Overhaul', phases: 3 })
  })

  it.each([
    ['- v1.0 First: Phases 1–2, shipped', '- v1.1 Second: Phases 3–4'],
    ['- v1.0 First, phases 1-2 (done)', '- v1.1 Second, phases 3-4'],
    ['- v1.0 First (Phases 1-2) shipped', '- v1.1 Second (Phases 3-4) in progress'],
    ['- [x] **v1.0 First** — Phases 1-2', '- [ ] **v1.1 Second** — Phases 3-4'],
  ])('ends where its phases are listed: %s', async (...lines) => {
    const sections = [1, 2, 3, 4].map((id) => `### Phase ${id}: P${id}\n\n**Goal**: G\n`).join('\n')
    const text = `# R\n\n## Milestones\n\n${lines.join('\n')}\n\n## Phases\n\n${sections}`
    expect(named(text)).toEqual([
      ['v1.0 First', '1-2'],
      ['v1.1 Second', '3-4'],
    ])
    const { phases, milestone_version: version } = (await makeProject(withRoadmap(text)).ask('progress')).json()
    expect([version, phases.map(({ number }: { number: string }) => number)]).toEqual(['v1.1', ['3', '4']])
  })

  it('is empty if phases or a state follow the version', () => {
    const text = '# R\n\n## Milestones\n\n- ✅ **v1.0** — Phases 1-4 (shipped 2026-01-02)\n'
    expect(named(text)).toEqual([['v1.0', '1-4']])
  })
})

describe('roadmap reading', () => {
  it('a phase that is last on disk but not in the roadmap does not end the milestone', async () => {
    const project = makeProject(CLAIMED)
    expect((await project.ask('progress')).json()).toMatchObject({ current_phase: '2', next_phase: '2' })
    expect((await project.ask('next')).json()).toMatchObject({ step: 'needs-discussion', unit: { unitId: '02' } })
  })
})
