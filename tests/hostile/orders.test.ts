// An order is the user's own only as they gave it last: what comes back by git, or with a pull, is told as a stranger's.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { next } from '../support/work.js'

afterEach(disposeProjects)

const AT = '.planning/ORDER.md'

/** Gives an order and answers how its file reads. */
async function given(project: TempProject, words: string): Promise<string> {
  expect((await project.ask('order', words)).exit).toBe(0)
  return project.read(AT)
}
const isOurs = async (project: TempProject) => (await next(project)).order?.ours

it('is ours as it was given', async () => {
  const project = makeProject(OURS)
  await given(project, 'Build it all')
  expect(await isOurs(project)).toBe(true)
})

it('is not when another one took its place and its file comes back', async () => {
  const project = makeProject(OURS)
  const before = await given(project, 'Build it all')
  await given(project, 'Build the first phase')
  project.write(AT, before)
  expect(await isOurs(project)).toBe(false)
})

it('is not when it was dropped and its file comes back', async () => {
  const project = makeProject(OURS)
  const before = await given(project, 'Build it all')
  expect((await project.ask('order', '--drop')).json()).toMatchObject({ changed: true, words: null })
  project.write(AT, before)
  expect(await isOurs(project)).toBe(false)
})

it('is again what it was when the one behind it is taken back', async () => {
  const project = makeProject(OURS)
  await given(project, 'Build it all')
  await given(project, 'Build the first phase')
  expect((await project.ask('undo')).exit).toBe(0)
  expect([project.read(AT).includes('Build it all'), await isOurs(project)]).toEqual([true, true])
})

it('narrowed in its file by hand counts as it stands: nothing beyond it is begun behind the work under way, and the user is asked', async () => {
  const config = JSON.stringify({ mode: 'yolo', workflow: { depth: 'heavy', plan_check: false } })
  const project = makeProject({ ...OURS, '.planning/config.json': config }).initGit()
  const text = await given(project, 'Build it all')
  const behind = async () => (await project.ask('begin', '--after', 'execute-plan/01-01')).stdout
  expect(await behind()).toMatch(/^# execute-plan: for a subagent/)
  project.write(AT, text.replace('scope: all', 'scope: none'))
  expect(await behind()).toMatch(/^# What the user asked for is done/)
  project.write(AT, text.replace('scope: all', 'scope: 3'))
  expect(await behind()).toContain('Its file was changed since the user gave it: ask them')
})
