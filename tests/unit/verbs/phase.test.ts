// Phases in verbs: lookup by several spellings, waves, new phases, progress.
import { afterAll, describe, expect, it } from 'vitest'
import { CREATED, disposeProjects, type Files, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const P = '.planning/phases'

describe('a phase', () => {
  it.each([
    ['padding of the argument', { [`${P}/02-auth/.gitkeep`]: '' }, '2', `${P}/02-auth`],
    ['padding of the directory', { [`${P}/2-auth/.gitkeep`]: '' }, '02', `${P}/2-auth`],
    ['two zeros', { [`${P}/002-auth/.gitkeep`]: '' }, '2', `${P}/002-auth`],
    ['padding of decimals', { [`${P}/2.1-fix/.gitkeep`]: '' }, '02.1', `${P}/2.1-fix`],
    ['decimals', { [`${P}/02.1-fix/.gitkeep`]: '', [`${P}/02-auth/.gitkeep`]: '' }, '2.1', `${P}/02.1-fix`],
    ['1 is not 10', { [`${P}/10-late/.gitkeep`]: '', [`${P}/01-early/.gitkeep`]: '' }, '1', `${P}/01-early`],
    ['2.1 is not 2.10', { [`${P}/02.10-b/.gitkeep`]: '', [`${P}/02.1-a/.gitkeep`]: '' }, '2.1', `${P}/02.1-a`],
    ['letters', { [`${P}/16c-x/.gitkeep`]: '' }, '16C', `${P}/16c-x`],
    ['a project code in the directory', { [`${P}/CK-03-x/.gitkeep`]: '' }, '3', `${P}/CK-03-x`],
    ['a project code in both', { [`${P}/CK-03-x/.gitkeep`]: '' }, 'CK-03', `${P}/CK-03-x`],
    ['an empty slug', { [`${P}/03-/.gitkeep`]: '' }, '3', `${P}/03-`],
    ['the word Phase in front', { [`${P}/03-x/.gitkeep`]: '' }, 'Phase 3', `${P}/03-x`],
    [
      'a live phase before an archived one of the same number',
      { [`${P}/01-new/.gitkeep`]: '', '.planning/milestones/v1.0-phases/01-old/.gitkeep': '' },
      '1',
      `${P}/01-new`,
    ],
    [
      'the newest archive first',
      {
        '.planning/milestones/v1.9-phases/01-nine/.gitkeep': '',
        '.planning/milestones/v1.10-phases/01-ten/.gitkeep': '',
      },
      '1',
      '.planning/milestones/v1.10-phases/01-ten',
    ],
  ] as const)('is found: %s', async (_, files, words, directory) => {
    const answer = await makeProject(files as Files).ask('phase', 'plan-index', words)
    expect([answer.exit, answer.json().directory]).toEqual([0, directory])
  })

  it('without a folder is distinguished from an unknown phase', async () => {
    const project = makeProject({ '.planning/ROADMAP.md': OURS['.planning/ROADMAP.md'] as string })
    const errorOf = async (id: string) => (await project.ask('phase', 'plan-index', id)).json().error
    expect(await errorOf('1')).toMatchObject({
      message: expect.stringContaining('no folder yet'),
      fix: expect.stringContaining('next'),
    })
    expect(await errorOf('7')).toMatchObject({ message: 'unknown phase "7"' })
  })

  it.each([
    ['another code', { [`${P}/CK-03-x/.gitkeep`]: '' }, 'ZZ-03'],
    ['the bare word', { [`${P}/03-x/.gitkeep`]: '' }, 'Phase'],
    ['a path', { [`${P}/03-x/.gitkeep`]: '' }, '../03'],
  ] as const)('is not found by %s', async (_, files, words) => {
    const answer = await makeProject(files as Files).ask('phase', 'plan-index', words)
    expect([answer.exit, answer.json().directory, answer.json().error.code]).toEqual([1, null, 'PHASE_NOT_FOUND'])
  })

  it('two directories of one number need a decision of the user', async () => {
    const files = { [`${P}/01-a/.gitkeep`]: '', [`${P}/1-b/.gitkeep`]: '' }
    const answer = await makeProject(files).ask('phase', 'plan-index', '1')
    expect([answer.exit, answer.json().error.code]).toEqual([4, 'PHASE_AMBIGUOUS'])
    expect(answer.json().error.message).toMatch(/01-a.*1-b/)
  })
})

const plan = (depends: string, more = '') =>
  `---\nphase: 01-foundation\nplan: "01"\ntype: execute\nwave: 1\ndepends_on: ${depends}\nfiles_modified: []\nautonomous: true\n${more}must_haves:\n  truths: []\n---\n\n<objective>\nDo it.\n</objective>\n\n<tasks>\n<task type="auto">\n  <name>A</name>\n  <action>B</action>\n</task>\n</tasks>\n`

const withPlans = (plans: Readonly<Record<string, string>>): Files => ({
  ...Object.fromEntries(Object.entries(OURS).filter(([path]) => !/PLAN|SUMMARY/.test(path))),
  ...Object.fromEntries(
    Object.entries(plans).map(([number, text]) => [`${P}/01-foundation/01-${number}-PLAN.md`, text]),
  ),
})

describe('phase plan-index', () => {
  it.each([
    ['canonical ids', '["01-01"]'],
    ['short text', '["01"]'],
    ['a bare integer', '[1]'],
    ['a bare scalar', '01-01'],
    ['file names', '["01-01-PLAN.md"]'],
  ])('waves follow depends_on written as %s', async (_, depends) => {
    const answer = await makeProject(withPlans({ '01': plan('[]'), '02': plan(depends), '03': plan('["01-02"]') })).ask(
      'phase',
      'plan-index',
      '1',
    )
    const waves = answer.json().plans.map(({ id, wave }: { id: string; wave: number }) => [id, wave])
    expect(waves).toEqual([
      ['01-01', 1],
      ['01-02', 2],
      ['01-03', 3],
    ])
    expect(answer.json().runnable).toEqual(['01-01'])
  })

  it('a plan with an unknown dependency has no wave and is listed', async () => {
    const { exit, json } = await makeProject(withPlans({ '01': plan('["auth-thing"]'), '02': plan('[]') })).ask(
      'phase',
      'plan-index',
      '1',
    )
    const index = json()
    expect(exit).toBe(0)
    expect(index.plans.find(({ id }: { id: string }) => id === '01-01').wave).toBeNull()
    expect(index.runnable).toEqual(['01-02'])
    expect(index.unresolved).toEqual([{ plan: '01-01', ref: 'auth-thing' }])
  })

  it('a plan of another phase is an external dependency', async () => {
    const files = { ...withPlans({ '01': plan('["02-01"]') }), [`${P}/02-accounts/02-01-PLAN.md`]: plan('[]') }
    const index = (await makeProject(files).ask('phase', 'plan-index', '1')).json()
    expect(index.external).toEqual([{ plan: '01-01', ref: '02-01', complete: false }])
    expect([index.plans[0].blocked_by, index.runnable]).toEqual([['02-01'], []])
  })

  it('a cycle is reported with exit code 1', async () => {
    const answer = await makeProject(withPlans({ '01': plan('["01-02"]'), '02': plan('["01-01"]') })).ask(
      'phase',
      'plan-index',
      '1',
    )
    expect([answer.exit, answer.json().error.code]).toEqual([1, 'PLAN_CYCLE'])
    expect(answer.json().error.message).toMatch(/01-01 → 01-02 → 01-01/)
  })

  it('leaves superseded plans out', async () => {
    const index = (
      await makeProject(withPlans({ '01': plan('[]', 'status: superseded\n'), '02': plan('[]') })).ask(
        'phase',
        'plan-index',
        '1',
      )
    ).json()
    expect(index.plans.map(({ id }: { id: string }) => id)).toEqual(['01-02'])
  })
})

describe('phase add', () => {
  it('adds after the last phase: section, list, table, directory and STATE.md', async () => {
    const project = makeProject(OURS)
    const before = project.read('.planning/ROADMAP.md')
    const answer = (await project.ask('phase', 'add', 'Exports for people')).json()
    expect(answer).toMatchObject({
      phase_number: '4',
      padded: '04',
      slug: 'exports-for-people',
      directory: `${P}/04-exports-for-people`,
    })
    expect(project.has(`${P}/04-exports-for-people/.gitkeep`)).toBe(true)
    const after = project.read('.planning/ROADMAP.md')
    expect(after).toContain('- [ ] **Phase 3: Reports** - Numbers for people\n- [ ] **Phase 4: Exports for people**')
    expect(after).toContain(
      '### Phase 4: Exports for people\n\n**Goal**: Exports for people\n**Depends on**: Phase 3\n',
    )
    expect(after).toMatch(/\| 3\. Reports [^\n]*\n\| 4\. Exports for people \| v1\.0 \|/)
    const lost = before.split('\n').filter((line) => !after.includes(line))
    expect(lost).toEqual([])
    expect(project.read('.planning/STATE.md')).toContain('total_phases: 4')
  })

  it.each([
    ['backlog numbers', { [`${P}/999.1-later/.gitkeep`]: '' }, '4'],
    ['a directory that no section names', { [`${P}/07-orphan/.gitkeep`]: '' }, '8'],
    ['a folder of an archive', { '.planning/milestones/v0.9-phases/12-old/.gitkeep': '' }, '13'],
    ['a folder of an older archive', { '.planning/archive/v0.9/12-old/.gitkeep': '' }, '13'],
    [
      'a milestone whose phases stand in a roadmap of its own',
      {
        '.planning/ROADMAP.md':
          '# R\n\n## Active Milestone\n\n- [v2.0](milestones/v2.0-ROADMAP.md) — Bows (phases 6-8)\n',
        '.planning/milestones/v2.0-ROADMAP.md': '# Bows\n\n### Phase 6: Wood\n\n### Phase 9: Fire\n',
      },
      '10',
    ],
    ['the last number before the backlog', { [`${P}/998-many/.gitkeep`]: '' }, '1000'],
    ['a phase of four digits', { [`${P}/1041-many/.gitkeep`]: '' }, '1042'],
  ] as const)('%s determines the number', async (_, files, number) => {
    const answer = await makeProject({ ...OURS, ...files }).ask('phase', 'add', 'More')
    expect(answer.json().phase_number).toBe(number)
  })

  it('a title without letters gives a directory with only a number; a project code comes before the number', async () => {
    const plain = await makeProject(OURS).ask('phase', 'add', '導入')
    expect(plain.json().directory).toBe(`${P}/04`)
    const coded = await makeProject({ ...OURS, '.planning/config.json': '{"project_code": "CK"}' }).ask(
      'phase',
      'add',
      'X',
    )
    expect(coded.json().directory).toBe(`${P}/CK-04-x`)
  })

  it('lists a phase in the open fold, and adds its section below the others', async () => {
    const section = (id: number) => `### Phase ${id}: S${id}\n\n**Goal**: G${id}\n\n`
    const project = makeProject({
      ...OURS,
      '.planning/ROADMAP.md': `# Roadmap\n\n<details open>\n<summary>🚧 v2.0 Times (Phases 1-2)</summary>\n\n- [ ] **Phase 1: S1** - a\n- [ ] **Phase 2: S2** - b\n\n</details>\n\n## Phase Details\n\n${section(1)}${section(2)}`,
    })
    expect((await project.ask('phase', 'add', 'Night')).json()).toMatchObject({ phase_number: '3' })
    expect(project.read('.planning/ROADMAP.md')).toMatch(
      /\*\*Phase 3: Night\*\*[\s\S]*<\/details>[\s\S]*### Phase 3: Night/,
    )
    expect((await project.ask('progress')).json().phases.map((one: { number: string }) => one.number)).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it.each([
    '- Login - words\n- Reports\n',
    '1. Login\n2. Reports\n',
    '- [ ] Phase 1: Login\n- [ ] Phase 2: Reports\n',
    '## 1. Login\n\nWords.\n\n## 2. Reports\n\nWords.\n',
    '| # | Name | Status |\n|---|---|---|\n| 1 | Login | done |\n| 2 | Reports | |\n',
  ])('is refused like other changes if no phase has a heading, with the heading to write: %j', async (written) => {
    const project = makeProject({ ...OURS, '.planning/ROADMAP.md': `# Roadmap\n\n${written}` })
    for (const words of [
      ['add', 'Night'],
      ['edit', '2', '--title', 'Sums'],
      ['remove', '2', '--yes'],
    ]) {
      const { exit, json } = await project.ask('phase', ...words)
      expect([exit, json().error.fix]).toEqual([1, expect.stringContaining('as "### Phase 1: Title"')])
    }
    const { phases } = (await project.ask('progress')).json()
    expect(phases.map((one: { name: string }) => one.name)).toEqual(['Login', 'Reports'])
  })

  it.each(['Use **bold**', 'A - dash', 'One | two', '~~gone~~'])(
    'adds the title %s unchanged, or refuses it by name',
    async (title) => {
      const project = makeProject(OURS)
      const before = project.read('.planning/ROADMAP.md')
      const { exit, json } = await project.ask('phase', 'add', title)
      if (exit === 0) return expect(project.read('.planning/ROADMAP.md')).toContain(`### Phase 4: ${title}\n`)
      expect(json().error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(title) })
      expect(project.read('.planning/ROADMAP.md')).toBe(before)
    },
  )

  it('keeps $1 and $& in a title as they are', async () => {
    const project = makeProject(OURS)
    await project.ask('phase', 'add', 'Cost $1 & $&')
    expect(project.read('.planning/ROADMAP.md')).toContain('### Phase 4: Cost $1 & $&')
  })

  it('accepts an id, but never a duplicate', async () => {
    const project = makeProject(OURS)
    expect((await project.ask('phase', 'add', 'Auth flow', '--id', 'AUTH')).json().phase_number).toBe('AUTH')
    const again = await project.ask('phase', 'add', 'Other', '--id', 'AUTH')
    expect([again.exit, again.json().error.code]).toEqual([3, 'CONFLICT'])
  })
})

describe('progress', () => {
  it('a ticked box is not evidence', async () => {
    const files = {
      ...OURS,
      '.planning/ledger.jsonl': CREATED,
      '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 2', '- [x] **Phase 2'),
    }
    const [, second] = (await makeProject(files).ask('progress')).json().phases
    expect(second).toMatchObject({ done: false, status: 'not started' })
  })
})
