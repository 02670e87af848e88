// ROADMAP.md as a structure that is judged and as a place where evidence shows: nothing else in it changes.
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, type Files, makeProject, OLDER, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const ROADMAP = '.planning/ROADMAP.md'
const roadmap = OURS[ROADMAP] as string
const PHASE = '.planning/phases/01-foundation'
const planOf = (number: string, depends: readonly string[], truth = `Part ${number} answers`) =>
  (OURS[`${PHASE}/01-02-PLAN.md`] as string)
    .replace('plan: "02"', `plan: "${number}"`)
    .replace('depends_on: ["01-01"]', `depends_on: [${depends.map((id) => `"${id}"`).join(', ')}]`)
    .replace('Part 02 answers', truth)
/** Both plans of phase 1 carried out with an older tool. */
const CLAIMED: Files = {
  ...OLDER,
  [`${PHASE}/01-02-SUMMARY.md`]: (OLDER[`${PHASE}/01-01-SUMMARY.md`] as string).replace('plan: "01"', 'plan: "02"'),
}
const withRoadmap = (text: string, more: Files = {}): Files => ({ ...OURS, ...more, [ROADMAP]: text })

describe('roadmap milestone-scope', () => {
  const two = roadmap
    .replace('- 🚧 **v1.0 First** - Phases 1-3', '- ✅ **v1.0 First** - Phases 1-3\n- 🚧 **v1.1 Second** - Phase 4')
    .replace(
      '## Progress',
      '## v1.1 Second\n\n### Phase 4: Mail for v2.0 clients\n\n**Goal**: Mail\n\n### Phase 999.1: Some day\n\n**Goal**: x\n\n## Progress',
    )

  it('the roadmap outranks the milestone that STATE.md names, and the difference is told', async () => {
    const project = makeProject(withRoadmap(two))
    expect((await project.ask('state', 'json')).json().milestone).toBe('v1.1')
    const judged = (await project.ask('state', 'validate')).json()
    expect(judged.drift.milestone).toEqual({ stated: 'v1.0', derived: 'v1.1' })
  })
})

describe('roadmap reading', () => {
  it('a heading inside a fence or a comment is text', async () => {
    const text = `${roadmap}\n~~~\n### Phase 77: Example\n~~~\n\n<!--\n### Phase 78: Hidden\n-->\n`
    const found = (await makeProject(withRoadmap(text)).ask('roadmap', 'analyze')).json()
    expect(found.phases.map(({ number }: { number: string }) => number)).toEqual(['1', '2', '3'])
  })

  it.each([
    '**Requirements:** CORE-01, CORE-02',
    '**Requirements** : [CORE-01, CORE-02]',
    '**Requirements**: CORE-01 CORE-02',
  ])('reads %s', async (line) => {
    const text = roadmap.replace('**Requirements**: CORE-01, CORE-02', line)
    const found = (await makeProject(withRoadmap(text)).ask('roadmap', 'get-phase', '1')).json()
    expect(found.requirements).toEqual(['CORE-01', 'CORE-02'])
  })

  it('a code in the question finds a plain heading, another code never finds a coded one', async () => {
    const coded = roadmap.replace('### Phase 2: Accounts', '### Phase ABC-02: Accounts')
    const project = makeProject(withRoadmap(coded))
    expect((await project.ask('roadmap', 'get-phase', 'LED-01')).json()).toMatchObject({
      found: true,
      phase_number: '1',
    })
    expect((await project.ask('roadmap', 'get-phase', 'ABC-02')).json()).toMatchObject({
      found: true,
      phase_name: 'Accounts',
    })
    expect((await project.ask('roadmap', 'get-phase', 'XYZ-02')).exit).toBe(1)
    expect((await project.ask('roadmap', 'get-phase', '2')).exit).toBe(1)
  })

  it('a phase that is last on disk but not in the roadmap does not end the milestone', async () => {
    const project = makeProject(CLAIMED)
    expect((await project.ask('roadmap', 'analyze')).json()).toMatchObject({ current_phase: '2', next_phase: '2' })
    expect((await project.ask('next')).json()).toMatchObject({ step: 'needs-discussion', unit: { unitId: '02' } })
  })
})

