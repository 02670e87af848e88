// The model of a unit's session.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const CLIENT = { CLAUDECODE: '1' }
const withConfig = (config: unknown) => makeProject({ ...OURS, '.planning/config.json': JSON.stringify(config) })

it('gives the model of an agent with routing off, and refuses an unknown plan', async () => {
  const project = withConfig({})
  const explained = await project.askWith(CLIENT, 'model', 'explain', 'execute-plan', '01-01')
  expect(explained.json()).toMatchObject({ on: false, model: 'haiku', agent_model: 'sonnet' })
  const gone = await project.askWith(CLIENT, 'model', 'explain', 'execute-plan', '07-01')
  expect([gone.exit, gone.json().error.code]).toEqual([1, 'PLAN_NOT_FOUND'])
})

it.each([
  [{ enabled: true }, ['--attempt', '1'], []],
  [{ enabled: true }, ['--attempt', '2'], ['standard']],
  [{ enabled: true, escalate_on_failure: false }, ['--attempt', '2'], ['light']],
  [{ enabled: true, max_escalations: 0 }, ['--attempt', '2'], ['light']],
])(
  'with %j a session called with %j is one tier up if the settings allow it',
  async (dynamic_routing, words, tiers) => {
    const project = withConfig({ dynamic_routing })
    const { steps } = (await project.askWith(CLIENT, 'model', 'explain', 'execute-plan', '01-01', ...words)).json()
    const retried = steps.filter(({ rule }: { rule: string }) => rule === 'retry')
    expect(retried.map(({ tier }: { tier: string }) => tier)).toEqual(tiers)
  },
)
