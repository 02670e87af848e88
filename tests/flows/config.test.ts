// The settings of a project and of a person: which value holds, what is refused, what is moved, and what is never shown.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const FILE = '.planning/config.json'
const withConfig = (config: unknown) => makeProject({ ...OURS, [FILE]: JSON.stringify(config) })
const saved = (project: TempProject) => JSON.parse(project.read(FILE))

describe('a value', () => {
  it.each([
    ['workflow.verifier', true],
    ['workflow.subagent_timeout', 300000],
    ['response_language', null],
  ])('that nobody set is the default: %s', async (key, value) => {
    const answer = await withConfig({}).ask('config-get', key)
    expect([answer.exit, answer.json()]).toEqual([0, value])
  })

  it('of a key nobody knows is refused with the nearest name, unless a default is given', async () => {
    const project = withConfig({})
    const unknown = await project.ask('config', 'get', 'workflow.reserch')
    expect([unknown.exit, unknown.json().error]).toEqual([
      1,
      expect.objectContaining({ code: 'CONFIG_KEY_NOT_FOUND', fix: 'did you mean workflow.research?' }),
    ])
    expect((await project.ask('config', 'get', 'workflow.reserch', '--default', 'no')).json()).toBe('no')
  })

  it('that the key does not take is refused with those it takes', async () => {
    const project = withConfig({})
    const before = project.snapshot()
    const answer = await project.ask('config-set', 'mode', 'foo')
    expect([answer.exit, answer.json().error.message]).toEqual([2, expect.stringContaining('interactive | yolo')])
    expect(project.snapshot()).toEqual(before)
  })
})

describe('older spellings', () => {
  const OLD = { depth: 'quick', commit_docs: false, research: false, workflow: { research: true }, own: 1 }

  it('are read under the new name, and reading writes nothing', async () => {
    const project = withConfig(OLD)
    const before = project.snapshot()
    expect((await project.ask('config', 'get', 'granularity')).json()).toBe('coarse')
    expect((await project.ask('config', 'get', 'planning.commit_docs')).json()).toBe(false)
    for (const verb of ['init progress', 'state load', 'config list', 'config path'])
      expect([verb, (await project.ask(...verb.split(' '))).exit]).toEqual([verb, 0])
    expect(project.snapshot()).toEqual(before)
  })

  it('move one by one with config set', async () => {
    const project = withConfig(OLD)
    await project.ask('config', 'set', 'planning.commit_docs', 'true')
    expect(saved(project)).toEqual({ ...OLD, commit_docs: undefined, planning: { commit_docs: true } })
  })
})

describe('a broken config.json', () => {
  it.each([
    ['config', 'get', 'mode'],
    ['config', 'set', 'mode', 'yolo'],
    ['config', 'list'],
    ['config', 'set-model-profile', 'budget'],
    ['resolve-model', 'planner'],
    ['init', 'plan-phase', '1'],
  ])('stops %s %s with line and column', async (...words) => {
    const project = makeProject({ ...OURS, [FILE]: '{\n  "mode": "yolo",\n  "a" 1\n}\n' })
    const before = project.snapshot()
    const answer = await project.ask(...words)
    expect([answer.exit, answer.json().error.code]).toEqual([1, 'CONFIG_PARSE_FAILED'])
    expect(answer.json().error.message).toContain(`${FILE}:3:7`)
    const { '.planning/.lock': _, ...after } = project.snapshot() as Record<string, string>
    expect(Object.keys(after).filter((path) => !path.startsWith('.planning/.runtime'))).toEqual(Object.keys(before))
  })

  it('holds next', async () => {
    const answer = await makeProject({ ...OURS, [FILE]: '{' }).ask('next')
    expect([answer.exit, answer.json().rule]).toEqual([4, 'D03'])
  })
})

describe('a secret', () => {
  const SECRET = 'BSA-very-secret-9876'
  const secrets = {
    brave_search: SECRET,
    review: { models: { x: 'y' } },
    other_api_key: SECRET,
    nested: { auth: { token: SECRET } },
  }

  it.each([
    ['config', 'get', 'brave_search'],
    ['config', 'get', 'other_api_key'],
    ['config', 'get', 'nested'],
    ['config', 'list'],
    ['config', 'path'],
    ['init', 'new-project'],
    ['init', 'phase-op', '1'],
    ['state', 'load'],
    ['validate', 'health'],
    ['log'],
  ])('is not printed by %s %s', async (...words) => {
    const project = withConfig(secrets)
    const answer = await project.ask(...words)
    expect(answer.stdout + answer.stderr).not.toContain('very-secret')
  })

  it('that is set or refused is not printed either', async () => {
    const project = withConfig({})
    const set = await project.ask('config', 'set', 'firecrawl', SECRET)
    expect([set.exit, set.json().value]).toEqual([0, '****9876'])
    const again = await project.ask('config', 'set', 'firecrawl', 'FC-other-secret-1111')
    expect(again.json().previousValue).toBe('****9876')
    expect((await project.ask('log')).stdout).not.toContain('secret')
  })

  it('in a file that does not parse is not repeated', async () => {
    const answer = await makeProject({ ...OURS, [FILE]: `{"brave_search": ${SECRET}}` }).ask('config', 'list')
    expect(answer.exit).toBe(1)
    expect(answer.stdout + answer.stderr).not.toContain('very-secret')
    const wrong = await makeProject({ ...OURS, [FILE]: `{"brave_search": {"k": "${SECRET}"}}` }).ask('config', 'list')
    expect(wrong.stdout + wrong.stderr).not.toContain('very-secret')
  })
})

it('the profile of models is set with what it means for every agent', async () => {
  const project = withConfig({ model_profile: 'quality', model_overrides: { planner: 'own' } })
  const answer = (await project.askWith({ CLAUDECODE: '1' }, 'config-set-model-profile', 'budget')).json()
  expect([answer.profile, answer.previousProfile]).toEqual(['budget', 'quality'])
  expect(answer.agentToModelMap).toMatchObject({ 'gsd-planner': 'own', 'gsd-verifier': 'haiku' })
  expect(saved(project).model_profile).toBe('budget')
})
