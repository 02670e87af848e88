// A call that asks for a yes names the call that takes it back, and that one works as it stands.
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
  const undone = await project.ask(...undo.split(' '))
  expect(undone.exit, undone.stdout).toBe(0)
  expect(planning()).toEqual(before)
})
