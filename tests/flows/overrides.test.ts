// Pages that a project and the user append to workflows and roles: when they apply, and where they are listed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { askGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import { claim } from '../support/work.js'

afterAll(disposeProjects)

const PLAN = '.gsd/overrides/workflows/plan-phase.md'

function writeUserPage(project: TempProject, name: string, text: string): void {
  const path = join(project.home, '.gsd/overrides', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const planning = async (project: TempProject): Promise<string> => {
  const called = await project.ask('brief', 'plan-phase', '--', '2')
  expect(called.exit, called.stderr).toBe(0)
  return called.stdout
}

describe('a page of the project', () => {
  it('is neither applied nor shown before the user has agreed to exactly this text', async () => {
    const project = makeProject({ ...OURS, [PLAN]: 'Ask the security team first.\n' }).initGit()
    const before = await planning(project)
    expect(before).not.toContain('security team')
    expect(before).toContain(`Not applied, because not trusted on this machine: ${PLAN}`)
    expect((await project.ask('trust')).json().commands).toContainEqual(
      expect.objectContaining({
        kind: 'read',
        command: expect.stringContaining('Ask the security team first.'),
        by: null,
        sources: [{ path: PLAN, key: '' }],
      }),
    )
    expect((await agreed(project, 'trust', '--agree')).exit).toBe(0)
    expect(await planning(project)).toContain(`- ${PLAN}:\nAsk the security team first.`)

    project.write(PLAN, 'Ask nobody.\n')
    expect(await planning(project)).not.toContain('Ask nobody')
  })
})

describe('a page of the user', () => {
  it('follows that of the project, only in the first part', async () => {
    const project = makeProject({ ...OURS, [PLAN]: 'First the team.\n' }).initGit()
    writeUserPage(project, 'workflows/plan-phase.md', 'Then I.\n')
    await agreed(project, 'trust', '--agree')
    expect(await planning(project)).toMatch(/From overrides[\s\S]*First the team\.[\s\S]*Then I\./)
    const later = await project.ask('brief', 'plan-phase', '--step', 'units', '--', '2')
    expect(later.stdout).not.toContain('Then I.')
  })

  it('reaches the role, or the session that does a unit itself', async () => {
    const project = makeProject(OURS).initGit()
    writeUserPage(project, 'workflows/work.md', 'Write down the time.\n')
    writeUserPage(project, 'agents/executor.md', 'No new packages.\n')
    const { token } = await claim(project, 'execute-plan', '01-02')
    expect((await project.ask('unit', 'brief', '--claim', token)).stdout).toContain('No new packages.')
    expect((await project.ask('begin', 'debug', 'slow-start')).stdout).toContain('Write down the time.')
  })

  it('that is long is named as a file to read, and sends no control sequences to a terminal', async () => {
    const project = makeProject(OURS).initGit()
    writeUserPage(project, 'workflows/plan-phase.md', `${'Mind the gap. '.repeat(400)}\n`)
    writeUserPage(project, 'agents/planner.md', `\u001b[2J${'Mind the step. '.repeat(600)}\n`)
    const text = await planning(project)
    expect(text).toContain('.gsd/overrides/workflows/plan-phase.md: it adds to workflows/plan-phase.md')
    expect(text).not.toContain('Mind the gap')
    const role = await roleBrief(project, 'plan-phase', '2')
    expect([role.exit, role.stdout.length < 8000, role.stdout.includes('\u001b')]).toEqual([0, true, false])
    expect(role.stdout).toContain('.gsd/overrides/agents/planner.md')
  })
})

it('gsd pages lists the pages, and says which have unknown names', async () => {
  const project = makeProject(OURS)
  writeUserPage(project, 'agents/planner.md', 'Mine.\n')
  const list = () => askGsd(project.home, ['pages'], { cwd: project.root })
  const found = await list()
  expect([found.exit, found.out.includes(join(project.home, '.gsd/overrides/agents/planner.md'))]).toEqual([0, true])
  writeUserPage(project, 'agents/plannr.md', 'Mine.\n')
  expect((await list()).out).toContain('plannr.md (the pack has no agents/plannr.md)')
})
