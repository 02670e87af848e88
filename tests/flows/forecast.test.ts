// `next --ahead`: what is foreseen is what then comes, where nothing unforeseen happens.
import { afterEach, expect, it } from 'vitest'
import { countingProject } from '../support/counting.js'
import { disposeProjects, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

interface Row {
  readonly unitType: string | null
  readonly unitId: string
  readonly run: string | null
}
const aheadOf = async (project: TempProject) =>
  ((await project.ask('next', '--ahead')).json() as unknown as { ahead: readonly Row[] }).ahead
const names = (rows: readonly Row[]) => rows.map(({ unitType, unitId }) => `${unitType} ${unitId}`)
const config = (workflow: object) => ({ '.planning/config.json': JSON.stringify({ planning_schema: 1, workflow }) })

it('lists open plans by wave, then the proof and the end of the phase', async () => {
  const project = countingProject({
    plans: { '01': { depends: ['02'] }, '02': {} },
    files: config({ research: false, plan_check: false }),
  })
  const ahead = await aheadOf(project)
  expect(names(ahead).slice(0, 4)).toEqual([
    ...['execute-plan 01-02', 'execute-plan 01-01', 'verify-phase 01', 'transition 01'],
  ])
  expect(ahead[3]?.run).toBe('cli')
})

it('lists what planning will need where nothing is planned, by the switches and the depth', async () => {
  const ofFirst = async (workflow: object) => {
    const project = countingProject({ plans: {}, files: config(workflow) })
    return names(await aheadOf(project)).filter((name) => / 01(?:-\d+)?$/.test(name))
  }
  const rest = ['execute-plan 01-01', 'verify-phase 01', 'transition 01']
  expect(await ofFirst({})).toEqual(['research-phase 01', 'plan-phase 01', 'check-plan 01', ...rest])
  expect(await ofFirst({ depth: 'light' })).toEqual(['plan-phase 01', ...rest])
  expect(await ofFirst({ depth: 'standard' })).toEqual(['plan-phase 01', 'check-plan 01', ...rest])
})

/** Who does each stage, and what they run on under `quality`, `balanced`, `budget` and `inherit`. */
const STAGES = {
  'research-phase': ['phase-researcher', 'opus', 'sonnet', 'haiku', 'inherit'],
  'plan-phase': ['planner', 'opus', 'opus', 'sonnet', 'inherit'],
  'check-plan': ['plan-checker', 'sonnet', 'sonnet', 'haiku', 'inherit'],
  'execute-plan': ['executor', 'opus', 'sonnet', 'sonnet', 'inherit'],
  'verify-phase': ['verifier', 'sonnet', 'sonnet', 'haiku', 'inherit'],
  transition: [],
} as const
const BY_DEPTH = {
  light: ['plan-phase', 'execute-plan', 'verify-phase', 'transition'],
  standard: ['plan-phase', 'check-plan', 'execute-plan', 'verify-phase', 'transition'],
  heavy: Object.keys(STAGES),
} as const

it.each(Object.entries(BY_DEPTH))('a phase at depth %s has its stages', async (depth, stages) => {
  const settings = { planning_schema: 1, workflow: { depth } }
  const project = countingProject({ plans: {}, files: { '.planning/config.json': JSON.stringify(settings) } })
  const ahead = (await aheadOf(project)).filter(({ unitId }) => unitId.startsWith('01'))
  expect(ahead.map(({ unitType }) => unitType)).toEqual(stages)
})

it('ends where a person has to decide', async () => {
  const project = countingProject({ plans: { '01': {} }, files: config({ plan_check: false, research: false }) })
  expect((await project.ask('decision', 'add', '--question', 'Which words count?')).exit).toBe(0)
  const ahead = (await project.ask('next', '--ahead')).json() as unknown as { ahead: readonly Row[] }
  expect(ahead.ahead.at(-1)).toMatchObject({ unitType: null })
})
