// What protects the person from a hostile project is switched by the person alone.
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const CONFIG = '.planning/config.json'

function cloned(settings: object, own?: object): TempProject {
  const project = makeProject({ [CONFIG]: JSON.stringify(settings) }, { foreign: true })
  if (own !== undefined) {
    mkdirSync(`${project.home}/.gsd`, { recursive: true })
    writeFileSync(`${project.home}/.gsd/config.json`, JSON.stringify(own))
  }
  return project
}

const nested = (key: string, value: unknown): object =>
  key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as object
const countsOf = async (project: TempProject, key: string) => (await project.ask('config', 'get', key)).json()

/** Key, what a project says, what the person's own file says (undefined: nothing), what counts. */
const TABLE: readonly (readonly [string, unknown, unknown, unknown])[] = [
  ['hooks.secret_guard', false, undefined, true],
  ['hooks.secret_guard', false, false, false],
  ['hooks.secret_guard', true, false, true],
  ['hooks.secret_guard', 'no', undefined, true],
  // What weakens checks of the project is the project's own.
  ['workflow.verifier', false, undefined, false],
  ['workflow.research', false, true, false],
  ['mode', 'yolo', 'interactive', 'yolo'],
]

describe('a setting of a project from elsewhere', () => {
  it.each(TABLE)('%s: project %j, person %j: %j counts', async (key, said, own, counts) => {
    const project = cloned(nested(key, said), own === undefined ? undefined : nested(key, own))
    expect(await countsOf(project, key)).toEqual(counts)
    const section = key.includes('.') ? await countsOf(project, key.slice(0, key.lastIndexOf('.'))) : {}
    const leaf = key.slice(key.lastIndexOf('.') + 1)
    if (counts !== null && leaf in section) expect(section[leaf]).toEqual(counts)
  })

  it('says why it does not count, and how it would', async () => {
    const called = await cloned({ hooks: { secret_guard: false } }).ask(
      'config',
      'get',
      'hooks.secret_guard',
      '--origin',
    )
    expect(called.json()).toMatchObject({ value: true, passedOver: false })
    expect(called.json().fix).toContain('{"hooks":{"secret_guard":false}}')
  })
})

describe('what a project from elsewhere weakens without effect', () => {
  it('is not written by config set, which says where a person does it', async () => {
    const project = cloned({})
    const called = await project.ask('config', 'set', 'hooks.secret_guard', 'false')
    expect([called.exit, called.json().error.code]).toEqual([4, 'PERSON_ONLY'])
    expect(called.json().error.fix).toContain('{"hooks":{"secret_guard":false}}')
    expect(await countsOf(project, 'hooks.secret_guard')).toBe(true)
  })
})

describe('settings that nest without end', () => {
  it.each([
    ['config', 'list'],
    ['config', 'set', 'mode', 'yolo'],
    ['config', 'get', 'mode'],
  ])('are told where they begin to, and changed by nothing (%s %s)', async (...words) => {
    const text = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const project = makeProject({ [CONFIG]: text }, { foreign: true })
    const called = await project.ask(...words)
    expect([called.exit, called.json().error.code]).toEqual([1, 'CONFIG_PARSE_FAILED'])
    expect(called.stdout).toContain('column 517')
    expect(project.read(CONFIG)).toBe(text)
  })
})
