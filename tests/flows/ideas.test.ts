// Thinking before planning, taken at its word: an idea is talked through and filed, a phase becomes a slice that somebody can try.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, OURS } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import { clean, typed } from '../support/walk.js'

afterEach(disposeProjects)

it('explore: what the user confirms is filed by its kind, and recorded', async () => {
  const { project, walk } = await typed(OURS, 'explore', 'shared', 'lists')
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
  clean(project)
})

it('mvp-phase: a phase without plans gets a story, slices in their order, and the mode that planning reads', async () => {
  const { project, walk } = await typed(OURS, 'mvp-phase', '2')
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
  const told = async (phase: string) => (await roleBrief(project, 'plan-phase', phase)).stdout
  expect([await told('2'), await told('3')]).toEqual([
    expect.stringContaining('each plan goes through all layers'),
    expect.not.stringContaining('each plan goes through all layers'),
  ])
  await walk.follow('commit')
  clean(project)
})

it('mvp-phase: a phase that has plans is left to a replanning', async () => {
  const { walk } = await typed(OURS, 'mvp-phase', '1')
  expect(walk.text).toMatch(/has plans[\s\S]*gsd-replan/)
  expect(walk.calls.filter((call) => call.startsWith('phase edit'))).toEqual([])
})
