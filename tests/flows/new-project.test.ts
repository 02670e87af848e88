// The documents of a new project: refused until they are filled in and consistent, and completed by the CLI.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { charterDraft } from '../support/charter.js'
import { COUNTING, countingProject } from '../support/counting.js'
import { contextDraft, PROJECT_DRAFTS, requirementsDraft, roadmapDraft } from '../support/drafts.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { claimNext, finish, finished, work, writeDrafts } from '../support/work.js'

afterAll(disposeProjects)

const template = (name: string) => readFileSync(new URL(`../../templates/${name}.md`, import.meta.url), 'utf8')

const good = PROJECT_DRAFTS

const CASES: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    'skeletons that nobody filled in',
    {
      'PROJECT.md': template('project'),
      'REQUIREMENTS.md': template('requirements'),
      'ROADMAP.md': template('roadmap'),
    },
    ['PLACEHOLDER', 'SECTION_MISSING', 'NO_REQUIREMENTS', 'NO_PHASES'],
  ],
  [
    'a requirement that no phase carries',
    {
      ...good,
      'REQUIREMENTS.md': requirementsDraft.replace('### Output', '- [ ] **COUNT-03**: It counts pages\n\n### Output'),
    },
    ['REQUIREMENT_UNCOVERED'],
  ],
  [
    'a phase with a requirement that does not exist',
    { ...good, 'ROADMAP.md': roadmapDraft.replace('COUNT-02', 'COUNT-02, COUNT-77') },
    ['REQUIREMENT_UNKNOWN'],
  ],
  ['a phase without a goal', { ...good, 'ROADMAP.md': roadmapDraft.replace(/\*\*Goal\*\*: .*\n/, '') }, ['PHASE_GOAL']],
  [
    'one id for two requirements',
    { ...good, 'REQUIREMENTS.md': requirementsDraft.replace('**COUNT-02**', '**COUNT-01**') },
    ['REQUIREMENT_TWICE'],
  ],
]

it('a new project inherits the user’s settings, except those that its charter sets', async () => {
  const originsWith = async (charter: string) => {
    const project = makeProject({}).initGit()
    mkdirSync(join(project.home, '.gsd'), { recursive: true })
    writeFileSync(
      join(project.home, '.gsd/config.json'),
      JSON.stringify({ mode: 'yolo', granularity: 'fine', workflow: { depth: 'heavy' } }),
    )
    const claimed = await claimNext(project, 'new-project', 'project')
    writeDrafts(project, claimed, { 'CHARTER.md': charter })
    const ended = await finish(project, claimed)
    expect(ended.exit, ended.stdout).toBe(0)
    const origins = async (key: string) => {
      const { value, origin } = (await project.ask('config', 'get', key, '--origin')).json()
      return [value, origin]
    }
    return [await origins('mode'), await origins('granularity'), await origins('workflow.depth')]
  }
  const rest = [
    ['fine', 'user'],
    ['heavy', 'user'],
  ]
  expect(await originsWith(charterDraft)).toEqual([['yolo', 'user'], ...rest])
  expect(await originsWith(`${charterDraft}\n## Settings\n\n- mode: interactive\n`)).toEqual([
    ['interactive', 'project'],
    ...rest,
  ])
})

describe('the documents of a new project', () => {
  it.each(CASES)('are refused: %s', async (_name, files, codes) => {
    const project = makeProject({}).initGit()
    const claimed = await claimNext(project, 'new-project', 'project')
    writeDrafts(project, claimed, files)
    const called = await finish(project, claimed)
    expect(called.exit).toBe(1)
    const found = new Set(called.json().findings.map(({ code }: { code: string }) => code))
    for (const code of codes) expect([...found]).toContain(code)
    expect(project.snapshot()['.planning/PROJECT.md']).toBeUndefined()
    writeDrafts(project, claimed, good)
    expect((await finish(project, claimed)).exit).toBe(0)
  })
})

describe('a roadmap without a readable phase', () => {
  it.each<[string, (roadmap: string) => string]>([
    ['headings of another form', (roadmap) => roadmap.replace(/Phase (\d)/g, 'Phase #$1')],
    ['only its title', () => '# Roadmap\n'],
    ['nothing', () => ''],
  ])('does not begin a new project over existing plans: %s', async (_, change) => {
    const project = countingProject().initGit()
    const roadmap = project.read('.planning/ROADMAP.md')
    project.write('.planning/ROADMAP.md', change(roadmap))
    const held = await project.ask('next')
    expect([held.exit, held.json().hold]).toMatchObject([4, { code: 'INPUT' }])
    expect(held.json().hold.reason).toContain(`phases are planned in ${COUNTING}`)
    project.write('.planning/ROADMAP.md', roadmap)
    expect((await project.ask('next')).json().unit).toMatchObject({ unitType: 'execute-plan', unitId: '01-01' })
  })
})

