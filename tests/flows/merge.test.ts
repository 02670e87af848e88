// Git merges of branches that both changed planning files, and how conflicts are reported.
import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const LEDGER = '.planning/ledger.jsonl'
const STATE = '.planning/STATE.md'
const ROADMAP = '.planning/ROADMAP.md'
const ONE = '.planning/phases/01-foundation'
const UNION = { '.planning/.gitattributes': 'ledger.jsonl merge=union\n' }

const commit = (project: TempProject, message: string) => {
  project.git('add', '--all')
  project.git('commit', '--quiet', '--allow-empty', `--message=${message}`)
}
const branch = (project: TempProject, name: string) => project.git('checkout', '--quiet', '-b', name, 'main')

function merge(project: TempProject, name: string): boolean {
  try {
    execFileSync('git', ['merge', '--quiet', '--no-edit', name], {
      cwd: project.root,
      env: project.env(),
      stdio: 'pipe',
    })
    return true
  } catch {
    return false
  }
}

const derive = async (project: TempProject) => (await project.ask('state', 'derive')).json()

describe('conflict markers', () => {
  const withMarkers = (text: string) => `${text}<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> two\n`

  it.each([
    ROADMAP,
    '.planning/REQUIREMENTS.md',
    '.planning/PROJECT.md',
    `${ONE}/01-01-PLAN.md`,
    `${ONE}/01-01-SUMMARY.md`,
    `${ONE}/01-02-PLAN.md`,
    '.planning/config.json',
  ])('in %s stop all work, and the reason names the place', async (path) => {
    const text = OURS[path] ?? ''
    const project = makeProject({ ...OURS, [path]: withMarkers(text) })
    const called = await project.ask('next')
    expect(called.exit, called.stdout).toBe(4)
    expect(called.json().rule).toMatch(path.endsWith('config.json') ? /^D0[23]$/ : /^D02$/)
    const line = text.split('\n').length
    expect(called.json().hold.reason).toContain(path.endsWith('config.json') ? path : `${path}:${line}`)
    const state = (await project.ask('state', 'derive')).json()
    expect([state.step, state.rule]).toEqual(['blocked', called.json().rule])
    const health = (await project.ask('health')).json()
    expect([health.status, health.errors.map((found: { path?: string }) => found.path)]).toEqual([
      'broken',
      expect.arrayContaining([path]),
    ])
  })

  it('are not confused with similar lines of text', async () => {
    const project = makeProject({
      ...OURS,
      [ROADMAP]: `${OURS[ROADMAP]}\nA title\n=======\n\n> > > quoted\n<<<<<<<<<< many\n`,
    })
    expect((await project.ask('next')).json().rule).not.toBe('D02')
  })

  it('block claims and writes, so that the file stays as git left it', async () => {
    const text = withMarkers(OURS[ROADMAP] as string)
    const project = makeProject({ ...OURS, [ROADMAP]: text })
    const { revision } = (await project.ask('next')).json()
    const called = await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)
    expect([called.exit, called.json().hold.code]).toEqual([4, 'INPUT'])
    const added = await project.ask('phase', 'add', 'Another')
    expect([added.exit, added.json().error.message]).toEqual([4, expect.stringContaining(`${ROADMAP}:`)])
    expect(project.read(ROADMAP)).toBe(text)
  })
})

