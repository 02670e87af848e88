// Two branches that both planned: real merges by git, and what is said where git could not decide.
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

/** The merge, and whether git left conflicts. */
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
  const marked = (text: string) => `${text}<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> two\n`

  it.each([
    ROADMAP,
    STATE,
    '.planning/REQUIREMENTS.md',
    '.planning/PROJECT.md',
    `${ONE}/01-01-PLAN.md`,
    `${ONE}/01-01-SUMMARY.md`,
    `${ONE}/01-02-PLAN.md`,
    `${ONE}/01-CONTEXT.md`,
    LEDGER,
    '.planning/config.json',
  ])('in %s hold everything, with file and line', async (path) => {
    const text = OURS[path] ?? ''
    const project = makeProject({ ...OURS, [path]: marked(text) })
    const called = await project.ask('next')
    expect(called.exit, called.stdout).toBe(4)
    expect(called.json().rule).toMatch(path.endsWith('config.json') ? /^D0[23]$/ : /^D02$/)
    const line = text.split('\n').length
    expect(called.json().hold.reason).toContain(path.endsWith('config.json') ? path : `${path}:${line}`)
    const state = (await project.ask('state', 'derive')).json()
    expect([state.step, state.rule]).toEqual(['blocked', called.json().rule])
    const health = (await project.ask('validate', 'health')).json()
    expect([health.status, health.errors.map((found: { path?: string }) => found.path)]).toEqual([
      'broken',
      expect.arrayContaining([path]),
    ])
  })

  it('do not mean lines of text that look like them a little', async () => {
    const project = makeProject({
      ...OURS,
      [STATE]: `${OURS[STATE]}\nA title\n=======\n\n> > > quoted\n<<<<<<<<<< many\n`,
    })
    expect((await project.ask('next')).json().rule).not.toBe('D02')
  })

  it('keep writers away from a file, which stays as git left it', async () => {
    const text = marked(OURS[STATE] as string)
    const project = makeProject({ ...OURS, [STATE]: text })
    const called = await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', 'x')
    expect(called.exit).not.toBe(0)
    expect(project.read(STATE)).toBe(text)
  })
})

describe('a real merge of STATE and ROADMAP', () => {
  /** What both branches change: a decision each, so that STATE conflicts; the roadmap at two places, so that it does not. */
  async function diverged(files: Files): Promise<TempProject> {
    const project = makeProject({ ...files, ...UNION }).initGit()
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

  it('is held while git has not decided, and goes on with what both sides meant', async () => {
    const project = await diverged(OURS)
    expect(merge(project, 'one')).toBe(false)
    const held = await project.ask('next')
    expect([held.exit, held.json().rule]).toEqual([4, 'D02'])
    expect(held.json().hold.reason).toContain(STATE)
    expect(project.read(ROADMAP)).toContain('<!-- one -->')
    const both = project
      .read(STATE)
      .split('\n')
      .filter((line) => !/^(<{7}|={7}|>{7})/.test(line))
      .join('\n')
    project.write(STATE, both)
    commit(project, 'merged')
    const next = await project.ask('next')
    expect(next.json().rule).not.toBe('D02')
    expect(project.read(STATE)).toContain('Decided on one')
    expect(project.read(STATE)).toContain('Decided on two')
  })

  it('derives the same whichever side of the mirrors was taken', async () => {
    const sides = await Promise.all(
      ['--ours', '--theirs'].map(async (side) => {
        const project = await diverged(OURS)
        merge(project, 'one')
        project.git('checkout', '--quiet', side, '--', STATE)
        commit(project, 'merged')
        const { step, phase, plan, progress, rule } = await derive(project)
        return { step, phase, plan, progress, rule }
      }),
    )
    expect(sides[0]).toEqual(sides[1])
  })

  it('leaves undo of this clone refusing what came from the other branch', async () => {
    const project = await diverged(OURS)
    merge(project, 'one')
    project.git('checkout', '--quiet', '--theirs', '--', STATE)
    commit(project, 'merged')
    const refused = await project.ask('undo', '--last', '2', '--yes')
    expect([refused.exit, refused.json().error.code]).toEqual([3, 'CHANGED_SINCE'])
  })
})
