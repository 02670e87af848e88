// Captures of each kind, saved by the call that the brief names, found again, and triaged.
import { readdirSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { expectClean, startCommand, Walk } from '../support/walk.js'

afterEach(disposeProjects)

const filesIn = (project: TempProject, folder: string) => readdirSync(project.at(`.planning/${folder}`))

it('a todo becomes one pending file', async () => {
  const { project, walk } = await startCommand(OURS, 'capture', 'the', 'importer', 'chokes', 'on', 'tabs')
  expect(walk.text).toContain('the importer chokes on tabs')
  expect(JSON.parse(await walk.follow('note list'))).toMatchObject({ notes: [] })
  await walk.follow('note add', { '<text>': 'The importer chokes on tabs' })
  await walk.follow('commit')
  expect(filesIn(project, 'todos/pending')).toHaveLength(1)
  expectClean(project)
})

it('an item for a later milestone is listed, but no longer as unsorted', async () => {
  const { project, walk } = await startCommand(OURS, 'capture', '--backlog', 'export', 'to', 'PDF')
  const { id } = JSON.parse(await walk.follow('note add', { '<text>': 'Export to PDF' }))
  expect((await project.ask('note', 'list')).json().notes).toMatchObject([{ id }])
  expect((await project.ask('note', 'list', '--unsorted')).json().notes).toEqual([])
})

it('a note passes lint, and each seed gets an id', async () => {
  const note = await startCommand(OURS, 'capture', '--note', 'the', 'API', 'is', 'slow', 'on', 'Mondays')
  const { path } = JSON.parse(await note.walk.follow('note add', { '<text>': 'The API is slow on Mondays' }))
  expect((await note.project.ask('lint', path, '--strict')).json()).toMatchObject({ ok: true, checked: 1 })
  await note.walk.follow('commit')
  expectClean(note.project)
  const { project, walk } = await startCommand(OURS, 'capture', '--seed', 'share', 'a', 'list')
  for (const words of ['Share a list', 'Print a list'])
    await walk.follow('note add', { '<text>': words, '<what should bring it back>': 'once there are accounts' })
  expect((await project.ask('note', 'list')).json().notes).toMatchObject([
    { id: 'SEED-001', title: 'Share a list', when: 'once there are accounts' },
    { id: 'SEED-002', title: 'Print a list' },
  ])
})

it('an item for now becomes a quick task that can be begun', async () => {
  const { project, walk } = await startCommand(OURS, 'capture', 'mend', 'the', 'date')
  const { id } = JSON.parse(await walk.follow('note add', { '<text>': 'Mend the date' }))
  await walk.call('brief', 'capture', '--', '--list')
  expect(walk.text).not.toContain('note add')
  expect(JSON.parse(await walk.follow('note list'))).toMatchObject({ notes: [{ id }] })
  const { applied } = JSON.parse(await walk.follow('note triage <id> --class quick-task', { '<id>': id }))
  const task = applied[0].effect.split('/').at(-1)
  await walk.follow('commit')
  await walk.follow('begin quick', { '<task>': task }, true)
  expect(walk.text).toContain(`# quick ${task}`)
  expect(project.has(`.planning/todos/completed/${id}.md`)).toBe(true)
})

it('a stop does not prevent captures', async () => {
  const project = makeProject(OURS)
  await project.ask('stop', '--reason', 'wait for me')
  const walk = new Walk(project)
  await walk.call('brief', 'capture', '--', 'a', 'thought')
  await walk.follow('note add', { '<text>': 'A thought' })
})
