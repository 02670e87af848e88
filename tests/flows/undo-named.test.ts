// A call that asks for confirmation names its undo. An undo shows its changes, asks, and names the command that reverts it.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const PLANNED = Object.fromEntries(Object.entries(OURS).filter(([path]) => !path.endsWith('SUMMARY.md')))

it('removing a phase names the undo that restores every file', async () => {
  const call = ['phase', 'remove', '1']
  const project = makeProject(PLANNED).initGit()
  const planningFiles = () =>
    Object.entries(project.snapshot()).filter(
      ([path]) => path.startsWith('.planning/') && !/^\.planning\/(journal|\.runtime|\.lock|ledger)|\/$/.test(path),
    )
  const before = planningFiles()
  const asked = await project.ask(...call)
  expect([asked.exit, asked.json().error.code], asked.stdout).toEqual([4, 'CONFIRM_REQUIRED'])
  const undo = /(undo(?: \S+)+) restores /.exec(asked.json().error.fix)?.[1] ?? ''
  expect((await project.ask(...call, '--yes')).exit).toBe(0)
  expect(planningFiles()).not.toEqual(before)
  const undone = await project.ask(...undo.split(' '), '--yes')
  expect(undone.exit, undone.stdout).toBe(0)
  expect(planningFiles()).toEqual(before)
})

it('an undo without arguments shows its changes, asks, and names the command that reverts it', async () => {
  const project = makeProject(PLANNED)
  const contents = () =>
    Object.entries(project.snapshot()).filter(([path]) => !/^\.planning\/(journal|\.runtime|\.lock|ledger)/.test(path))
  const start = contents()
  const { directory } = (await project.ask('phase', 'add', 'Later')).json()
  const added = contents()
  const asked = await project.ask('undo')
  expect([asked.exit, asked.json().error.code, contents()]).toEqual([4, 'CONFIRM_REQUIRED', added])
  const gone = added.flatMap(([path]) => (path.startsWith(`${directory}/`) && !path.endsWith('/') ? [path] : []))
  const files = { removed: gone, restored: ['.planning/ROADMAP.md', '.planning/STATE.md'] }
  expect(asked.json()).toMatchObject(files)
  for (const path of [...gone, ...files.restored]) expect(asked.json().error.message).toContain(path)

  const undone = (await project.ask('undo', '--yes')).json()
  expect([undone, contents()]).toEqual([expect.objectContaining(files), start])
  expect(undone.redo).toBe(`gsd-tools undo ${undone.journal}`)
  const redone = await project.ask(...undone.redo.split(' ').slice(1))
  expect([redone.exit, contents()]).toEqual([0, added])
  const shown = await project.ask('undo', '--yes', '--pretty')
  expect(shown.stdout).toMatch(
    /^undid 1 write\n(?:removed .*\n)*restored \.planning\/ROADMAP\.md\n[\s\S]*\nredo: gsd-tools undo \S+\n$/,
  )
})

describe('a phase that was added alone', () => {
  const planningFiles = (project: TempProject) =>
    Object.entries(project.snapshot()).filter(([path]) => !/^\.planning\/(journal|\.runtime|\.lock|ledger)/.test(path))

  const finishedProject = () =>
    makeProject({
      ...PLANNED,
      '.planning/config.json': '{"planning_schema":1,"workflow":{"depth":"light"}}',
      '.planning/ROADMAP.md': '# Roadmap: Box\n\n## Phase Details\n\n### Phase 1: One\n\n**Goal**: One\n',
      '.planning/phases/01-one/01-01-PLAN.md': '---\nphase: 01-one\nplan: "01"\n---\n',
      '.planning/phases/01-one/01-01-SUMMARY.md':
        '---\nphase: 01-one\nplan: "01"\ncompleted: 2026-01-01\n---\n# Done\n',
      '.planning/phases/01-one/01-VERIFICATION.md': '---\nphase: 01-one\nstatus: passed\n---\n',
    }).initGit()

  it('is removed by undo --phase, with its work and its order', async () => {
    const project = finishedProject()
    const before = planningFiles(project)
    const begun = await project.ask('begin', 'next', 'CSV export', '--criteria', 'it prints a header')
    expect(begun.stdout).toContain('02-01')
    expect(project.has('.planning/ORDER.md')).toBe(true)
    const undone = await project.ask('undo', '--phase', '2', '--yes')
    expect(undone.exit, undone.stdout).toBe(0)
    expect(planningFiles(project)).toEqual(before)
  })

  it('is removed by phase remove, with its order', async () => {
    const project = finishedProject()
    await project.ask('begin', 'next', 'CSV export', '--criteria', 'it prints a header')
    await project.ask('undo', '--yes')
    await project.ask('order', '--title', 'CSV export', '--criteria', 'it prints a header')
    expect(project.has('.planning/ORDER.md')).toBe(true)
    expect((await project.ask('phase', 'remove', '2', '--yes')).exit).toBe(0)
    expect(project.has('.planning/ORDER.md')).toBe(false)
  })

  it('stays if a phase was added later; only its claim is undone', async () => {
    const project = makeProject({ ...PLANNED, '.planning/config.json': '{"workflow":{"skip_discuss":true}}' }).initGit()
    const { phase_number: number } = (await project.ask('phase', 'add', 'Later')).json()
    await project.ask('phase', 'add', 'Latest')
    expect((await project.ask('undo', '--phase', number, '--yes')).json().error.code).toBe('CHANGED_SINCE')
    await project.ask('begin', 'discuss-phase', number, '--role')
    const undone = await project.ask('undo', '--phase', number, '--yes', '--pretty')
    expect(undone.stdout).toMatch(/undid 1 write\n/)
  })
})

it('an undo without arguments also undoes the step before a claim', async () => {
  const project = makeProject({ ...PLANNED, '.planning/config.json': '{"workflow":{"depth":"light"}}' }).initGit()
  await project.ask('note', 'add', '--class', 'note', '--text', 'their API is slow')
  await project.ask('begin')
  const asked = await project.ask('undo')
  expect(asked.json().plan.map(({ verb }: { verb: string }) => verb)).toEqual(['unit.claim', 'note.add'])
  expect((await project.ask('undo', '--yes')).exit).toBe(0)
})
