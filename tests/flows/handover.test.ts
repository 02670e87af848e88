// A handover between two sessions: one leaves notes or a begun task, the next is shown them and continues. Also the briefs of `pause-work` and `resume-work`.
import { afterEach, expect, it } from 'vitest'
import { presenceOf } from '../support/other-client.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

const NOTES = '.planning/.continue-here.md'
const TEXT = `---
phase: "1"
task: "2"
total_tasks: "3"
status: in_progress
last_updated: "2026-01-05"
---

# Continue here

<current_state>
The parser reads one line, not many.
</current_state>

<next_action>
Write the loop in src/parse.ts.
</next_action>
`

it('notes of a session are shown to the next one and removed when used', async () => {
  const project = makeProject(OURS)
  project.initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'pause-work', '--', 'the', 'day', 'is', 'over')
  expect(walk.text).toContain('the day is over')
  const form = /`([^`\s]+templates\/continue-here\.md)`/.exec(walk.text)?.[1]
  expect(form, walk.text).toBeDefined()
  project.write(NOTES, TEXT)
  expect(JSON.parse(await walk.follow('lint'))).toMatchObject({ ok: true, checked: 1 })
  await walk.follow('state record-session', { '<where, in one line>': 'the parser' })
  await walk.follow('commit')
  expect(project.git('status', '--porcelain')).toBe('')
  expect(project.read('.planning/STATE.md')).toContain(NOTES)

  await walk.call('next')
  expect(walk.text).toContain(NOTES)
  await walk.call('brief', 'resume-work')
  expect(walk.text).toContain(`Notes of a paused session: ${NOTES}`)
  await walk.follow('state record-session --taken-up')
  expect(project.has(NOTES)).toBe(false)
  expect(project.read('.planning/STATE.md')).toContain('Resume file: None')
  await walk.follow('begin', {}, true)
  expect(walk.text).toContain('01-02')
  await walk.call('brief', 'resume-work')
  expect(walk.text).not.toContain(NOTES)
})

it('undo restores notes, and the line that names them', async () => {
  const project = makeProject({ ...OURS, [NOTES]: TEXT })
  const walk = new Walk(project)
  await walk.call('state', 'record-session', '--resume-file', NOTES)
  await walk.call('state', 'record-session', '--taken-up')
  await walk.call('undo', '--yes')
  expect(project.has(NOTES)).toBe(true)
  expect(project.read('.planning/STATE.md')).toContain(`Resume file: ${NOTES}`)
})

it('another file to continue from is still named after the notes are removed', async () => {
  const project = makeProject({ ...OURS, [NOTES]: TEXT })
  const walk = new Walk(project)
  await walk.call('state', 'record-session', '--resume-file', 'src/parse.ts')
  await walk.call('state', 'record-session', '--taken-up')
  expect(project.has(NOTES)).toBe(false)
  expect(project.read('.planning/STATE.md')).toContain('Resume file: src/parse.ts')
})

it('an interrupted quick task is named when it is resumed', async () => {
  const project = makeProject(OURS)
  project.initGit()
  const walk = new Walk(project)
  project.presence = presenceOf('first')
  await walk.call('begin', 'quick', 'mend the date')
  project.presence = presenceOf('second')
  await walk.call('brief', 'resume-work')
  const [, type = '', id = ''] = /Begun, not finished: (\w+) (\S+) \(since/.exec(walk.text) ?? []
  expect(type).toBe('quick')
  await walk.follow('begin <type>', { '<type>': type, '<id>': id }, true)
  expect(walk.text).toContain(`# quick ${id}`)
})

it('a missing STATE.md is recreated by a call in the brief of resume-work', async () => {
  const project = makeProject(OURS)
  project.remove('.planning/STATE.md')
  const walk = new Walk(project)
  await walk.call('brief', 'resume-work')
  await walk.follow('state rebuild')
  expect(project.has('.planning/STATE.md')).toBe(true)
})

it('the brief of pause-work requests a report only with --report', async () => {
  const walk = new Walk(makeProject(OURS))
  await walk.call('brief', 'pause-work')
  expect(walk.text).not.toContain('-session.md')
  await walk.call('brief', 'pause-work', '--', '--report')
  expect(walk.text).toContain('.planning/reports/2')
})

it.each(['resume-work', 'pause-work'])('%s without a project says so and ends', async (name) => {
  const walk = new Walk(makeProject({}))
  await walk.call('brief', name)
  expect(walk.text).toMatch(/There is no project in this folder[\s\S]*stop\.\n$/)
  expect(walk.calls).toEqual([])
})
