// Workstreams: planning files are moved as a whole, every answer is about one workstream, and the workstream is never guessed.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'

afterEach(disposeProjects)

/** A project without workstreams, with a unit that was begun and given up. */
async function flatWithLedger() {
  const project = makeProject(OURS)
  const revision = (await project.ask('state', 'derive', '--pick', 'revision', '--raw')).stdout.trim()
  const claim = (await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)).json().claim
  await project.ask('unit', 'finish', '--claim', claim, '--status', 'cancelled')
  return { project, ledger: project.read('.planning/ledger.jsonl') }
}

const BINARY = Buffer.from([0, 255, 254, 13, 10, 0, 128])

async function withTwo(): Promise<TempProject> {
  const project = makeProject(OURS)
  await project.ask('workstream', 'create', 'web', '--migrate-name', 'core')
  return project
}

const below = (project: TempProject, folder: string) =>
  Object.fromEntries(
    Object.entries(project.snapshot())
      .filter(([path, kind]) => path.startsWith(`${folder}/`) && kind !== 'folder')
      .map(([path, digest]) => [path.slice(folder.length + 1), digest]),
  )

it('a workstream is planned with the facts of the whole project: what is built, and what was tried', async () => {
  const row = '| 001 | Does one lock serve the foundation | VALIDATED | use it |'
  const project = makeProject({
    ...OURS,
    '.planning/spikes/FINDINGS.md': `# Findings\n\n## Verdicts\n\n| Number | Question | Verdict | What follows |\n|---|---|---|---|\n${row}\n`,
  })
  const read = async (stream = '') => (await roleBrief(project, 'plan-phase', '1', { stream })).stdout
  const flat = await read()
  for (const path of ['.planning/PROJECT.md', '.planning/spikes/FINDINGS.md']) expect(flat).toContain(`- ${path} `)
  await project.ask('workstream', 'create', 'web', '--migrate-name', 'core')
  await project.ask('workstream', 'set', 'core')
  const inStream = await read('/workstreams/core')
  for (const path of ['.planning/PROJECT.md', '.planning/spikes/FINDINGS.md']) expect(inStream).toContain(`- ${path} `)
})

