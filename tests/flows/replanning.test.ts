// Replanning: the reason is shown, recorded in the user's words, and handled by the planning that the brief names.
import { afterEach, expect, it } from 'vitest'
import { contextDraft, PROJECT_FILES, planDraft } from '../support/drafts.js'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'
import { errandsIn, takenUnit } from '../support/team.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

const ROADMAP = '.planning/ROADMAP.md'
const PHASE = '.planning/phases/01-counting'
const SETTINGS = { planning_schema: 1, workflow: { research: false, plan_check: false } }

const plannedProject = (plans = true): TempProject =>
  makeProject({
    '.planning/config.json': `${JSON.stringify(SETTINGS, null, 2)}\n`,
    ...PROJECT_FILES,
    [`${PHASE}/01-CONTEXT.md`]: contextDraft('1'),
    ...(plans ? { [`${PHASE}/01-01-PLAN.md`]: planDraft('01-counting', '01') } : {}),
  }).initGit()

it('plans are changed by the planning that follows the user’s reason', async () => {
  const project = plannedProject()
  const listed = `Plans:\n- [ ] 01-01-PLAN.md — Count part 01 of the text\n\n### Phase 2`
  project.write(ROADMAP, (project.read(ROADMAP) as string).replace('### Phase 2', listed))
  const walk = new Walk(project)
  await walk.call('brief', 'replan', '--', 'count', 'lines', 'first')
  expect(walk.text).toContain('01-01 open')
  const phase = { '<phase>': '1' }
  await walk.follow('phase plan-index', phase)
  expect(JSON.parse(await walk.follow('pending list', phase))).toMatchObject({ frontier: [] })
  const reason = { ...phase, '<what has changed, in their words>': 'count lines first' }
  const key = `triage:${JSON.parse(await walk.follow('note add --class replan', reason)).id}`
  await walk.follow('unit delegate plan-phase', phase, true)
  const [errand] = errandsIn(walk.text)
  const words = (/`node "[^"]+" ([^`]+)`/.exec(errand?.prompt ?? '')?.[1] ?? '').split(' ')
  const brief = (await project.ask(...words)).stdout
  expect(brief).toContain('count lines first')
  expect(brief).toContain('Plans that you do not rewrite remain as they are.')
  expect(brief).toContain('## Decisions\n')
  const { drafts, finish } = takenUnit(brief)
  expect(brief).toContain(`${drafts}/01-NN-PLAN.md`)
  const changed = planDraft('01-counting', '01')
    .replace('three texts right', 'four texts right')
    .replace('Count part 01', 'Count lines')
  project.write(`${drafts}/01-01-PLAN.md`, changed)
  const ended = await project.ask(...finish.replace(/^node "[^"]+" /, '').split(' '))
  expect(ended.exit, ended.stdout).toBe(0)
  expect((await project.ask('pending', 'list', '1')).json().replans).toMatchObject([
    { key, result: 'replanned', plans_changed: ['01-01'] },
  ])
  expect(project.read(`${PHASE}/01-01-PLAN.md`)).toContain('four texts right')
  expect(project.read(ROADMAP)).toContain('- [ ] 01-01-PLAN.md — Count lines of the text\n')
})

it('a phase without plans cannot be replanned', async () => {
  const project = plannedProject(false)
  const walk = new Walk(project)
  await walk.call('brief', 'replan')
  expect(walk.text).toContain('Plans: none yet')
  const refused = await project.ask('note', 'add', '--class', 'replan', '--phase', '1', '--text', 'other order')
  expect(refused.exit).toBe(1)
})

it('without a project, the text says so and stops', async () => {
  const walk = new Walk(makeProject({}))
  await walk.call('brief', 'replan')
  expect(walk.text).toMatch(/no project in this folder[\s\S]*stop\.\n$/)
})
