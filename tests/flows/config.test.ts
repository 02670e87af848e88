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

  it('move as a whole with migrate-config: the older one wins, and both values are told', async () => {
    const project = withConfig(OLD)
    const answer = (await project.ask('migrate-config')).json()
    expect(saved(project)).toEqual({
      workflow: { research: false },
      own: 1,
      granularity: 'coarse',
      planning: { commit_docs: false },
    })
    expect(answer.skipped).toEqual([{ from: 'research', to: 'workflow.research', value: false, dropped: true }])
    expect(answer.normalizations.map(({ from }: { from: string }) => from).sort()).toEqual([
      'commit_docs',
      'depth',
      'research',
    ])
    const again = await project.ask('migrate-config')
    expect([again.json().migrated, again.json().changed]).toEqual([false, false])
  })

  it('with a word nobody knows stay where a person can see them', async () => {
    const project = withConfig({ depth: 'bottomless' })
    expect((await project.ask('migrate-config')).json().migrated).toBe(false)
    expect(saved(project)).toEqual({ depth: 'bottomless' })
  })
})

describe('a new config.json', () => {
  it('holds what the person chose for new projects and nothing else', async () => {
    const project = makeProject({ '.planning/PROJECT.md': '# x\n' })
    project.write(
      '../home/.gsd/defaults.json',
      '{"depth":"quick","workflow":{"verifier":false},"nonsense":1,"mode":"odd"}',
    )
    const made = (await project.ask('config-ensure-section')).json()
    expect([made.created, saved(project)]).toEqual([true, { granularity: 'coarse', workflow: { verifier: false } }])
    expect((await project.ask('config-ensure-section', 'workflow')).json()).toMatchObject({
      created: false,
      reason: 'already_exists',
    })
  })

  it('takes choices, and refuses what is no JSON, no key or no value of its key', async () => {
    const project = makeProject({})
    for (const [choices, code] of [
      ['{', 'USAGE'],
      ['[1]', 'USAGE'],
      ['{"moed":"yolo"}', 'CONFIG_INVALID_KEY'],
      ['{"mode":"fast"}', 'CONFIG_INVALID_VALUE'],
      ['{"workflow":{"_auto_chain_active":true}}', 'CONFIG_INVALID_KEY'],
    ] as const) {
      const refused = await project.ask('config-new-project', choices)
      expect([choices, refused.exit, refused.json().error.code]).toEqual([choices, 2, code])
      expect(project.has(FILE)).toBe(false)
    }
    const made = await project.ask(
      'config-new-project',
      '{"mode":"yolo","workflow":{"research":false},"commit_docs":false}',
    )
    expect([made.json().created, saved(project)]).toEqual([
      true,
      { mode: 'yolo', workflow: { research: false }, planning: { commit_docs: false } },
    ])
  })
})

describe('the defaults of a person', () => {
  const personal = (project: TempProject, text: string) => project.write('../home/.gsd/defaults.json', text)

  it('answer where there is no project, and nowhere else', async () => {
    const outside = makeProject({})
    personal(outside, '{"mode":"yolo","models":{"planning":"haiku"}}')
    expect((await outside.ask('config', 'get', 'mode')).json()).toBe('yolo')
    const { settings } = (await outside.ask('config', 'list', '--chosen')).json()
    expect(settings).toContainEqual(expect.objectContaining({ key: 'mode', origin: 'user' }))
    expect((await outside.askWith({ CLAUDECODE: '1' }, 'resolve-model', 'planner')).json().model).toBe('haiku')
    const inside = withConfig({})
    personal(inside, '{"mode":"yolo"}')
    expect((await inside.ask('config', 'get', 'mode')).json()).toBe('interactive')
  })

  it('are found below GSD_HOME, and are never written', async () => {
    const project = makeProject({})
    project.write('../elsewhere/.gsd/config.json', '{"mode":"yolo"}')
    const env = { GSD_HOME: `${project.root}/../elsewhere` }
    expect((await project.askWith(env, 'config', 'get', 'mode')).json()).toBe('yolo')
    expect(project.read('../elsewhere/.gsd/config.json')).toBe('{"mode":"yolo"}')
    expect(project.has('../home/.gsd')).toBe(false)
  })

  it('that cannot be read are an answer, not a guess', async () => {
    const project = makeProject({})
    personal(project, '{ broken')
    const answer = await project.ask('config', 'get', 'mode')
    expect([answer.exit, answer.json().error.code]).toEqual([1, 'CONFIG_PARSE_FAILED'])
    expect(answer.json().error.message).toContain('.gsd/defaults.json')
  })
})

describe('a broken config.json', () => {
  it.each([
    ['config', 'get', 'mode'],
    ['config', 'set', 'mode', 'yolo'],
    ['config', 'list'],
    ['migrate-config'],
    ['config', 'set-model-profile', 'budget'],
    ['resolve-model', 'planner'],
    ['init', 'plan-phase', '1'],
    ['dispatch-capacity'],
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
    ['migrate-config'],
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
