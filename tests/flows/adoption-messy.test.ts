// Trees as older tools and years leave them: looked at first, adopted as they stand, not a byte of them rewritten.
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { disposeProjects, type Files, makeProject, OLDER, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const ONE = '.planning/phases/01-foundation'
const PLAN = OLDER[`${ONE}/01-01-PLAN.md`] as string
const SUMMARY = OLDER[`${ONE}/01-01-SUMMARY.md`] as string
const ROADMAP = OLDER['.planning/ROADMAP.md'] as string
const without = (...parts: readonly string[]): Files =>
  Object.fromEntries(Object.entries(OLDER).filter(([path]) => !parts.some((part) => path.includes(part))))

/** A roadmap of these phases, the first so many ticked. */
const roadmapOf = (ids: readonly string[], ticked: number): string =>
  `# Roadmap: Ledger\n\n## Phases\n\n${ids
    .map((id, index) => `- [${index < ticked ? 'x' : ' '}] **Phase ${id}: Part ${id}** - It works`)
    .join('\n')}\n\n${ids.map((id) => `### Phase ${id}: Part ${id}\n\n**Goal**: It works\n`).join('\n')}`

const finished = (folder: string, stem: string): Files => ({
  [`${folder}/${stem}-PLAN.md`]: PLAN,
  [`${folder}/${stem}-SUMMARY.md`]: SUMMARY,
})
const bare = { '.planning/PROJECT.md': '# Ledger\n', '.planning/STATE.md': '# State\n' }

const TREES: Readonly<Record<string, Files>> = {
  'summaries missing': { ...OLDER, [`${ONE}/01-03-PLAN.md`]: PLAN },
  'half-written files': {
    ...OLDER,
    [`${ONE}/01-01-SUMMARY.md`]: SUMMARY.slice(0, 60),
    [`${ONE}/01-02-SUMMARY.md`]: '',
    '.planning/STATE.md': '---\nstatus: exec',
  },
  'two folders of one number': { ...OLDER, ...finished('.planning/phases/01-foundation-old', '01-01') },
  archives: {
    ...OLDER,
    ...finished('.planning/milestones/v0.9-phases/01-first', '01-01'),
    '.planning/milestones/v0.9-ROADMAP.md': '# Milestone v0.9\n\n- [x] **Phase 1: First**\n',
    '.planning/MILESTONES.md': '# Milestones\n\n## v0.9 First (Shipped: 2025-11-01)\n',
  },
  'plans in a folder of their own': {
    ...without('01-01', '01-02'),
    [`${ONE}/plans/01-01-PLAN.md`]: PLAN,
    [`${ONE}/summaries/01-01-SUMMARY.md`]: SUMMARY,
  },
  'decimal and letter ids': {
    ...bare,
    '.planning/ROADMAP.md': roadmapOf(['1', '1.1', '1A', '2'], 3),
    ...finished('.planning/phases/01-part', '01-01'),
    ...finished('.planning/phases/01.1-part', '01.1-01'),
    ...finished('.planning/phases/01A-part', '01A-01'),
  },
  'ids with a project code': {
    ...bare,
    '.planning/ROADMAP.md': roadmapOf(['1', '2'], 1),
    '.planning/config.json': '{"project_code": "ABC"}\n',
    ...finished('.planning/phases/ABC-01-part', '01-01'),
  },
  'stray files and bytes': {
    ...OLDER,
    [`${ONE}/notes.txt`]: '\0\u0001',
    [`${ONE}/.DS_Store`]: 'x',
    '.planning/phases/README.md': 'x\n',
    '.planning/phases/not-a-phase/file.md': 'x\n',
  },
  'no roadmap details': { ...OLDER, '.planning/ROADMAP.md': '# Roadmap\n\n- [x] **Phase 1: Foundation**\n' },
  'mixed line endings and a mark at the start': {
    ...OLDER,
    '.planning/ROADMAP.md': `\ufeff${ROADMAP.replaceAll('\n', '\r\n')}`,
    [`${ONE}/01-01-SUMMARY.md`]: SUMMARY.replaceAll('\n', '\r\n'),
  },
}

/** Everything but what the CLI keeps for itself. */
const old = (project: TempProject) =>
  Object.fromEntries(
    Object.entries(project.snapshot()).filter(
      ([path]) => !/^\.planning\/(journal|\.runtime|ledger\.jsonl|$)/.test(path),
    ),
  )

describe.each(Object.entries(TREES))('a tree with %s', (_name, files) => {
  it('can be looked at first, is adopted as the look said, and nothing of it is rewritten', async () => {
    const project = makeProject(files)
    const before = project.snapshot()
    const looked = await project.ask('adopt', '--dry-run')
    expect([0, 1], looked.stdout).toContain(looked.exit)
    expect(project.snapshot()).toEqual(before)
    const done = await agreed(project, 'adopt')
    expect(done.exit, done.stdout).toBe(looked.exit)
    if (done.exit !== 0) {
      expect(done.json().error).toMatchObject({ code: expect.any(String), fix: expect.any(String) })
      return
    }
    for (const key of ['adopted', 'plans', 'skipped']) expect(done.json()[key]).toEqual(looked.json()[key])
    expect(old(project)).toEqual(Object.fromEntries(Object.entries(before).filter(([path]) => path !== '.planning/')))
    expect((await project.ask('next')).json().rule).not.toBe('D05a')
    const again = project.snapshot()
    expect((await agreed(project, 'adopt')).json().changed).toBe(false)
    expect(project.snapshot()).toEqual(again)
    // A second thought takes it back, and then the work counts for nothing again.
    expect((await agreed(project, 'adopt', '--drop')).exit).toBe(0)
    expect((await project.ask('state', 'derive')).json().phase?.id ?? null).not.toBe('02')
  })
})

describe('what is taken', () => {
  const ids = async (project: TempProject, ...words: readonly string[]) => {
    const answer = (await project.ask('adopt', '--dry-run', ...words)).json()
    return [answer.adopted.map(({ id }: { id: string }) => id), answer.plans.map(({ id }: { id: string }) => id)]
  }
  const tree = (name: string) => makeProject(TREES[name] as Files)

  it('is every finished phase, and in an unfinished one the plans with a summary', async () => {
    expect(await ids(tree('summaries missing'))).toEqual([[], ['01-01']])
    expect(await ids(tree('decimal and letter ids'))).toEqual(
      [['01', '01A', '01.1'].sort(), []].map((list) => expect.arrayContaining(list)),
    )
    expect(await ids(tree('ids with a project code'))).toEqual([['01'], []])
  })

  it('never lies in an archive', async () => {
    expect(await ids(tree('archives'))).toEqual([[], ['01-01']])
  })

  it('of two folders with one number is left to a person', async () => {
    const project = tree('two folders of one number')
    const answer = (await project.ask('adopt', '--dry-run')).json()
    expect(answer.adopted).toEqual([])
    expect((await project.ask('validate', 'health')).stdout).toContain('01-foundation-old')
  })

  it('can be named phase by phase', async () => {
    const project = tree('decimal and letter ids')
    expect((await agreed(project, 'adopt', '1.1')).json().adopted).toMatchObject([{ id: '01.1' }])
    expect((await agreed(project, 'adopt', '1')).json().adopted).toMatchObject([{ id: '01' }])
    expect((await agreed(project, 'adopt', '--drop', '1.1')).json().dropped).toEqual(['01.1'])
    const state = (await project.ask('state', 'derive')).json()
    expect(state.phase.id).toBe('01.1')
  })
})

describe('a workstream of an older tree', () => {
  const base = '.planning/workstreams/api'
  const files: Files = {
    ...OLDER,
    ...Object.fromEntries(
      Object.entries(OLDER)
        .filter(([path]) => path.startsWith('.planning/'))
        .map(([path, text]) => [path.replace('.planning', base), text]),
    ),
  }

  it('is adopted by itself', async () => {
    const project = makeProject(files)
    const before = old(project)
    const done = await agreed(project, 'adopt', '--ws', 'api')
    expect(done.exit, done.stdout).toBe(0)
    expect((await project.ask('next', '--ws', 'api')).json().rule).not.toBe('D05a')
    expect(
      Object.entries(before).filter(([path, digest]) => !path.endsWith('/') && project.snapshot()[path] !== digest),
    ).toEqual([])
  })
})

describe('what was adopted', () => {
  it('shows every kind of edit afterwards, and names the file', async () => {
    for (const change of [
      (project: TempProject) => project.write(`${ONE}/01-01-SUMMARY.md`, `${SUMMARY} `),
      (project: TempProject) => project.write(`${ONE}/01-01-PLAN.md`, `${PLAN}\nmore\n`),
      (project: TempProject) => project.remove(`${ONE}/01-01-SUMMARY.md`),
    ]) {
      const project = makeProject(OLDER)
      await agreed(project, 'adopt')
      change(project)
      const called = await project.ask('next')
      expect([called.exit, called.json().rule]).toEqual([4, 'D05a'])
      expect(called.json().hold.reason).toContain('01-01-')
    }
  })
})