describe('the first workstream', () => {
  it('moves the existing planning files byte for byte, but not those of the whole project', async () => {
    const project = makeProject({ ...OURS, '.planning/phases/01-foundation/notes/x.txt': 'x\n' })
    mkdirSync(project.at('.planning/phases/01-foundation/art'), { recursive: true })
    writeFileSync(project.at('.planning/phases/01-foundation/art/logo.bin'), BINARY)
    const phases = below(project, '.planning/phases')
    const roadmap = project.read('.planning/ROADMAP.md')
    const made = (await project.ask('workstream', 'create', 'web', '--migrate-name', 'core')).json()
    expect(made).toMatchObject({ workstream: 'web', moved: { to: 'core' } })
    expect(below(project, '.planning/workstreams/core/phases')).toEqual(phases)
    expect(project.read('.planning/workstreams/core/ROADMAP.md')).toBe(roadmap)
    expect(readFileSync(project.at('.planning/workstreams/core/phases/01-foundation/art/logo.bin'))).toEqual(BINARY)
    expect([project.has('.planning/ROADMAP.md'), project.has('.planning/phases')]).toEqual([false, false])
    expect([project.has('.planning/PROJECT.md'), project.has('.planning/config.json')]).toEqual([true, true])
    expect(project.read('.planning/active-workstream')).toBe('web\n')
  })

  it('moves stops, questions and captures as well', async () => {
    const project = makeProject(OURS)
    await project.ask('decision', 'add', '--question', 'A or B?', '--options', 'A|B')
    await project.ask('note', 'add', '--text', 'Think of the law')
    await project.ask('stop', '--reason', 'wait for the law')
    const captures = (await project.ask('note', 'list', '--pick', 'notes[*].id')).stdout
    const before = await project.ask('next')
    expect([before.exit, before.json().rule]).toEqual([4, expect.any(String)])
    await project.ask('workstream', 'create', 'web', '--migrate-name', 'core')
    const after = await project.ask('next', '--ws', 'core')
    expect([after.exit, after.json().rule, after.json().step]).toEqual([4, before.json().rule, before.json().step])
    expect((await project.ask('note', 'list', '--ws', 'core', '--pick', 'notes[*].id')).stdout).toBe(captures)
    expect((await project.ask('decision', 'list', '--ws', 'core')).json().decisions).toHaveLength(1)
    await project.ask('stop', '--clear', '--ws', 'core')
    expect((await project.ask('next', '--ws', 'core', '--pretty')).stdout).toContain('A or B?')
  })

  it('moves the order, quick tasks and handover notes', async () => {
    const task = 'quick/260105-abc-mend'
    const project = makeProject({
      ...OURS,
      [`.planning/${task}/260105-abc-SUMMARY.md`]: '---\nstatus: halted\n---\n\n# Mended\n',
      '.planning/.continue-here.md': '# Notes\n',
    })
    await project.ask('order', 'Build the whole')
    const { order } = (await project.ask('next')).json()
    expect(order).toMatchObject({ scope: 'all' })
    const moved = (await project.ask('workstream', 'create', 'web', '--migrate-name', 'core')).json().moved
    expect(moved.paths).toEqual(expect.arrayContaining(['ORDER.md', '.continue-here.md', 'phases', 'quick']))
    expect((await project.ask('next', '--ws', 'core')).json().order).toEqual(order)
    expect((await project.ask('next', '--ws', 'web')).json().order).toBeUndefined()
    const home = '.planning/workstreams/core'
    expect([project.has(`${home}/${task}`), project.has('.planning/quick')]).toEqual([true, false])
    const open = (await project.ask('open', '--kind', 'quick-task', '--ws', 'core')).json().items
    expect(open).toMatchObject([{ path: expect.stringContaining('260105-abc-mend') }])
  })

  it('can be undone as a whole, with its ledger', async () => {
    const { project, ledger } = await flatWithLedger()
    await project.ask('workstream', 'create', 'web', '--migrate-name', 'core')
    const undone = await project.ask('undo', '--last', '1', '--yes')
    expect([undone.exit, project.read('.planning/ledger.jsonl')]).toEqual([0, ledger])
    expect(project.has('.planning/workstreams/core/ledger.jsonl')).toBe(false)
    expect((await project.ask('next')).json().unit).toMatchObject({ unitId: '01-02' })
    expect(project.has('.planning/workstreams')).toBe(false)
    expect((await project.ask('workstream', 'list')).json().mode).toBe('flat')
  })

  it('can be undone only together with later work, and without earlier work', async () => {
    const { project, ledger } = await flatWithLedger()
    const made = (await project.ask('workstream', 'create', 'web', '--migrate-name', 'core')).json().journal
    await project.ask('unit', 'claim', 'quick', 'A small thing', '--ws', 'core')
    const { error } = (await project.ask('undo', made, '--yes')).json()
    expect(error).toMatchObject({ code: 'CHANGED_SINCE', fix: expect.stringContaining('gsd-tools log --file') })
    const before = project.snapshot()
    expect((await project.ask('undo', '--last', '3', '--yes')).json().error.code).toBe('CHANGED_SINCE')
    expect(project.snapshot()).toEqual(before)
    expect((await project.ask('undo', '--last', '2', '--yes')).exit).toBe(0)
    expect([project.read('.planning/ledger.jsonl'), project.has('.planning/workstreams')]).toEqual([ledger, false])
    expect((await project.ask('undo', '--last', '2', '--yes')).exit).toBe(0)
    expect(project.read('.planning/ledger.jsonl').startsWith(ledger)).toBe(true)
    expect((await project.ask('fsck')).json().ok).toBe(true)
  })

  it('is refused while a unit is in progress', async () => {
    const project = makeProject(OURS)
    const revision = (await project.ask('state', 'derive', '--pick', 'revision', '--raw')).stdout.trim()
    const claim = await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)
    expect(claim.exit).toBe(0)
    const refused = await project.ask('workstream', 'create', 'web')
    expect([refused.exit, refused.json().error.code, project.has('.planning/ROADMAP.md')]).toEqual([3, 'CLAIMED', true])
  })
})

describe('a link among the planning files', () => {
  it('prevents the move into a workstream and the move to the archive, and nothing is changed', async () => {
    const project = makeProject(OURS)
    symlinkSync('/nowhere', project.at('.planning/phases/01-foundation/far.md'))
    const refused = await project.ask('workstream', 'create', 'web', '--migrate-name', 'core')
    expect([refused.exit, refused.json().error.code]).toEqual([1, 'WRITE_REFUSED'])
    expect(refused.json().error.message).toContain('phases/01-foundation/far.md')
    const two = await withTwo()
    symlinkSync('/nowhere', two.at('.planning/workstreams/core/far.md'))
    const kept = await two.ask('workstream', 'complete', 'core', '--yes')
    expect([kept.exit, kept.json().error.code, two.has('.planning/workstreams/core/ROADMAP.md')]).toEqual([
      1,
      'WRITE_REFUSED',
      true,
    ])
    expect(project.has('.planning/workstreams')).toBe(false)
    expect(project.has('.planning/ROADMAP.md')).toBe(true)
  })
})

