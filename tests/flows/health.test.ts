// Damage in a planning tree: found, reported and repaired as the printed text says.
import { writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

it('a missing STATE.md is recreated by a call in the brief, and no longer reported by health', async () => {
  const project = makeProject(OURS)
  project.remove('.planning/STATE.md')
  project.initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'health')
  expect(walk.text).toContain('Ask once which')
  const found = JSON.parse(await walk.follow('health'))
  expect(found.errors).toContainEqual(expect.objectContaining({ code: 'E004', fix: 'gsd-tools state rebuild' }))
  expect(JSON.parse(await walk.follow('fsck')).ok).toBe(true)
  await walk.follow('state rebuild')
  expect(project.has('.planning/STATE.md')).toBe(true)
  const after = JSON.parse(await walk.follow('health'))
  expect(after.errors.map(({ code }: { code: string }) => code)).not.toContain('E004')
  await walk.follow('commit')
  expect(project.git('status', '--porcelain')).toBe('')
})

it('a lost STATE.md and unreadable settings are restored as last written', async () => {
  const project = makeProject(OURS)
  await project.ask('config', 'set', 'granularity', 'fine')
  await project.ask('state', 'record-session', '--stopped-at', 'Tabs, not spaces')
  const [state, config] = ['.planning/STATE.md', '.planning/config.json'].map((path) => project.read(path))
  project.remove('.planning/STATE.md')
  project.write('.planning/config.json', '{"granularity": ')
  const { errors } = (await project.ask('health')).json()
  expect(errors).toMatchObject([
    { code: 'E004', fix: 'gsd-tools state rebuild' },
    { code: 'CONFIG_PARSE_FAILED', fix: 'gsd-tools undo --file .planning/config.json' },
  ])
  expect((await project.ask('undo', '--file', '.planning/config.json')).exit).toBe(0)
  expect((await project.ask('state', 'rebuild')).exit).toBe(0)
  expect(project.read('.planning/config.json')).toBe(config)
  expect(project.read('.planning/STATE.md')).toContain('Tabs, not spaces')
  expect(state).toContain('Tabs, not spaces')
})

describe('phases that no order of work reaches', () => {
  /** Makes a project whose phases from 2 on have these dependencies. */
  const projectWith = (waits: readonly string[], above = '') => {
    const roadmap = OURS['.planning/ROADMAP.md'] as string
    const sections = waits
      .slice(2)
      .map((wait, at) => `\n### Phase ${at + 4}: Part\n**Goal**: A part\n**Depends on**: ${wait}\n`)
    return makeProject({
      ...OURS,
      '.planning/ROADMAP.md': roadmap
        .replace('## Phases', `${above}## Phases`)
        .replace('**Depends on**: Phase 1', `**Depends on**: ${waits[0]}`)
        .replace('**Depends on**: Phase 2', `**Depends on**: ${waits[1]}`)
        .replace('\n## Progress', () => `${sections.join('')}\n## Progress`),
    })
  }
  const dependencyErrors = async (project: TempProject) => {
    const { errors } = (await project.ask('health')).json()
    return errors.filter(({ code }: { code: string }) => code === 'PHASE_DEPS')
  }
  const chain = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `Phase ${from + at - 1}`)

  it.each([
    ['there are none', ['Phase 1', 'Phase 2'], null],
    ['one waits for itself', ['Phase 1', 'Phase 3'], 'phase 3 depends on itself'],
    ['two wait for each other', ['Phase 3', 'Phase 2'], 'circular dependency of phases: 2 → 3 → 2'],
    ['one waits for phase 99', ['Phase 99', 'Phase 2'], 'phase 2 depends on 99, which ROADMAP.md does not contain'],
    [
      'twelve wait behind one that waits for phase 99',
      ['Phase 99', ...chain(3, 14)],
      'phase 2 depends on 99, which ROADMAP.md does not contain',
    ],
    ['others wait for a cycle', ['Phase 4', ...chain(3, 14)], 'circular dependency of phases: 2 → 4 → 3 → 2'],
  ])('are reported only with their cause: %s', async (_, waits, cause) => {
    const messages = (await dependencyErrors(projectWith(waits))).map(({ message }: { message: string }) => message)
    expect(messages).toEqual(cause === null ? [] : [cause])
  })

  it.each([
    [
      'shipped by its line',
      '## Milestones\n\n- ✅ **v0.9 Before** — Phases 90-99 (shipped 2025-12-01)\n- 🚧 **v1.0 Ledger** — Phases 1-3 (in progress)\n\n',
    ],
    [
      'folded away',
      '<details>\n<summary>✅ v0.9 Before — SHIPPED 2025-12-01</summary>\n\n- [x] Phase 99: Early (2/2 plans)\n\n</details>\n\n',
    ],
  ])('do not include those that wait for a phase that was %s', async (_, above) => {
    expect(await dependencyErrors(projectWith(['Phase 99', 'Phase 2'], above))).toEqual([])
  })

  it.each([
    ['a dependency on itself', ['Phase 1', 'Phase 1, Phase 3'], 'Phase 1'],
    ['a dependency on a missing phase', ['Phase 1', 'Phase 99, Phase 1'], 'Phase 1, Phase 2'],
  ])('are freed by the advised command, which keeps their other dependencies: %s', async (_, waits, after) => {
    const project = projectWith(waits)
    const [{ fix }] = await dependencyErrors(project)
    const words = fix.slice(fix.indexOf('gsd-tools ') + 10).replace('<phase>', '2')
    const made = await project.ask(...words.match(/"[^"]*"|\S+/g).map((word: string) => word.replaceAll('"', '')))
    expect(made.exit, made.stdout).toBe(0)
    expect(project.read('.planning/ROADMAP.md')).toContain(`**Depends on**: ${after}`)
  })
})

