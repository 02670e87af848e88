// Phases are added and removed: what changes, what never does, which number is next, and that one undo restores everything.
import { writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { planDraft } from '../support/drafts.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../support/project.js'
import { textOf } from '../support/texts.js'
import { claim, work } from '../support/work.js'

afterEach(disposeProjects)

const P = '.planning/phases'

const ROADMAP = textOf('phases/roadmap.md')

const REQUIREMENTS = `# Requirements

## v1 Requirements

- [ ] **CORE-01**: Base
- [ ] **GONE-01**: Not wanted
- [ ] **AUTH-01**: Sign in
- [ ] **REP-01**: Reports, see Phase 6

## Traceability

| Requirement | Phase | Status |
|-------------|-------|--------|
| CORE-01 | Phase 3 | Pending |
| GONE-01 | Phase 4 | Pending |
| AUTH-01 | Phase 5 | Pending |
| REP-01 | Phase 6 | Pending |
`

const plan = (phase: string, depends: string) =>
  `---\nphase: ${phase}\nplan: "01"\ntype: execute\nwave: 1\ndepends_on: [${depends}]\nfiles_modified: [src/05-01.ts]\nautonomous: true\n---\n\n<objective>\nSee 05-01 and Phase 5.\n</objective>\n`

const TREE: Files = {
  ...OURS,
  '.planning/ROADMAP.md': ROADMAP,
  '.planning/REQUIREMENTS.md': REQUIREMENTS,
  [`${P}/04-gone/04-CONTEXT.md`]: '# Phase 4\n',
  [`${P}/05-accounts/05-CONTEXT.md`]: '# Phase 5: Accounts\n\n- **D-01:** as phase 05\n',
  [`${P}/05-accounts/05-01-PLAN.md`]: plan('05-accounts', ''),
  [`${P}/05-accounts/05-UAT.md`]: '---\nstatus: testing\nphase: 05-accounts\nsource: [05-01-SUMMARY.md]\n---\n',
  [`${P}/05-accounts/deep/05-kept.txt`]: 'kept\n',
  [`${P}/05.1-mend/.gitkeep`]: '',
  [`${P}/06-reports/06-01-PLAN.md`]: plan('06-reports', '"05-01"'),
  [`${P}/999.1-someday/notes.md`]: 'Phase 5\n',
  '.planning/todos/pending/a.md': '---\ntitle: x\nphase: "6"\n---\n\nPhase 6\n',
  '.planning/milestones/v1.0-phases/05-old-five/05-01-PLAN.md': plan('05-old-five', '"04-01"'),
}

/** Everything that an undo must restore, without journal and ledger. */
const planningFiles = (project: TempProject) =>
  Object.fromEntries(
    Object.entries(project.snapshot()).filter(
      ([path]) => !/^\.planning\/(journal|\.runtime|\.lock|ledger)/.test(path) && !path.endsWith('/'),
    ),
  )

function withoutFirst(files: Files): Files {
  const {
    [`${P}/01-foundation/01-CONTEXT.md`]: _c,
    [`${P}/01-foundation/01-01-PLAN.md`]: _p,
    [`${P}/01-foundation/01-01-SUMMARY.md`]: _s,
    [`${P}/01-foundation/01-02-PLAN.md`]: _q,
    ...rest
  } = files
  return rest
}

const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00])

function tree(more: Files = {}): TempProject {
  const project = makeProject({ ...withoutFirst(TREE), ...more })
  writeFileSync(project.at(`${P}/05-accounts/05-shot.png`), PICTURE)
  return project
}

