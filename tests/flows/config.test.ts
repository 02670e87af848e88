// The settings of a project: defaults, refused keys and values, older spellings, and secrets that are never shown.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const FILE = '.planning/config.json'
const withConfig = (config: unknown) => makeProject({ ...OURS, [FILE]: JSON.stringify(config) })
const savedConfig = (project: TempProject) => JSON.parse(project.read(FILE))

describe('a value', () => {
  it.each([
    ['workflow.verifier', true],
    ['response_language', null],
  ])('that is not set is the default: %s', async (key, value) => {
    const answer = await withConfig({}).ask('config', 'get', key)
    expect([answer.exit, answer.json()]).toEqual([0, value])
  })

  it('of an unknown key is refused with the nearest name', async () => {
    const project = withConfig({})
    const unknown = await project.ask('config', 'get', 'workflow.reserch')
    expect([unknown.exit, unknown.json().error]).toEqual([
      1,
      expect.objectContaining({ code: 'CONFIG_KEY_NOT_FOUND', fix: 'did you mean workflow.research?' }),
    ])
  })

  it('that the key does not allow is refused with the allowed ones', async () => {
    const project = withConfig({})
    const before = project.snapshot()
    const answer = await project.ask('config', 'set', 'mode', 'foo')
    expect([answer.exit, answer.json().error.message]).toEqual([2, expect.stringContaining('interactive | yolo')])
    expect(project.snapshot()).toEqual(before)
  })
})

describe('older spellings', () => {
  const OLD = { depth: 'quick', commit_docs: false, research: false, workflow: { research: true }, own: 1 }

  it('move to the current key when config set writes that key; other older spellings stay', async () => {
    const project = withConfig(OLD)
    await project.ask('config', 'set', 'planning.commit_docs', 'true')
    expect(savedConfig(project)).toEqual({ ...OLD, commit_docs: undefined, planning: { commit_docs: true } })
  })
})

describe('a broken config.json', () => {
  it('holds next', async () => {
    const answer = await makeProject({ ...OURS, [FILE]: '{' }).ask('next')
    expect([answer.exit, answer.json().rule]).toEqual([4, 'D03'])
  })
})

describe('a secret', () => {
  const SECRET = 'BSA-very-secret-9876'
  it('in an invalid file, or in a value of the wrong type, is not printed', async () => {
    const answer = await makeProject({ ...OURS, [FILE]: `{"brave_search": ${SECRET}}` }).ask('config', 'list')
    expect(answer.exit).toBe(1)
    expect(answer.stdout + answer.stderr).not.toContain('very-secret')
    const wrong = await makeProject({ ...OURS, [FILE]: `{"brave_search": {"k": "${SECRET}"}}` }).ask('config', 'list')
    expect(wrong.stdout + wrong.stderr).not.toContain('very-secret')
  })
})
