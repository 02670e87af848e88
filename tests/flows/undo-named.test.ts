// A call that asks for a yes names the call that takes it back. That one shows what it would do, asks, and says how it is done again.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../support/project.js'

afterEach(disposeProjects)

const UNDONE = Object.fromEntries(Object.entries(OURS).filter(([path]) => !path.endsWith('SUMMARY.md')))

it('removing a phase', async () => {
  const call = ['phase', 'remove', '1']
  const project = makeProject(UNDONE).initGit()
  const planning = () =>
    Object.entries(project.snapshot()).filter(
      ([path]) => path.startsWith('.planning/') && !/^\.planning\/(journal|\.runtime|\.lock|ledger)|\/$/.test(path),
    )
  const before = planning()
  const asked = await project.ask(...call)
  expect([asked.exit, asked.json().error.code], asked.stdout).toEqual([4, 'CONFIRM_REQUIRED'])
  const undo = /(undo(?: \S+)+) brings /.exec(asked.json().error.fix)?.[1] ?? ''
  expect((await project.ask(...call, '--yes')).exit).toBe(0)
  expect(planning()).not.toEqual(before)
  const undone = await project.ask(...undo.split(' '), '--yes')
  expect(undone.exit, undone.stdout).toBe(0)
  expect(planning()).toEqual(before)
})

it('an undo without words', async () => {
  const project = makeProject(UNDONE)
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
    /^took back 1 write\n(?:removed .*\n)*restored \.planning\/ROADMAP\.md\n[\s\S]*\nredo: gsd-tools undo \S+\n$/,
  )
})