describe('a real merge of STATE and ROADMAP', () => {
  /** Makes two branches that record a session each, so that STATE.md conflicts, and change separate parts of the roadmap, which merge. */
  async function divergedProject(files: Files, rule: Files = UNION): Promise<TempProject> {
    const project = makeProject({ ...files, ...rule }).initGit()
    for (const [name, goal] of [
      ['one', 'Phase 2'],
      ['two', 'Phase 3'],
    ] as const) {
      branch(project, name)
      await project.ask('state', 'record-session', '--stopped-at', `Decided on ${name}`)
      project.write(ROADMAP, project.read(ROADMAP).replace(`### ${goal}:`, `<!-- ${name} -->\n### ${goal}:`))
      commit(project, name)
    }
    return project
  }

  it.each([
    ['with', UNION],
    ['without', {}],
  ])('needs no manual resolution of STATE.md or the ledger, %s a rule for the ledger', async (_, rule) => {
    const project = await divergedProject(OURS, rule)
    expect(merge(project, 'one')).toBe(false)
    expect(project.git('diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean)).toEqual(
      rule === UNION ? [STATE] : [STATE, LEDGER],
    )
    const next = await project.ask('next')
    expect([next.exit, next.json().kind]).toEqual([0, 'dispatch'])
    const { errors } = (await project.ask('health')).json()
    expect(errors).toEqual([])
    expect((await project.ask('state', 'rebuild')).exit).toBe(0)
    const state = project.read(STATE)
    expect(state).not.toMatch(/^(?:<{7}|={7}|>{7})/m)
    expect(state.match(/^stopped_at: .*/gm)).toEqual(['stopped_at: Decided on two'])
    commit(project, 'merged')
    const { findings } = (await project.ask('fsck')).json()
    expect(findings).toHaveLength(rule === UNION ? 0 : 3)
    expect(project.read(LEDGER).match(/"v":1/g)).toHaveLength(2)
    expect(project.read(ROADMAP)).toContain('<!-- one -->')
  })

  it('leads to the same derivation whichever side of STATE.md was taken', async () => {
    const sides = await Promise.all(
      ['--ours', '--theirs'].map(async (side) => {
        const project = await divergedProject(OURS)
        merge(project, 'one')
        project.git('checkout', '--quiet', side, '--', STATE)
        commit(project, 'merged')
        const { step, phase, plan, progress, rule } = await derive(project)
        return { step, phase, plan, progress, rule }
      }),
    )
    expect(sides[0]).toEqual(sides[1])
  })

  it('makes undo refuse writes that came from the other branch', async () => {
    const project = await divergedProject(OURS)
    merge(project, 'one')
    project.git('checkout', '--quiet', '--theirs', '--', STATE)
    commit(project, 'merged')
    const refused = await project.ask('undo', '--last', '2', '--yes')
    expect([refused.exit, refused.json().error.code]).toEqual([3, 'CHANGED_SINCE'])
  })
})

describe('a project whose .gitignore lists STATE.md', () => {
  it('does not commit STATE.md, and creates a missing one with the recorded session', async () => {
    const project = makeProject({ ...OURS, '.planning/.gitignore': 'STATE.md\nstate.json\n' })
    project.initGit()
    expect(project.git('ls-files', STATE)).toBe('')
    await project.ask('state', 'record-session', '--stopped-at', 'Half of it')
    commit(project, 'note')
    expect(project.git('status', '--porcelain')).toBe('')
    project.remove(STATE)
    expect((await project.ask('health')).json().errors).toEqual([])
    expect((await project.ask('phase', 'add', 'Another')).exit).toBe(0)
    expect(project.read(STATE)).toMatch(/total_phases: 4/)
    project.remove(STATE)
    expect((await project.ask('state', 'rebuild')).exit).toBe(0)
    expect(project.read(STATE)).toMatch(/^stopped_at: Half of it$/m)
    project.remove(STATE)
    await project.ask('state', 'record-session', '--stopped-at', 'All of it')
    expect(project.read(STATE)).toMatch(/^stopped_at: All of it$/m)
  })
})

it('two phases that got the same number in two branches are reported, with a free number for one of them', async () => {
  const project = makeProject(OURS).initGit()
  const addPhase = async (title: string) => {
    const { directory, padded } = (await project.ask('phase', 'add', title)).json()
    commit(project, title)
    return { directory, padded }
  }
  branch(project, 'second')
  const second = await addPhase('Second')
  project.git('checkout', '--quiet', 'main')
  const first = await addPhase('First')
  expect(second.padded).toBe(first.padded)
  expect(merge(project, 'second')).toBe(false)
  expect((await derive(project)).rule).toBe('D02')
  const ours = project.git('show', `main:${ROADMAP}`)
  const section = ours.slice(ours.indexOf('### Phase 4'), ours.indexOf('## Progress'))
  const line = '- [ ] **Phase 4: First** - First\n'
  const both = ours.replace(section, section + section.replaceAll('First', 'Second'))
  project.write(ROADMAP, both.replace(line, line + line.replaceAll('First', 'Second')))
  commit(project, 'merge')
  const { exit, json } = await project.ask('next')
  expect([exit, json().hold.reason]).toEqual([
    4,
    expect.stringMatching(/has phase 4 twice \(First, Second\):.*rename the other to phase 5 /),
  ])
  project.git('mv', second.directory, second.directory.replace('04', '05'))
  project.write(ROADMAP, project.read(ROADMAP).replaceAll('Phase 4: Second', 'Phase 5: Second'))
  expect((await project.ask('next')).json()).toMatchObject({ unit: { unitId: '01-02' } })
})