describe('roadmap update-plan-progress', () => {
  it('ticks every plan with a valid SUMMARY and no other, and not the phase', async () => {
    const stale = roadmap
      .replace('- [x] 01-01', '- [ ] 01-01')
      .replace('- [ ] 01-02', '- [x] 01-02')
      .replace('1/2 plans complete', '2/2 plans complete')
    const project = makeProject(withRoadmap(stale.replaceAll('\n', '\r\n')))
    const answer = (await project.ask('roadmap', 'update-plan-progress', '1')).json()
    expect(answer).toMatchObject({
      updated: true,
      plan_count: 2,
      summary_count: 1,
      status: 'in progress',
      complete: false,
    })
    expect(project.read(ROADMAP)).toBe(
      roadmap.replaceAll('\n', '\r\n').replace('| 1/2 | In Progress | |', '| 1/2 | In Progress | |'),
    )
    expect((await project.ask('roadmap', 'update-plan-progress', '01')).json().changed).toBe(false)
  })

  it('works in a milestone that is folded open', async () => {
    const folded = roadmap
      .replace('## v1.0 First\n', '<details open>\n<summary>🚧 v1.0 First</summary>\n')
      .replace('- [x] 01-01', '- [ ] 01-01')
      .replace('## Progress', '</details>\n\n## Progress')
    const project = makeProject(withRoadmap(folded))
    await project.ask('roadmap', 'update-plan-progress', '1')
    expect(project.read(ROADMAP)).toBe(folded.replace('- [ ] 01-01', '- [x] 01-01'))
  })

  it('a phase that another tool finished is ticked', async () => {
    const project = makeProject(CLAIMED)
    const answer = (await project.ask('roadmap', 'update-plan-progress', '1')).json()
    expect(answer).toMatchObject({ complete: true, status: 'done' })
    expect(project.read(ROADMAP)).toMatch(/^\| 1\. .*\| Complete \|/m)
    expect(project.read(ROADMAP)).toMatch(/^- \[x\] \*\*Phase 1: Foundation\*\*.*\(completed \d{4}-\d\d-\d\d\)$/m)
    expect((await project.ask('roadmap', 'update-plan-progress', '1')).json().changed).toBe(false)
  })

  it('without plans there is nothing to show', async () => {
    const project = makeProject(OURS)
    const before = project.read(ROADMAP)
    const answer = await project.ask('roadmap', 'update-plan-progress', '2')
    expect([answer.exit, answer.json().reason, project.read(ROADMAP)]).toEqual([1, 'no_plans', before])
  })
})

describe('roadmap annotate-dependencies', () => {
  const grouped = roadmap.replace(
    'Plans:\n- [x] 01-01-PLAN.md — Part 01\n- [ ] 01-02-PLAN.md — Part 02\n',
    'Plans:\n\n**Wave 1**\n\n- [x] 01-01-PLAN.md — Part 01\n\n**Wave 2** *(blocked on Wave 1)*\n\n- [ ] 01-02-PLAN.md — Part 02\n',
  )

  it.each(['\n', '\r\n'])('groups the list by waves once (%j)', async (eol) => {
    const project = makeProject(withRoadmap(roadmap.replaceAll('\n', eol)))
    const answer = (await project.ask('roadmap', 'annotate-dependencies', '1')).json()
    expect(answer).toMatchObject({ updated: true, waves: 2, cross_cutting_constraints: 0, changed: true })
    expect(project.read(ROADMAP)).toBe(grouped.replaceAll('\n', eol))
    expect((await project.ask('roadmap', 'annotate-dependencies', '1')).json().changed).toBe(false)
  })

  it('groups anew when dependencies changed, says what plans share, and numbers as plan-index does', async () => {
    const project = makeProject(withRoadmap(grouped))
    project.write(`${PHASE}/01-02-PLAN.md`, planOf('02', [], 'It is quick'))
    project.write(`${PHASE}/01-03-PLAN.md`, planOf('03', ['01', '02'], 'It is  quick'))
    const answer = (await project.ask('roadmap', 'annotate-dependencies', '1')).json()
    expect(answer).toMatchObject({ waves: 2, cross_cutting_constraints: 1 })
    expect(project.read(ROADMAP)).toContain(
      '**Wave 1**\n\n- [x] 01-01-PLAN.md — Part 01\n- [ ] 01-02-PLAN.md — Part 02\n\n**Wave 2** *(blocked on Wave 1)*\n\n- [ ] 01-03-PLAN.md — Build part 02 of 01-foundation\n\n**Cross-cutting constraints:**\n\n- It is quick\n\n### Phase 2',
    )
    const index = (await project.ask('phase', 'plan-index', '1')).json()
    expect(index.waves).toEqual({ 1: ['01-01', '01-02'], 2: ['01-03'] })
    expect((await project.ask('roadmap', 'annotate-dependencies', '1')).json().changed).toBe(false)
    const listed = (await project.ask('roadmap', 'get-phase', '1')).json().section
    expect(listed).toContain('**Wave 2**')
  })

  it('refuses where waves are not known, or somebody wrote between the plans', async () => {
    const stray = roadmap.replace('- [ ] 01-02-PLAN', 'Mind the gap.\n\n- [ ] 01-02-PLAN')
    for (const [files, code] of [
      [{ [`${PHASE}/01-02-PLAN.md`]: planOf('02', ['the moon']) }, 'BAD_DATA'],
      [
        { [`${PHASE}/01-02-PLAN.md`]: planOf('02', ['03']), [`${PHASE}/01-03-PLAN.md`]: planOf('03', ['02']) },
        'PLAN_CYCLE',
      ],
      [{ [ROADMAP]: stray }, 'WRITE_REFUSED'],
      [{ [ROADMAP]: roadmap.replace('Part 02\n', 'Part 02\n- [ ] 01-09-PLAN.md — Gone\n') }, 'WRITE_REFUSED'],
    ] as const) {
      const project = makeProject({ ...OURS, ...files })
      const before = project.read(ROADMAP)
      const refused = await project.ask('roadmap', 'annotate-dependencies', '1')
      expect([refused.exit, refused.json().error.code, project.read(ROADMAP)]).toEqual([1, code, before])
    }
  })
})