describe('removing a phase', () => {
  it('first says what it would do, and changes nothing without --yes', async () => {
    const project = tree()
    const before = project.snapshot()
    const called = await project.ask('phase', 'remove', '4')
    expect([called.exit, called.json().error.code]).toEqual([4, 'CONFIRM_REQUIRED'])
    expect(called.json().plan).toEqual([
      `remove ${P}/04-gone/04-CONTEXT.md`,
      'phase 5: Depends on "Phase 3, Phase 4" becomes "Phase 3"',
      'phase 6: Depends on "Phases 3-5" becomes "Phase 3, Phase 5"',
      'GONE-01 no longer belongs to a phase',
    ])
    expect(project.snapshot()).toEqual(before)
  })

  it('removes what belongs to it, also from dependencies and requirements, and leaves other numbers, history and prose alone', async () => {
    const project = tree()
    const before = planningFiles(project)
    const called = await project.ask('phase', 'remove', '4', '--yes')
    expect(called.exit, called.stdout).toBe(0)
    expect(project.read('.planning/ROADMAP.md')).toBe(
      ROADMAP.replace('- [ ] **Phase 4: Gone** - Not wanted\n', '')
        .replace(/#### Phase 4: Gone\n[^#]*/, '')
        .replace('**Depends on**: Phase 3, Phase 4', '**Depends on**: Phase 3')
        .replace('Phases 3-5\n**Req', 'Phase 3, Phase 5\n**Req')
        .replace('| 4. Gone | v1.1 | 0/0 | Not started | |\n', ''),
    )
    expect(project.read('.planning/REQUIREMENTS.md')).toBe(
      REQUIREMENTS.replace('| GONE-01 | Phase 4 |', '| GONE-01 | - |'),
    )
    expect(project.has(`${P}/04-gone`)).toBe(false)
    const others = (files: Readonly<Record<string, string>>) =>
      Object.entries(files).filter(([path]) => !/04-gone|ROADMAP|REQUIREMENTS|STATE/.test(path))
    expect(others(planningFiles(project))).toEqual(others(before))
  })

  it('is one journal entry that undo restores byte for byte', async () => {
    const project = tree()
    const before = planningFiles(project)
    const { journal } = (await project.ask('phase', 'remove', '4', '--yes')).json()
    const undone = await project.ask('undo', journal, '--yes')
    expect(undone.exit, undone.stdout).toBe(0)
    expect(planningFiles(project)).toEqual(before)
  })

  it('of the last phase keeps the text after it, and its number is not reused', async () => {
    const project = tree()
    expect((await project.ask('phase', 'remove', '6', '--yes')).exit).toBe(0)
    const roadmap = project.read('.planning/ROADMAP.md')
    expect(roadmap).not.toContain('Phase 6: Reports')
    expect(roadmap).toContain('## Backlog')
    expect(roadmap).toContain('Words after the table that nobody may touch: Phase 5, 05-01, 2026-05-06.')
    expect(roadmap).toContain('| 5.1. Mend | v1.1 |')
    expect((await project.ask('phase', 'add', 'Next')).json().phase_number).toBe('7')
  })

  it('of a decimal keeps its siblings, and its number is not reused', async () => {
    const project = tree()
    await project.ask('phase', 'add', 'Second mend', '--after', '5')
    expect((await project.ask('phase', 'remove', '5.2')).exit).toBe(0)
    expect(project.read('.planning/ROADMAP.md')).toContain('#### Phase 5.1: Mend (INSERTED)')
    expect((await project.ask('phase', 'add', 'Third mend', '--after', '5')).json().phase_number).toBe('5.3')
  })

  it.each([
    [
      'a phase in history',
      '1',
      [
        'ROADMAP.md',
        '# R\n\n<details>\n<summary>✅ v1.0 A</summary>\n\n### Phase 1: Old\n\n</details>\n\n## v1.1 B\n\n### Phase 2: New\n',
      ],
      'PHASE_NOT_FOUND',
    ],
    [
      'a phase that is only listed',
      '1',
      ['ROADMAP.md', '# R\n\n- [ ] **Phase 1: A** - x\n\n### Phase 2: B\n**Goal**: y\n'],
      'PHASE_NOT_FOUND',
    ],
    ['a number in a fence', '7', null, 'PHASE_NOT_FOUND'],
  ] as const)('of %s is refused, and nothing changes', async (_, id, file, code) => {
    const project = tree(file === null ? {} : { [`.planning/${file[0]}`]: file[1] })
    const before = planningFiles(project)
    const called = await project.ask('phase', 'remove', id, '--yes')
    expect([called.exit, called.json().error?.code], called.stdout).toEqual([1, code])
    expect(planningFiles(project)).toEqual(before)
  })

  it('is left to the user if two directories have its number', async () => {
    const project = tree({ [`${P}/4-zwei/x.md`]: 'x\n', [`${P}/04-eins/x.md`]: 'x\n' })
    project.remove(`${P}/04-gone`)
    const called = await project.ask('phase', 'remove', '4', '--yes')
    expect([called.exit, called.json().error.code]).toEqual([4, 'PHASE_AMBIGUOUS'])
  })

  it('is refused while an unattended run claims one of its units', async () => {
    const project = makeProject(OURS).initGit()
    const until = (minutes: number) => new Date(project.time + minutes * 60_000).toISOString()
    const unit = { unitType: 'execute-plan', unitId: '01-02' }
    const held = { v: 1, token: 'of-a-run', ...unit, at: until(0), leaseUntil: until(9), machine: 'this' }
    project.write('.planning/.runtime/claims/execute-plan--01-02.json', JSON.stringify(held))
    const called = await agreed(project, 'phase', 'remove', '1', '--force')
    expect([called.exit, called.json().error]).toMatchObject([
      3,
      { code: 'CLAIMED', fix: expect.stringContaining('an unattended run') },
    ])
  })

  it('is refused while a session works on it', async () => {
    const project = makeProject(OURS).initGit()
    await claim(project, 'execute-plan', '01-02')
    const called = await agreed(project, 'phase', 'remove', '1', '--force')
    expect([called.exit, called.json().error.code]).toEqual([3, 'CLAIMED'])
    expect((await project.ask('phase', 'remove', '3', '--yes')).exit).toBe(0)
  })
})

it.each(['Export to CSV', `Fill {{name}} in $\{{ github.ref }}`, '[To be planned] TBD'])(
  'a phase added with only the title "%s" can be planned at once, and a task can have that name',
  async (title) => {
    const project = makeProject({
      '.planning/PROJECT.md': OURS['.planning/PROJECT.md'] as string,
      '.planning/config.json':
        '{"planning_schema":1,"workflow":{"research":false,"plan_check":false,"skip_discuss":true}}',
      '.planning/ROADMAP.md': '# Roadmap\n',
    }).initGit()
    const { directory } = (await project.ask('phase', 'add', title)).json()
    await work(project, 'plan-phase', '01', { '01-01-PLAN.md': planDraft(directory.slice(P.length + 1), '01') })
    expect((await project.ask('next')).json().unit).toMatchObject({ unitType: 'execute-plan', unitId: '01-01' })
    expect((await project.ask('begin', 'quick', title)).stdout).toContain(title)
  },
)

describe('a number is never assigned twice', () => {
  const roadmapWith = (list: string, details: string): Files => ({
    ...withoutFirst(OURS),
    '.planning/ROADMAP.md': `# R\n\n## Milestones\n\n- ✅ **v1.0 A** - ${list}(shipped 2026-01-01)\n\n## Phases\n${details}`,
  })
  const FOLDED =
    '\n<details>\n<summary>✅ v1.0 A - SHIPPED 2026-01-01</summary>\n\n- [x] **Phase 2: B** - b\n\n### Phase 2: B\n**Goal**: b\n\n</details>\n'

  it.each([
    ['closed in the roadmap', roadmapWith('', FOLDED), '3'],
    ['named in the list of milestones alone', roadmapWith('Phases 1-4 ', ''), '5'],
    ['in an archive', { ...roadmapWith('', ''), '.planning/milestones/v1.0-phases/06-b/.gitkeep': '' }, '7'],
  ] as const)('if it is %s', async (_, files, number) => {
    const project = makeProject(files)
    expect((await project.ask('phase', 'add', 'Third')).json().phase_number).toBe(number)
    expect(project.read('.planning/ROADMAP.md').match(/^## Phases/gm)).toHaveLength(1)
  })
})

describe('ids of every form', () => {
  const layout = (heading: string, settings: string): Files => ({
    ...OURS,
    '.planning/config.json': `{\n  "planning_schema": 1,\n  ${settings}\n}\n`,
    '.planning/ROADMAP.md': `# R\n\n## v2.0 Second\n\n${heading}\n**Goal**: x\n`,
  })
  const addPhase = async (heading: string, settings: string, ...words: readonly string[]) => {
    const project = makeProject(withoutFirst(layout(heading, settings)))
    const called = await project.ask('phase', 'add', 'New thing', ...words)
    expect(called.exit, called.stdout).toBe(0)
    const { phase_number: number, directory } = called.json()
    expect(project.read('.planning/ROADMAP.md')).toContain(`Phase ${number}: New thing`)
    expect((await project.ask('phase', 'plan-index', number)).json().directory).toBe(directory)
    return [number, directory.slice(P.length + 1)]
  }

  it.each([
    ['sequential', '### Phase 9: Old', '"mode": "yolo"', [], ['10', '10-new-thing']],
    ['after one with a letter', '### Phase 16c: Old', '"mode": "yolo"', [], ['17', '17-new-thing']],
    ['with a project code', '### Phase 3: Old', '"project_code": "CK"', [], ['4', 'CK-04-new-thing']],
    ['named', '### Phase AUTH: Old', '"mode": "yolo"', ['--id', 'REP'], ['REP', 'REP-new-thing']],
    ['named by the title', '### Phase AUTH: Old', '"mode": "yolo"', [], ['NEW-THING', 'NEW-THING-new-thing']],
    ['within the milestone', '### Phase 2-01: Old', '"mode": "yolo"', [], ['2-02', '02-02-new-thing']],
    ['in brackets', '### [CK.02] Phase 05: Old', '"mode": "yolo"', [], ['06', 'CK.02-06-new-thing']],
  ] as const)('a new phase %s', async (_, heading, settings, words, expected) => {
    expect(await addPhase(heading, settings, ...words)).toEqual(expected)
  })

  it('a number in a fence does not count; that of an orphan directory is not reused', async () => {
    const files = layout('```\n### Phase 77: Fenced\n```\n\n### Phase 2: Old', '"mode": "yolo"')
    expect((await makeProject(withoutFirst(files)).ask('phase', 'add', 'Next')).json().phase_number).toBe('3')
    const orphan = makeProject(withoutFirst({ ...files, [`${P}/05-orphan/x.md`]: 'x', [`${P}/999.1-later/x.md`]: 'x' }))
    expect((await orphan.ask('phase', 'add', 'Next')).json().phase_number).toBe('6')
  })

  it('decimals count by number, in the roadmap or as a directory, and can be nested', async () => {
    const nine = Array.from({ length: 9 }, (_, at) => `### Phase 2.${at + 1}: D\n**Goal**: x\n`).join('\n')
    const project = makeProject(
      withoutFirst({ ...layout(`### Phase 2: Old\n\n${nine}`, '"mode": "yolo"'), [`${P}/02.10-d/x.md`]: 'x' }),
    )
    expect((await project.ask('phase', 'add', 'Eleventh', '--after', '2')).json().phase_number).toBe('2.11')
    expect((await project.ask('phase', 'add', 'Below', '--after', '2.1')).json().phase_number).toBe('2.1.1')
  })
})

describe('what ROADMAP decides', () => {
  it('a directory after the last phase is not a phase, and a missing directory does not end the milestone', async () => {
    const project = makeProject({ ...OURS, [`${P}/09-orphan/09-CONTEXT.md`]: 'x\n' })
    const analyzed = (await project.ask('progress')).json()
    expect(analyzed.phases.map(({ number }: { number: string }) => number)).toEqual(['1', '2', '3'])
    expect((await project.ask('milestone', 'complete', 'v1.0', '--yes')).json().error.message).toContain(
      'open phases: 1 Foundation, 2 Accounts, 3 Reports',
    )
  })
})
