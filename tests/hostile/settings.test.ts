// Only the user can switch off what protects them from a hostile project.
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const CONFIG = '.planning/config.json'

function makeClone(settings: object, own?: object): TempProject {
  const project = makeProject({ [CONFIG]: JSON.stringify(settings) }, { foreign: true })
  if (own !== undefined) {
    mkdirSync(`${project.home}/.gsd`, { recursive: true })
    writeFileSync(`${project.home}/.gsd/config.json`, JSON.stringify(own))
  }
  return project
}

const nested = (key: string, value: unknown): object =>
  key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as object
const effectiveValue = async (project: TempProject, key: string) => (await project.ask('config', 'get', key)).json()

/** Key, project's value, user's value (undefined for none), effective value. */
const TABLE: readonly (readonly [string, unknown, unknown, unknown])[] = [
  ['hooks.secret_guard', false, undefined, true],
  ['hooks.secret_guard', false, false, false],
  ['hooks.secret_guard', true, false, true],
  ['hooks.secret_guard', 'no', undefined, true],
  // Settings of the project's own checks belong to the project.
  ['workflow.verifier', false, undefined, false],
  ['workflow.research', false, true, false],
  ['mode', 'yolo', 'interactive', 'yolo'],
]

describe('a setting of a foreign project', () => {
  it.each(TABLE)('%s: project %j, user %j: %j applies', async (key, said, own, counts) => {
    const project = makeClone(nested(key, said), own === undefined ? undefined : nested(key, own))
    expect(await effectiveValue(project, key)).toEqual(counts)
    const section = key.includes('.') ? await effectiveValue(project, key.slice(0, key.lastIndexOf('.'))) : {}
    const leaf = key.slice(key.lastIndexOf('.') + 1)
    if (counts !== null && leaf in section) expect(section[leaf]).toEqual(counts)
  })

  it('is explained if it does not apply', async () => {
    const called = await makeClone({ hooks: { secret_guard: false } }).ask(
      'config',
      'get',
      'hooks.secret_guard',
      '--origin',
    )
    expect(called.json()).toMatchObject({ value: true, passedOver: false })
    expect(called.json().fix).toContain('{"hooks":{"secret_guard":false}}')
  })
})

describe('a protection of the user in a foreign project', () => {
  it('is not changed by config set, which says where the user can change it', async () => {
    const project = makeClone({})
    const called = await project.ask('config', 'set', 'hooks.secret_guard', 'false')
    expect([called.exit, called.json().error.code]).toEqual([4, 'PERSON_ONLY'])
    expect(called.json().error.fix).toContain('{"hooks":{"secret_guard":false}}')
    expect(await effectiveValue(project, 'hooks.secret_guard')).toBe(true)
  })
})

describe('deeply nested settings', () => {
  it.each([
    ['config', 'list'],
    ['config', 'set', 'mode', 'yolo'],
    ['config', 'get', 'mode'],
  ])('are reported with their position, and left unchanged (%s %s)', async (...words) => {
    const text = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const project = makeProject({ [CONFIG]: text }, { foreign: true })
    const called = await project.ask(...words)
    expect([called.exit, called.json().error.code]).toEqual([1, 'CONFIG_PARSE_FAILED'])
    expect(called.stdout).toContain('column 517')
    expect(project.read(CONFIG)).toBe(text)
  })
})
