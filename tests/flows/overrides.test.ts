// Texts of the pack in a project's and a person's own words: what counts, what is only added to, and what a clone brings.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { askGsd } from '../support/gsd.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../support/project.js'
import { claim } from '../support/work.js'

afterAll(disposeProjects)

const TEAM = '.gsd/overrides'
const PLAN = `${TEAM}/workflows/plan-phase.md`
const ROLE = `${TEAM}/agents/planner.md`

const project = (files: Files = {}): TempProject => makeProject({ ...OURS, ...files }).initGit()

function own(project: TempProject, name: string, text: string): void {
  const path = join(project.home, '.gsd/overrides', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const planning = async (project: TempProject, step = 'units'): Promise<string> => {
  const called = await project.ask('brief', 'plan-phase', '--step', step, '--', '2')
  expect(called.exit, called.stderr).toBe(0)
  return called.stdout
}
const health = async (project: TempProject) => {
  const { errors, warnings } = (await project.ask('validate', 'health')).json()
  return [...errors, ...warnings].filter(({ code }: { code: string }) => code.startsWith('OVERRIDE_'))
}

describe('what a project brings', () => {
  it('is not applied, nor shown, before a person here agreed to exactly this text', async () => {
    const project = makeProject({ ...OURS, [PLAN]: '## add: units\nAsk the security team first.\n' }).initGit()
    const before = await planning(project)
    expect(before).not.toContain('security team')
    expect(before).toContain(`Not applied, because nobody on this machine agreed to it: ${PLAN}`)
    expect(await health(project)).toMatchObject([{ code: 'OVERRIDE_NOT_AGREED', path: PLAN }])

    expect((await project.ask('trust', 'show')).json().commands).toContainEqual(
      expect.objectContaining({ kind: 'read', word: null, sources: [{ path: PLAN, key: '' }] }),
    )
    expect((await agreed(project, 'trust', 'agree')).exit).toBe(0)
    const after = await planning(project)
    expect(after).toContain('Ask the security team first.')
    expect(after).toContain(`The steps hold what ${PLAN} brings.`)
    expect(await health(project)).toEqual([])

    project.write(PLAN, '## add: units\nAsk nobody.\n')
    expect(await planning(project)).not.toContain('Ask nobody')
    project.write(PLAN, '## add: units\nAsk the security team first.\n')
    expect((await project.ask('trust', 'agree', '--revoke')).exit).toBe(0)
    expect(await planning(project)).not.toContain('security team')
  })

  it('keeps no command of the project from running while it waits for a word', async () => {
    const project = makeProject({
      ...OURS,
      [ROLE]: '## add: Tasks\nOurs.\n',
      '.planning/config.json': '{"planning_schema":1,"verification":{"commands":[["node","--version"]]}}\n',
    }).initGit()
    const refused = (await project.ask('check', 'run', '1')).stdout
    expect(refused).not.toContain('UNTRUSTED_COMMANDS')
  })
})

describe('layers', () => {
  it('add up: the words of the pack, then those of the project, then those of the person', async () => {
    const project = makeProject({ ...OURS, [PLAN]: '## add: units\nFirst the team.\n' }).initGit()
    own(project, 'workflows/plan-phase.md', '## Add: Units\nThen I.\n')
    await agreed(project, 'trust', 'agree')
    const text = await planning(project)
    const at = ['you direct', 'First the team.', 'Then I.'].map((words) => text.indexOf(words))
    expect(at.every((one) => one > 0)).toBe(true)
    expect(at.toSorted((a, b) => a - b)).toEqual(at)
  })

  it('replace only what the pack declares, and the later of two counts; the form that is asked for changes with its template', async () => {
    const project = makeProject({
      ...OURS,
      [ROLE]:
        '## replace: Cutting\nThe team cuts.\n\n## add: Tasks\nName the owner, see {{cmd:help}}.\n\n## replace: Finish\nDo not finish.\n',
    }).initGit()
    own(project, 'agents/planner.md', '## replace: Cutting\nI cut.\n')
    await agreed(project, 'trust', 'agree')
    const text = (await project.ask('brief', 'planner', '2')).stdout
    expect(text).toContain('## From overrides')
    expect(text).toContain('“Tasks”, also')
    expect(text).toMatch(/Name the owner, see \S*gsd\S*help\./)
    expect(text).toContain('I cut.')
    expect(text).not.toContain('The team cuts.')
    expect(text).not.toContain('Do not finish')
    expect(await health(project)).toMatchObject([
      { code: 'OVERRIDE_ADDS_ONLY', line: 7, fix: 'write `## add: Finish`' },
    ])
  })

  it('reach the files that a brief names, and the session that does a unit itself', async () => {
    const project = makeProject(OURS).initGit()
    own(project, 'references/debugging.md', '## add: What counts\nA trace counts.\n')
    own(project, 'workflows/work.md', '## add: debug\nWrite down the time.\n')
    own(project, 'agents/executor.md', '## add: Hard rules\nNo new packages.\n')
    const executor = await claim(project, 'execute-plan', '01-02')
    const built = (await project.ask('unit', 'brief', '--claim', executor.token)).stdout
    expect(built).toContain('No new packages.')
    const debug = (await project.ask('begin', 'debug', 'slow-start')).stdout
    expect(debug).toContain('Write down the time.')
    expect(debug).toContain('A trace counts.')
  })
})

describe('what a passage cannot do', () => {
  const CASES: readonly (readonly [why: string, text: string, code: string])[] = [
    ['replace a step', '## replace: units\nJust write code.\n', 'OVERRIDE_ADDS_ONLY'],
    ['swallow the steps behind it in a code block', '## add: undiscussed\n```\nopen\n', 'OVERRIDE_UNCLOSED'],
    ['swallow them in a comment', '## add: undiscussed\n<!-- open\n', 'OVERRIDE_UNCLOSED'],
    ['leave a condition open', '## add: undiscussed\n<!-- when flag:--auto -->\nyes\n', 'OVERRIDE_UNCLOSED'],
    ['name a section that is gone', '## add: unit\nMore.\n', 'OVERRIDE_SECTION_GONE'],
    ['begin a section of its own', '## gate: Skip it\nMore.\n', 'OVERRIDE_FORM'],
    ['hold what nobody sees', '## add: units\nMo\u200bre.\n', 'OVERRIDE_UNSEEN'],
  ]
  it.each(CASES)('%s', async (_, text, code) => {
    const own_ = project()
    const plain = await planning(own_)
    own(own_, 'workflows/plan-phase.md', text)
    expect(await planning(own_)).toBe(plain)
    const [found] = await health(own_)
    expect(found).toMatchObject({ code, path: join(own_.home, '.gsd/overrides/workflows/plan-phase.md') })
    expect(found.fix).not.toBe('')
  })

  it('vanish: a text of the pack that is gone, and a section that was renamed, are told with what is meant', async () => {
    const own_ = project()
    own(own_, 'workflows/plan-phases.md', '## add: units\nMore.\n')
    own(own_, 'workflows/plan-phase.md', '## add: unit\nMore.\n')
    const found = await health(own_)
    expect(found.map(({ code }) => code).toSorted()).toEqual(['OVERRIDE_SECTION_GONE', 'OVERRIDE_UNKNOWN'])
    expect(JSON.stringify(found)).toContain('write `## add: units`')
  })

  it('vanish unread: what is no text, or lies where no text of the pack has its place', async () => {
    const own_ = project()
    for (const folder of [own_.root, own_.home]) {
      mkdirSync(join(folder, '.gsd/overrides/agents'), { recursive: true })
      writeFileSync(join(folder, '.gsd/overrides/agents/planner.md'), Buffer.from([0x23, 0xff, 0xfe]))
      writeFileSync(join(folder, '.gsd/overrides/planner.md'), '## add: Tasks\nOurs.\n')
    }
    symlinkSync('/etc/hostname', own_.at(`${TEAM}/agents/executor.md`))
    expect((await health(own_)).map(({ code }) => code).toSorted()).toEqual([
      'OVERRIDE_UNKNOWN',
      'OVERRIDE_UNKNOWN',
      'OVERRIDE_UNREADABLE',
      'OVERRIDE_UNREADABLE',
      'OVERRIDE_UNREADABLE',
    ])
  })

  it('make a brief too long: a long passage is named as a file to read', async () => {
    const own_ = project()
    own(own_, 'workflows/plan-phase.md', `## add: units\n${'Mind the gap. '.repeat(400)}\n`)
    own(own_, 'agents/planner.md', `## add: Tasks\n${'Mind the step. '.repeat(600)}\n`)
    const text = await planning(own_)
    expect(text).toContain('.gsd/overrides/workflows/plan-phase.md`, below `add: units`')
    expect(text).not.toContain('Mind the gap')
    const role = await own_.ask('brief', 'planner', '2')
    expect([role.exit, role.stdout.length < 8000]).toEqual([0, true])
    expect(role.stdout).toContain('.gsd/overrides/agents/planner.md')
  })
})

describe('gsd overrides', () => {
  it('begins one that changes nothing yet, explains a text, and lists what counts', async () => {
    const own_ = project()
    const gsd = (...words: readonly string[]) =>
      askGsd<{
        path: string
        files: { layer: string; passages: { applied: boolean }[] }[]
        sections: { name: string; replaceable: boolean }[]
      }>(own_.home, ['overrides', ...words], { cwd: own_.root })
    const begun = await gsd('new', 'agents/planner.md', '--json')
    expect(begun.json().path).toBe(own_.at(ROLE))
    expect(await health(own_)).toEqual([])
    expect((await gsd('new', 'agents/planner.md')).exit).not.toBe(0)
    expect((await gsd('new', 'agents/nobody.md')).err).toContain('agents/nobody.md')
    const { sections } = (await gsd('explain', 'agents/planner.md', '--json')).json()
    expect(sections).toContainEqual({ name: 'Cutting', replaceable: true })
    expect(sections).toContainEqual({ name: 'Finish', replaceable: false })
    expect((await gsd('new', 'workflows/plan-phase.md', '--user', '--json')).json().path).toContain(own_.home)
    own(own_, 'workflows/plan-phase.md', '## add: units\nMore.\n')
    expect((await gsd('list', '--json')).json().files).toMatchObject([
      { layer: 'team', passages: [] },
      { layer: 'user', passages: [{ applied: true }] },
    ])
    own(own_, 'workflows/plan-phase.md', '## add: unit\nMore.\n')
    const doctor = await askGsd<{ idle_overrides: unknown[] }>(own_.home, ['doctor', '--json'], { cwd: own_.root })
    expect(doctor.json().idle_overrides).toMatchObject([{ line: 1 }])
  })

  it('outlives updates and removal: no installation touches a layer', async () => {
    const own_ = project({ [ROLE]: '## add: Tasks\nOurs.\n' })
    own(own_, 'agents/planner.md', '## add: Tasks\nMine.\n')
    const mine = join(own_.home, '.gsd/overrides/agents/planner.md')
    const gsd = (...words: readonly string[]) => askGsd(own_.home, [...words, '--yes'], { cwd: own_.root })
    for (const words of [
      ['install', '--claude', '--local'],
      ['install', '--claude', '--local', '--profile', 'full'],
      ['uninstall', '--claude', '--local'],
    ]) {
      expect((await gsd(...words)).exit).toBe(0)
      expect([readFileSync(mine, 'utf8'), own_.read(ROLE), existsSync(mine)]).toEqual([
        '## add: Tasks\nMine.\n',
        '## add: Tasks\nOurs.\n',
        true,
      ])
    }
  })
})
