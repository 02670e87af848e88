// Which model, agent and class of failure: the order of the rules, and what is said when nothing fits.
import { afterEach, describe, expect, it } from 'vitest'
import { classifyFailure } from '../../../lib/compat/failures.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const withConfig = (config: unknown) => makeProject({ ...OURS, '.planning/config.json': JSON.stringify(config) })
const CLIENT = { CLAUDECODE: '1' }

describe('resolve-model', () => {
  it.each([
    [{}, 'profile', 'opus'],
    [{ model_profile: 'budget' }, 'profile', 'sonnet'],
    [{ model_profile: 'inherit' }, 'profile', 'inherit'],
    [{ model_profile: 'budget', models: { planning: 'haiku' } }, 'models', 'haiku'],
    [{ models: { planning: 'haiku' }, dynamic_routing: { enabled: true } }, 'dynamic_routing', 'opus'],
    [{ dynamic_routing: { enabled: true, tier_models: { heavy: 'haiku' } } }, 'dynamic_routing', 'haiku'],
    [{ dynamic_routing: { enabled: true }, model_overrides: { 'gsd-planner': 'own' } }, 'model_overrides', 'own'],
    [{ model_profile_overrides: { claude: { opus: 'big-1' } } }, 'profile', 'big-1'],
  ])('under %j the planner gets its model from %s', async (config, source, model) => {
    const answer = (await withConfig(config).askWith(CLIENT, 'resolve-model', 'planner', '--explain')).json()
    expect([answer.source, answer.model, answer.unknown]).toEqual([source, model, []])
    const won = answer.candidates.filter((candidate: { won: boolean }) => candidate.won)
    expect(won.map((candidate: { source: string }) => candidate.source)).toEqual([source])
  })

  it('is null with a reason where the client takes none, or none is to be passed', async () => {
    const unset = (await withConfig({}).ask('resolve-model', 'planner', '--explain')).json()
    expect([unset.model, unset.source, unset.unknown[0].code]).toEqual([null, 'runtime', 'NO_MODEL_CHOICE'])
    const omitted = (await withConfig({ resolve_model_ids: 'omit' }).askWith(CLIENT, 'resolve-model', 'planner')).json()
    expect([omitted.model, omitted.unknown[0].reason]).toEqual([null, expect.stringContaining('omit')])
  })

  it('answers outside a project by the defaults, and refuses an agent nobody knows, naming the nearest', async () => {
    const project = makeProject({})
    expect((await project.askWith(CLIENT, 'resolve-model', 'executor')).json().model).toBe('sonnet')
    const unknown = await project.askWith(CLIENT, 'resolve-model', 'gsd-plannr')
    expect([unknown.exit, unknown.json().error.code, unknown.json().error.fix]).toEqual([
      1,
      'AGENT_UNKNOWN',
      'did you mean gsd-planner?',
    ])
  })
})

it.each([
  [{ enabled: true }, ['--attempt', '1'], []],
  [{ enabled: true }, ['--attempt', '2'], ['standard']],
  [{ enabled: true, escalate_on_failure: false }, ['--attempt', '2'], ['light']],
  [{ enabled: true, max_escalations: 0 }, ['--attempt', '2'], ['light']],
])(
  'under %j a session called with %j is one tier up where the settings let it',
  async (dynamic_routing, words, tiers) => {
    const project = withConfig({ dynamic_routing })
    const { steps } = (await project.askWith(CLIENT, 'model', 'explain', 'execute-plan', '01-01', ...words)).json()
    const retried = steps.filter(({ rule }: { rule: string }) => rule === 'retry')
    expect(retried.map(({ tier }: { tier: string }) => tier)).toEqual(tiers)
  },
)

describe('agent-skills', () => {
  it('names the files of the skills that are set, and the ones that are not there', async () => {
    const project = withConfig({ agent_skills: { planner: ['own', 'global:shared', 'gone'] } })
    project.write('.claude/skills/own/SKILL.md', '---\nname: own\ndescription: "Ours"\n---\n')
    project.write('../home/.claude/skills/shared/SKILL.md', '---\nname: shared\ndescription: Theirs\n---\n')
    const text = (await project.askWith(CLIENT, 'agent-skills', 'gsd-planner')).json()
    expect(text).toContain(`${project.root}/.claude/skills/own/SKILL.md: Ours`)
    expect(text).toContain(`${project.home}/.claude/skills/shared/SKILL.md: Theirs`)
    expect(text).toContain('gone: not found here')
    expect((await project.askWith(CLIENT, 'agent-skills', 'verifier')).json()).toBe('')
  })
})

it.each([
  ['classifyHandoffIfNeeded is not defined', 'handoff-fault', null],
  ['You have hit your usage limit. Try again in 3h', 'quota-exceeded', 10800],
  ['429 Too Many Requests; retry-after: 30', 'rate-limited', 30],
  ['prompt is too long: 210000 tokens', 'context-overflow', null],
  ['connect ECONNREFUSED 127.0.0.1:1', 'network', null],
  ['it just did not work', 'unknown', null],
])('the failure %j is %s', (text, kind, seconds) => {
  const failure = classifyFailure(text)
  expect([failure.class, failure.retryAfterSeconds]).toEqual([kind, seconds])
})