describe('what the CLI adds to a new project', () => {
  const newProject = async (files: Readonly<Record<string, string>> = {}) => {
    const settings = JSON.stringify({ planning: { track_state: true } })
    const project = makeProject({ '.planning/config.json': settings }).initGit()
    const claimed = await claimNext(project, 'new-project', 'project')
    writeDrafts(project, claimed, { ...good, 'REQUIREMENTS.md': traced, ...files })
    await finished(project, claimed)
    return project
  }
  const traced = `${requirementsDraft}\n## Traceability\n\n| Requirement | Phase | Status |\n|-------------|-------|--------|\n`

  it('includes the table in REQUIREMENTS.md, from the phases of the roadmap', async () => {
    const both = roadmapDraft.replace('**Requirements**: OUT-01', '**Requirements**: OUT-01, COUNT-02')
    const project = await newProject({ 'ROADMAP.md': both })
    expect(project.read('.planning/REQUIREMENTS.md')).toContain(`## Traceability

| Requirement | Phase | Status |
|-------------|-------|--------|
| COUNT-01 | Phase 1 | Pending |
| COUNT-02 | Phase 1, Phase 2 | Pending |
| OUT-01 | Phase 2 | Pending |
`)
  })

  it('includes a row of the table for a requirement that a phase gets later', async () => {
    const project = await newProject()
    const before = project.read('.planning/REQUIREMENTS.md')
    project.write(
      '.planning/REQUIREMENTS.md',
      before.replace(
        '### Output',
        '- [ ] **COUNT-03**: It counts pages\n- [ ] **COUNT-04**: It counts books\n\n### Output',
      ),
    )
    const roadmap = project.read('.planning/ROADMAP.md')
    project.write('.planning/ROADMAP.md', roadmap.replace('COUNT-01, COUNT-02', 'COUNT-01, COUNT-02, COUNT-03'))
    await work(project, 'discuss-phase', '01', { '01-CONTEXT.md': contextDraft('1') })
    const after = project.read('.planning/REQUIREMENTS.md')
    expect(after).toContain('| COUNT-03 | Phase 1 | Pending |')
  })

  it('does not include the table again after the user has removed it', async () => {
    const project = await newProject()
    project.write('.planning/REQUIREMENTS.md', requirementsDraft)
    await work(project, 'discuss-phase', '01', { '01-CONTEXT.md': contextDraft('1') })
    expect(project.read('.planning/REQUIREMENTS.md')).toBe(requirementsDraft)
  })

  it('includes a STATE.md with the core value, the position and the milestone', async () => {
    const milestone = roadmapDraft.replace('## Phase Details', '## 🚧 v1.0 First')
    const state = (await newProject({ 'ROADMAP.md': milestone })).read('.planning/STATE.md')
    for (const line of [
      'milestone: v1.0',
      'milestone_name: First',
      'current_phase: "1"',
      '**Core value:** Numbers one can trust.',
      '**Current focus:** Phase 1 — Counting',
      'Phase: 1 of 2 (Counting)',
    ])
      expect(state).toContain(line)
  })
})

describe('maps of existing code', () => {
  const maps = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`.planning/codebase/${name}.md`, `# ${name}\n\nSee \`index.js\`.\n`]))
  const read = (stdout: string) => [...stdout.matchAll(/codebase\/(\w+)\.md/g)].map(([, name]) => name)

  it('replace an inspection of the code; a quick task reads only the conventions', async () => {
    const project = makeProject({ ...maps('CONVENTIONS', 'STACK', 'TESTING'), 'index.js': '1\n' }).initGit()
    const { stdout } = await project.ask('begin', 'new-project', 'project')
    expect([read(stdout), stdout.includes('README, manifest')]).toEqual([['CONVENTIONS', 'STACK', 'TESTING'], false])
    const bare = makeProject({ 'index.js': '1\n' }).initGit()
    expect((await bare.ask('begin', 'new-project', 'project')).stdout).toContain('README, manifest')
    const quick = await makeProject({ ...OURS, ...maps('CONVENTIONS', 'STACK') })
      .initGit()
      .ask('begin', 'quick', 'add a flag')
    expect(read(quick.stdout)).toEqual(['CONVENTIONS'])
  })
})
