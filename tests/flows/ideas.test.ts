// Workflows before planning, followed literally: ideas are filed by kind, and a phase gets a story and slices.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, OURS } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import { expectClean, startCommand } from '../support/walk.js'

afterEach(disposeProjects)

it('explore: confirmed items are filed by kind, and committed', async () => {
  const { project, walk } = await startCommand(OURS, 'explore', 'shared', 'lists')
  expect(walk.text).toContain('references/questioning.md')
  await walk.follow('note add --class note', { '<text>': 'others share by link' })
  await walk.follow('note add --text "<text>"', { '<text>': 'ask two users' })
  await walk.follow('note add --text "<text>" --when', {
    '<text>': 'share lists',
    '<what should bring it back>': 'somebody asks for it',
  })
  expect((await project.ask('note', 'list')).json().notes).toMatchObject([
    { kind: 'todo', text: 'ask two users' },
    { kind: 'seed', title: 'share lists' },
  ])
  await walk.follow('commit')
  expectClean(project)
})

it('mvp-phase: a phase without plans gets a story, ordered slices, and the mode for planning', async () => {
  const { project, walk } = await startCommand(OURS, 'mvp-phase', '2')
  const story = 'As a clerk, I want to add an entry, so that I find it again.'
  await walk.follow('phase add', { '<title>': 'Second slice' })
  await walk.follow('phase add', { '<title>': 'Third slice' })
  expect(JSON.parse(await walk.follow('phase edit', { '<story>': story }))).toMatchObject({
    changed_fields: ['goal', 'mode'],
  })
  const roadmap = project.read('.planning/ROADMAP.md')
  expect(roadmap).toContain(story)
  expect(roadmap.indexOf('Phase 2.1: Second slice')).toBeGreaterThan(0)
  expect(roadmap.indexOf('Phase 2.2: Third slice')).toBeGreaterThan(roadmap.indexOf('Phase 2.1: Second slice'))
  const planningBrief = async (phase: string) => (await roleBrief(project, 'plan-phase', phase)).stdout
  expect([await planningBrief('2'), await planningBrief('3')]).toEqual([
    expect.stringContaining('each plan goes through all layers'),
    expect.not.stringContaining('each plan goes through all layers'),
  ])
  await walk.follow('commit')
  expectClean(project)
})

it('mvp-phase: a phase with plans is not edited; the text names gsd-replan', async () => {
  const { walk } = await startCommand(OURS, 'mvp-phase', '1')
  expect(walk.text).toMatch(/has plans[\s\S]*gsd-replan/)
  expect(walk.calls.filter((call) => call.startsWith('phase edit'))).toEqual([])
})
