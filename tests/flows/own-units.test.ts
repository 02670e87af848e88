// Units that a page of the project or the user defines: begun by name, checked, saved with their phase, without changing the next step.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { takenUnit } from '../support/team.js'

afterEach(disposeProjects)

const PHASE = '.planning/phases/01-foundation'
const PAGE = `---
about: Looks at what people with a screen reader meet
requires: [SUMMARY]
---
Walk through each screen with the keyboard alone. Write one line a screen below \`## Screens\`.
`
const REPORT = '# Accessibility\n\n## Screens\n\nHome: the menu opens.\n'

const projectWithUnit = async (page = PAGE, name = 'accessibility'): Promise<TempProject> => {
  const project = makeProject({ ...OURS, [`.gsd/units/${name}.md`]: page }).initGit()
  await agreed(project, 'trust', '--agree')
  return project
}
const wordsOf = (call: string) => call.replace(/^node "[^"]+" /, '').split(' ')

describe('a unit of a page', () => {
  it('is begun by name, gets its required files, and saves its file with the phase', async () => {
    const project = await projectWithUnit()
    const before = (await project.ask('next')).json()
    const begun = await project.ask('begin', 'own', 'accessibility.1')
    expect(begun.exit, begun.stdout).toBe(0)
    expect(begun.stdout).toContain('Looks at what people with a screen reader meet')
    expect(begun.stdout).toContain('Walk through each screen with the keyboard alone.')
    expect(begun.stdout).toContain(`${PHASE}/01-01-SUMMARY.md`)
    const { drafts, finish } = takenUnit(begun.stdout)
    const empty = await project.ask(...wordsOf(finish))
    expect(empty.stdout).toContain('01-ACCESSIBILITY.md')
    project.write(`${drafts}/01-ACCESSIBILITY.md`, REPORT)
    const done = await project.ask(...wordsOf(finish))
    expect(done.exit, done.stdout).toBe(0)
    expect(project.read(`${PHASE}/01-ACCESSIBILITY.md`)).toBe(REPORT)
    expect(project.git('log', '-1', '--format=%s').trim()).toBe('docs: record own accessibility.01')
    expect((await project.ask('next')).json()).toMatchObject({ unit: { unitType: before.unit.unitType } })
    // A unit can be repeated.
    for (const _ of [1, 2, 3, 4]) {
      const again = takenUnit((await project.ask('begin', 'own', 'accessibility.1')).stdout)
      project.write(`${again.drafts}/01-ACCESSIBILITY.md`, REPORT)
      expect((await project.ask(...wordsOf(again.finish))).exit).toBe(0)
    }
  })

  it('is done by a subagent if the session delegates it', async () => {
    const project = await projectWithUnit()
    const delegated = (await project.ask('unit', 'delegate', 'own', 'accessibility.01')).stdout
    expect(delegated).toContain('begin own accessibility.01 --role')
    const brief = (await project.ask('begin', 'own', 'accessibility.01', '--role')).stdout
    expect(brief).toContain('Walk through each screen')
    expect(brief).toContain('status: COMPLETE')
  })

  it('without agreement is mentioned by next until the user agrees', async () => {
    const project = makeProject({ ...OURS, '.gsd/units/accessibility.md': PAGE }).initGit()
    const untrustedNotices = async () =>
      (await project.ask('next')).json().notices.filter(({ code }: { code: string }) => code === 'PAGES_UNTRUSTED')
    expect(await untrustedNotices()).toMatchObject([
      { message: expect.stringContaining('.gsd/units/accessibility.md'), fix: expect.stringContaining('gsd trust') },
    ])
    await agreed(project, 'trust', '--agree')
    expect(await untrustedNotices()).toEqual([])
  })

  it('of the user needs no agreement', async () => {
    const project = makeProject(OURS).initGit()
    const path = join(project.home, '.gsd/units/accessibility.md')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, PAGE)
    expect((await project.ask('begin', 'own', 'accessibility.01')).stdout).toContain('Walk through each screen')
  })

  it.each([
    ['nobody agreed to', 'accessibility.01', PAGE, false, 'gsd trust'],
    ['does not exist', 'usability.01', PAGE, true, 'accessibility'],
    ['names an unknown phase', 'accessibility.09', PAGE, true, 'is not a phase of the active milestone'],
    ['names a phase other than the known ones', 'accessibility.09', PAGE, true, 'use one of 1'],
    ['names no phase', 'accessibility', PAGE, true, 'accessibility.<phase>'],
    ['requires a missing file', 'accessibility.01', PAGE.replace('SUMMARY', 'UI-SPEC'), true, '01-UI-SPEC.md'],
  ])('that %s is refused with the reason', async (_, id, page, isAgreed, reason) => {
    const project = makeProject({ ...OURS, '.gsd/units/accessibility.md': page }).initGit()
    if (isAgreed) await agreed(project, 'trust', '--agree')
    const begun = await project.ask('begin', 'own', id)
    expect(begun.exit).not.toBe(0)
    expect(begun.stdout + begun.stderr).toContain(reason)
    expect(project.has('.planning/.runtime/claims')).toBe(false)
  })

  it('cannot have the name of a planning file', async () => {
    const project = makeProject({ ...OURS, '.gsd/units/verification.md': PAGE }).initGit()
    await agreed(project, 'trust', '--agree')
    const begun = await project.ask('begin', 'own', 'verification.01')
    expect(begun.exit).not.toBe(0)
    expect(begun.stdout + begun.stderr).toContain('01-VERIFICATION.md')
  })

  it('whose file has NN in its name is asked for as one file', async () => {
    const project = await projectWithUnit(PAGE, 'scanning')
    const { finish } = takenUnit((await project.ask('begin', 'own', 'scanning.01')).stdout)
    expect((await project.ask(...wordsOf(finish))).stdout).toMatch(/01-SCANNING\.md(?!.*one file per plan)/s)
  })

  it('with a secret in its file is refused', async () => {
    const project = await projectWithUnit()
    const { drafts, finish } = takenUnit((await project.ask('begin', 'own', 'accessibility.01')).stdout)
    project.write(`${drafts}/01-ACCESSIBILITY.md`, `${REPORT}\nkey: AKIAIOSFODNN7EXAMPLQ\n`)
    expect((await project.ask(...wordsOf(finish))).stdout).toContain('seems to contain')
  })
})
