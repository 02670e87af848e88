// The rules that choose the model of a session by its unit, plan, depth, attempt and settings, as `model explain` shows them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { weightShift } from '../../lib/core/project/routing.js'
import { countingProject } from '../support/counting.js'
import { disposeProjects, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const CONFIG = { planning_schema: 1, workflow: { research: false, plan_check: false } }
const setUp = (more: object = {}): TempProject =>
  countingProject({ plans: { '01': {} }, files: { '.planning/config.json': JSON.stringify({ ...CONFIG, ...more }) } })
interface Explained {
  readonly on: boolean
  readonly tier: string
  readonly model: string | null
  readonly source: string
  readonly steps: readonly { readonly rule: string; readonly tier: string; readonly reason: string }[]
  readonly fallbacks: readonly (string | null)[]
  readonly unknown: readonly { readonly reason: string }[]
}
const explain = async (project: TempProject, ...words: readonly string[]) => {
  const { exit, ...called } = await project.ask(
    'model',
    'explain',
    ...(words.length === 0 ? UNIT : words),
    '--host',
    'claude',
  )
  expect(exit, called.stdout).toBe(0)
  return called.json() as unknown as Explained
}
const UNIT = ['execute-plan', '01-01']
const tiers = ({ steps }: Explained) => Object.fromEntries(steps.map(({ rule, tier }) => [rule, tier]))

describe('a session of a unit', () => {
  it('gets the model for its agent’s work and plan, with fallbacks', async () => {
    const route = await explain(setUp())
    expect([route.on, route.model, route.tier, route.source]).toEqual([false, 'haiku', 'light', 'dynamic_routing'])
    expect(tiers(route)).toEqual({ unit: 'standard', plan: 'light' })
    expect(route.fallbacks).toEqual(['sonnet', 'opus', null])
  })

  it('never gets a smaller fallback than its work needs', async () => {
    const { tier, model, fallbacks } = await explain(setUp(), 'verify-phase', '1')
    expect([tier, model, fallbacks]).toEqual(['standard', 'sonnet', ['opus', null]])
  })

  it('gets the cheapest sufficient model of its client’s table and the user’s rows', async () => {
    const project = setUp()
    const explainFor = async (host: string) =>
      (await project.ask('model', 'explain', 'verify-phase', '1', '--host', host)).json() as unknown as Explained
    expect(await explainFor('codex')).toMatchObject({ model: 'gpt-6.1-terra', fallbacks: ['gpt-6.1-sol', null] })
    expect(await explainFor('gemini')).toMatchObject({ model: 'flash', fallbacks: ['pro', null] })
    const row = (input: number, tier: string) => ({ input, cached: 0, output: input, tier, clients: ['opencode'] })
    const models = { 'a/large': row(9, 'heavy'), 'b/dear': row(5, 'standard'), 'b/cheap': row(3, 'standard') }
    mkdirSync(join(project.home, '.gsd'), { recursive: true })
    writeFileSync(join(project.home, '.gsd/models.json'), JSON.stringify({ models }))
    expect(await explainFor('opencode')).toMatchObject({ model: 'b/cheap', fallbacks: ['b/dear', 'a/large', null] })
    writeFileSync(join(project.home, '.gsd/models.json'), JSON.stringify({ models: { mine: { tier: 'huge' } } }))
    const { exit, stderr } = await project.ask('model', 'explain', 'verify-phase', '1', '--host', 'opencode')
    expect([exit, stderr]).toEqual([1, expect.stringMatching(/models\.json: models\.mine: "tier" is one of light/)])
  })

  it('gets a smaller model at depth light and a larger one at depth heavy, but verification never a smaller one', async () => {
    const atDepth = (depth: string) => setUp({ workflow: { ...CONFIG.workflow, depth } })
    const plan = ['plan-phase', '1']
    const proof = ['verify-phase', '1']
    expect(tiers(await explain(atDepth('light'), ...plan))).toEqual({ unit: 'heavy', depth: 'standard' })
    expect(tiers(await explain(atDepth('heavy'), ...proof))).toEqual({ unit: 'standard', depth: 'heavy' })
    expect(tiers(await explain(atDepth('light'), ...proof))).toEqual({ unit: 'standard', depth: 'standard' })
  })

  it('gets a larger model after a failure, if the settings allow it', async () => {
    const explainWith = (settings: object) => explain(setUp({ dynamic_routing: settings }), ...UNIT, '--attempt', '3')
    expect([(await explainWith({ enabled: true })).model, (await explainWith({ max_escalations: 2 })).model]).toEqual([
      'sonnet',
      'opus',
    ])
    expect((await explainWith({ escalate_on_failure: false })).model).toBe('haiku')
  })

  it('gets the model that the settings name for its tier, or for its agent', async () => {
    const tier_models = { light: 'small-one' }
    const [by, over] = [setUp({ dynamic_routing: { tier_models } }), setUp({ model_overrides: { executor: 'mine' } })]
    expect(await explain(by)).toMatchObject({ model: 'small-one', fallbacks: ['sonnet', 'opus', null] })
    expect(await explain(over)).toMatchObject({ model: 'mine', source: 'model_overrides', fallbacks: [null] })
  })

  it('gets none if no model of the client is known, with advice to name one', async () => {
    const { model, fallbacks, unknown } = (
      await setUp().ask('model', 'explain', ...UNIT, '--host', 'opencode')
    ).json() as unknown as Explained
    expect([model, fallbacks]).toEqual([null, []])
    expect(unknown[0]?.reason).toContain('model_profile_overrides.opencode.haiku')
  })

  it('of an unknown client is refused with the known ones', async () => {
    const { exit, stderr } = await setUp().ask('model', 'explain', ...UNIT, '--host', 'nope')
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/claude.*codex.*nope/)])
  })
})

it.each([
  ['average in all', { tasks: 3, files: 5, dependsOn: 1 }, 0],
  ['small in all', { tasks: 2, files: 2, dependsOn: 0 }, -1],
  ['small, but with a dependency', { tasks: 1, files: 1, dependsOn: 1 }, 0],
  ['many tasks', { tasks: 8, files: 1, dependsOn: 0 }, 1],
  ['many files', { tasks: 1, files: 15, dependsOn: 0 }, 1],
  ['many dependencies', { tasks: 1, files: 1, dependsOn: 3 }, 1],
] as const)('the weight of a plan decides whether the tier shifts: %s', (_, weight, by) => {
  expect(weightShift(weight)).toBe(by)
})