describe('a project with several workstreams', () => {
  it('answers about the workstream that the flag or the pointer names', async () => {
    const project = await withTwo()
    const flat = makeProject(OURS)
    expect((await project.ask('next', '--ws', 'core')).json().unit).toMatchObject({ unitId: '01-02' })
    for (const words of [
      ['phase', 'plan-index', '1', '--pick', 'plans'],
      ['progress', '--pick', 'progress'],
    ])
      expect((await project.ask(...words, '--ws', 'core')).json()).toEqual((await flat.ask(...words)).json())
    expect((await project.ask('phase', 'plan-index', '1')).exit).toBe(1)
  })

  it('offers a milestone, never a new project, in an empty workstream', async () => {
    const project = await withTwo()
    expect((await project.ask('next', '--ws', 'web')).json()).toMatchObject({
      step: 'between-milestones',
      unit: { unitType: 'new-milestone' },
    })
  })

  it('shows the status of an empty workstream as `planning`, like its STATE.md', async () => {
    const project = await withTwo()
    const { workstreams } = (await project.ask('workstream', 'list')).json()
    expect(workstreams.find(({ name }: { name: string }) => name === 'web').status).toBe('planning')
    expect((await project.ask('progress', '--ws', 'web')).json().status).toBe('planning')
    const { info } = (await project.ask('health', '--ws', 'web')).json()
    expect(info.filter(({ code }: { code: string }) => code === 'STATE_DRIFT')).toEqual([])
  })

  it('refuses the stored name of a missing workstream, and suggests commands that work', async () => {
    const project = await withTwo()
    project.write('.planning/active-workstream', 'gone\n')
    const refused = await project.ask('next')
    expect([refused.exit, refused.json().error.code]).toEqual([4, 'WORKSTREAM_UNRESOLVED'])
    expect(refused.json().error.fix).toMatch(/workstream list.*workstream create gone.*workstream set <name>/)
    expect((await project.ask('workstream', 'list')).json().workstreams.length).toBe(2)
    expect((await project.ask('workstream', 'create', 'gone')).exit).toBe(0)
    expect((await project.ask('next')).exit).toBe(0)
    project.write('.planning/active-workstream', 'lost\n')
    expect((await project.ask('workstream', 'set', 'core')).exit).toBe(0)
    expect((await project.ask('next')).exit).toBe(0)
    expect((await project.ask('workstream', 'list', '--ws', 'nowhere')).json().error.code).toBe('WORKSTREAM_UNRESOLVED')
  })

  it('keeps the claims of workstreams separate', async () => {
    const project = await withTwo()
    const roadmap = project.read('.planning/workstreams/core/ROADMAP.md')
    for (const [path, text] of Object.entries(OURS))
      if (path.startsWith('.planning/phases/'))
        project.write(path.replace('.planning/', '.planning/workstreams/web/'), text)
    project.write('.planning/workstreams/web/ROADMAP.md', roadmap)
    const revisionOf = async (name: string) =>
      (await project.ask('state', 'derive', '--ws', name, '--pick', 'revision', '--raw')).stdout.trim()
    const before = await revisionOf('web')
    const claim = await project.ask(
      ...['unit', 'claim', 'execute-plan', '01-02', '--ws', 'core', '--revision', await revisionOf('core')],
    )
    expect(claim.exit).toBe(0)
    const other = await project.ask('unit', 'claim', 'execute-plan', '01-02', '--ws', 'web', '--revision', before)
    expect([other.exit, other.json().attempt]).toEqual([0, 1])
  })

  it('archives a workstream after confirmation; after the last one is archived, the project has none', async () => {
    const project = await withTwo()
    const files = below(project, '.planning/workstreams/core')
    const asked = await project.ask('workstream', 'complete', 'core')
    expect([asked.exit, asked.json().plan.length]).toEqual([4, Object.keys(files).length])
    expect(asked.json().error).toMatchObject({
      code: 'CONFIRM_REQUIRED',
      message: expect.stringContaining('phases 1, 2'),
    })
    const done = (await agreed(project, 'workstream', 'complete', 'core')).json()
    expect(done).toMatchObject({ archived_to: '.planning/milestones/ws-core-2026-01-05' })
    expect(below(project, done.archived_to)).toEqual(files)
    await agreed(project, 'workstream', 'complete', 'web')
    expect([project.has('.planning/workstreams'), project.has('.planning/active-workstream')]).toEqual([false, false])
    await project.ask('workstream', 'create', 'core')
    expect((await agreed(project, 'workstream', 'complete', 'core')).json().archived_to).toBe(
      '.planning/milestones/ws-core-2026-01-05-2',
    )
  })
})
