// `gsd auto` with a client that writes only what its briefs show, and with one whose work is refused.
import { expect, it } from 'vitest'
import { autoSetup, eventsIn } from '../support/auto/ground.js'
import { roadmapDraft } from '../support/drafts.js'
import { askGsd } from '../support/gsd.js'

const APART = roadmapDraft.replace('**Depends on**: Phase 1', '**Depends on**: Nothing')

it('two parallel phases are planned, executed and verified without a question, also after a request for the plan alone; verifying sessions save lessons', async () => {
  const files = { '.planning/ROADMAP.md': APART, '.planning/ORDER.md': '---\nscope: none\n---\n\nPlan only.\n' }
  const { project, env } = await autoSetup({}, Array(12).fill('brief'), { files })
  const { exit, out } = await askGsd(project.home, ['auto', '--jobs', '2', '--to', '2', '--json'], {
    cwd: project.root,
    env,
  })
  const events = eventsIn(out)
  expect([exit, events.filter(({ event }) => event === 'back' || event === 'held')], out).toEqual([0, []])
  expect(events.at(-1), out).toMatchObject({ end: 'done' })
  const types = events.flatMap(({ event, unit }) => (event === 'session' ? [unit.split(' ')[0]] : []))
  expect(types.sort()).toEqual(['execute-plan', 'plan-phase', 'verify-phase'].flatMap((type) => [type, type]))
  const lessons = project.git('log', '--first-parent', '--format=%s', '--', '.planning/learnings')
  expect(lessons.trim().split('\n').sort()).toEqual(['merge: verify-phase 01', 'merge: verify-phase 02'])
  expect(project.git('ls-files', '.planning/learnings').trim().split('\n')).toHaveLength(2)
  expect(project.git('status', '--porcelain')).toBe('')
  const orders = () => project.git('log', '--format=%s', '--', '.planning/ORDER.md').trim().split('\n')
  expect(orders()[0]).toBe('docs: build up to phase 2')
  const again = await askGsd(project.home, ['auto', '--to', '2'], { cwd: project.root, env })
  expect([again.exit, orders().length], again.out).toEqual([0, 2])
  const { phases } = project.run('progress').json() as { phases: readonly { status: string }[] }
  expect(phases.map(({ status }) => status)).toEqual(['verified', 'verified'])
})

it('a plan that follows from the roadmap needs no session', async () => {
  const workflow = { research: false, plan_check: false, depth: 'light' }
  const config = { planning_schema: 1, mode: 'yolo', workflow, verification: { commands: [['node', '--test']] } }
  const files = {
    '.planning/ROADMAP.md': APART,
    '.planning/config.json': JSON.stringify(config),
    '.planning/ORDER.md': '---\nscope: all\n---\n\nCount words and lines.\n',
  }
  const { project, env } = await autoSetup({}, Array(12).fill('brief'), { files })
  const words = ['auto', '--jobs', '2', '--max-sessions', '2', '--json']
  const { exit, out } = await askGsd(project.home, words, { cwd: project.root, env })
  const events = eventsIn(out)
  const unitsOf = (kind: string) => events.flatMap(({ event, unit }) => (event === kind ? [unit] : [])).sort()
  expect([exit, unitsOf('session'), unitsOf('passed')], out).toEqual([
    5,
    expect.not.arrayContaining(['plan-phase 02']),
    expect.arrayContaining(['plan-phase 02']),
  ])
})

it('code committed by a planning session is returned, not merged', async () => {
  const { project, env } = await autoSetup({}, ['stray', 'stray no more'])
  const words = ['auto', '--jobs', '2', '--to', '1', '--max-sessions', '2', '--json']
  const { exit, out } = await askGsd(project.home, words, { cwd: project.root, env })
  const back = eventsIn(out).filter(({ event }) => event === 'back')
  expect([exit, back], out).toMatchObject([
    5,
    [{ unit: 'plan-phase 01', reason: expect.stringContaining('revert stray.js') }],
  ])
  expect(project.has('stray.js')).toBe(false)
})

it('a draft that `unit finish` refused is reported on the session’s line and at the end', async () => {
  const at = await autoSetup({}, Array(3).fill('unfinished'))
  const { project, env } = at
  const { exit, out } = await askGsd(project.home, ['auto', '--json'], { cwd: project.root, env })
  const events = eventsIn(out)
  const REFUSED = expect.stringMatching(/unit finish refused it: .*COUNT-01/)
  expect(exit, out).toBe(6)
  expect(events.find(({ event }) => event === 'ended')).toMatchObject({ outcome: 'nothing', said: REFUSED })
  expect(events.at(-1)).toMatchObject({ end: 'stuck', reason: REFUSED })
})
