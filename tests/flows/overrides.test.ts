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

const PAGE = '.gsd/overrides/workflows/plan-phase.md'

function writeUserPage(project: TempProject, name: string, text: string): void {
  const path = join(project.home, '.gsd/overrides', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const planningBrief = async (project: TempProject): Promise<string> => {
  const called = await project.ask('brief', 'plan-phase', '--', '2')
  expect(called.exit, called.stderr).toBe(0)
  return called.stdout
}

describe('a page of the project', () => {
  it('is not in the brief before the user has agreed to exactly this text', async () => {
    const project = makeProject({ ...OURS, [PAGE]: 'Ask the security team first.\n' }).initGit()
    const before = await planningBrief(project)
    expect(before).not.toContain('security team')
    expect(before).toContain(`Not applied, because not trusted on this machine: ${PAGE}`)
    expect((await project.ask('trust')).json().commands).toContainEqual(
      expect.objectContaining({
        kind: 'read',
        command: expect.stringContaining('Ask the security team first.'),
        by: null,
        sources: [{ path: PAGE, key: '' }],
      }),
    )
    expect((await agreed(project, 'trust', '--agree')).exit).toBe(0)
    expect(await planningBrief(project)).toContain(`- ${PAGE}:\nAsk the security team first.`)

    project.write(PAGE, 'Ask nobody.\n')
    expect(await planningBrief(project)).not.toContain('Ask nobody')
  })
})

describe('a page of the user', () => {
  it('follows the project’s page, and is not in a later part of the workflow', async () => {
    const project = makeProject({ ...OURS, [PAGE]: 'First the team.\n' }).initGit()
    writeUserPage(project, 'workflows/plan-phase.md', 'Then I.\n')
    await agreed(project, 'trust', '--agree')
    expect(await planningBrief(project)).toMatch(/From overrides[\s\S]*First the team\.[\s\S]*Then I\./)
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

  it('that is long is named as a file to read', async () => {
    const project = makeProject(OURS).initGit()
    writeUserPage(project, 'workflows/plan-phase.md', `${'Mind the gap. '.repeat(400)}\n`)
    writeUserPage(project, 'agents/planner.md', `${'Mind the step. '.repeat(600)}\n`)
    const text = await planningBrief(project)
    expect(text).toContain('.gsd/overrides/workflows/plan-phase.md: it adds to workflows/plan-phase.md')
    expect(text).not.toContain('Mind the gap')
    const role = await roleBrief(project, 'plan-phase', '2')
    expect([role.exit, role.stdout.includes('Mind the step')]).toEqual([0, false])
    expect(role.stdout).toContain('.gsd/overrides/agents/planner.md')
  })

  it('sends no control sequences to a terminal', async () => {
    const project = makeProject(OURS).initGit()
    writeUserPage(project, 'agents/planner.md', '\u001b[2JMind the step.\n')
    const { stdout } = await roleBrief(project, 'plan-phase', '2')
    expect([stdout.includes('Mind the step.'), stdout.includes('\u001b')]).toEqual([true, false])
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