it('a binary file is reported with the command that restores it from the journal, or with git if the journal lacks it', async () => {
  const project = makeProject(OURS)
  const [kept, lost] = ['.planning/ROADMAP.md', '.planning/PROJECT.md']
  await project.ask('phase', 'add', 'Exports')
  const text = project.read(kept)
  for (const path of [kept, lost]) writeFileSync(project.at(path), Buffer.from([0x23, 0xff, 0xfe]))
  const about = async () =>
    (await project.ask('health'))
      .json()
      .errors.filter(({ code }: { code: string }) => code === 'NOT_UTF8')
      .map(({ path, fix }: { path: string; fix: string }) => [path, fix])
  expect((await about()).sort()).toEqual([
    [lost, `save ${lost} as UTF-8, or restore it from git`],
    [kept, `gsd-tools undo --file ${kept}`],
  ])
  project.write(lost, OURS[lost] as string)
  expect((await project.ask('undo', '--file', kept)).exit).toBe(0)
  expect([await about(), project.read(kept)]).toEqual([[], text])
})

it.each([
  ['emptied', (project: TempProject) => project.write('.planning/ROADMAP.md', '')],
  ['deleted', (project: TempProject) => project.remove('.planning/ROADMAP.md')],
])('a roadmap that was %s is restored from the journal, and STATE.md shows no drift', async (_, lose) => {
  const project = makeProject(OURS)
  await project.ask('phase', 'add', 'Exports')
  const text = project.read('.planning/ROADMAP.md')
  lose(project)
  const { status, errors, info } = (await project.ask('health')).json()
  expect(errors).toContainEqual(
    expect.objectContaining({ code: 'E003', fix: 'gsd-tools undo --file .planning/ROADMAP.md' }),
  )
  expect([status, info.some(({ code }: { code: string }) => code === 'STATE_DRIFT')]).toEqual(['broken', false])
  expect((await project.ask('undo', '--file', '.planning/ROADMAP.md')).exit).toBe(0)
  expect(project.read('.planning/ROADMAP.md')).toBe(text)
})

it('health --repair asks for no confirmation, and --context adds how full the session is', async () => {
  const walk = new Walk(makeProject(OURS))
  await walk.call('brief', 'health', '--', '--repair', '--context')
  expect(walk.text).not.toContain('Ask once which')
  expect(walk.text).toContain('how full this session is')
})

it('an unreadable plan is reported as unreadable, not for its dependencies', async () => {
  const project = makeProject({ ...OURS, '.planning/config.json': '{"workflow":{"plan_check":false}}' })
  const path = Object.keys(OURS).find((one) => one.endsWith('-PLAN.md') && !project.has(one.replace('PLAN', 'SUMMARY')))
  for (const [text, why] of [
    ['', 'the file is empty'],
    ['---\nphase: 1\n', 'its front matter is not closed'],
  ] as const) {
    project.write(path ?? '', text)
    const { errors } = (await project.ask('health')).json()
    const found = errors.filter(({ code }: { code: string }) => /^PLAN_(?:CUT|REF)$/.test(code))
    expect(found).toMatchObject([{ code: 'PLAN_CUT', path, message: expect.stringContaining(why) }])
    expect((await project.ask('next')).json().hold.reason).toBe(`no plan can run: 01-02 is unreadable: ${why}`)
  }
})

it('undefined requirements, and those without a phase, are reported by health and by begin', async () => {
  const project = makeProject({
    '.planning/PROJECT.md': OURS['.planning/PROJECT.md'] as string,
    '.planning/config.json': '{"workflow":{"depth":"light"}}',
    '.planning/ROADMAP.md':
      '# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: One** - counts\n- [ ] **Phase 2: Two** - counts\n\n### Phase 1: One\n**Goal**: It counts\n**Requirements**: CORE-01, ORPH-07\n\n### Phase 2: Two\n**Goal**: It counts\n**Requirements**: ORPH-07\n',
    '.planning/REQUIREMENTS.md':
      '# Requirements\n\n## v1 Requirements\n\n- [ ] **CORE-01**: It counts\n- [ ] **LOST-02**: It adds\n\n## v2 Requirements\n\n- **MORE-03**: It prints\n',
  }).initGit()
  const found = (await project.ask('health')).json()
  const notes = found.info.filter(({ code }: { code: string }) => code.startsWith('REQUIREMENT_'))
  expect(notes.map(({ message }: { message: string }) => message)).toEqual([
    'phases name requirements that .planning/REQUIREMENTS.md does not define: ORPH-07',
    'no phase covers LOST-02',
  ])
  const { stdout } = await project.ask('begin')
  expect(stdout).toMatch(/The phases name .*ORPH-07.*: tell the user/)
  expect(stdout).toMatch(/No phase covers .*LOST-02/)
})
