import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const FILE = 'AGENTS.md'
const generate = (project: TempProject, ...words: readonly string[]) =>
  project.ask('instructions', 'generate', ...words)

describe('instructions generate', () => {
  it('makes the file of the calling client, from what the project says of itself', async () => {
    const project = makeProject({ ...OURS, '.planning/codebase/STACK.md': '# Stack\n\nNode.\n' })
    const answer = (await generate(project)).json()
    expect(answer).toMatchObject({ claude_md_path: FILE, action: 'created', changed_files: [FILE] })
    expect(answer.sections_generated).toEqual(['project', 'stack', 'workflow'])
    expect(project.read(FILE)).toContain('Numbers that add up.')
    const client = await project.askWith({ CLAUDECODE: '1' }, 'instructions', 'generate')
    expect(client.json().claude_md_path).toBe('CLAUDE.md')
  })

  it('embeds a long file up to the end of a line, and says where the rest is', async () => {
    const line = `A sentence that ${'goes on and '.repeat(8)}ends here.`
    const stack = `# Stack\n\n${`${line}\n`.repeat(40)}`
    const project = makeProject({ ...OURS, '.planning/codebase/STACK.md': stack })
    await generate(project)
    const said = project.read(FILE)
    expect(said.split('\n').filter((one) => one.startsWith('A sentence') && one !== line)).toEqual([])
    expect(said).toContain('the rest is in `.planning/codebase/STACK.md`')
  })

  it('is called by the name each client gives its file, too', async () => {
    for (const name of ['generate-claude-md', 'generate-agents-md']) {
      const answer = await makeProject(OURS).ask(name, '--auto')
      expect([name, answer.exit, answer.json().action]).toEqual([name, 0, 'created'])
    }
    expect((await makeProject(OURS).ask('generate-nothing-md')).json().error.code).toBe('UNKNOWN_VERB')
  })

  it.each([
    ['# Mine\n\nText.\n', '\n'],
    ['# Mine\r\n\r\nText.', '\r\n'],
  ])('keeps every byte around its block of %j, and repeats itself without a change', async (own, eol) => {
    const project = makeProject({ ...OURS, [FILE]: own })
    expect((await generate(project)).json().action).toBe('updated')
    const first = project.read(FILE)
    expect(first.startsWith(own)).toBe(true)
    expect(first.split(eol).length).toBeGreaterThan(10)
    expect((await generate(project)).json()).toMatchObject({ action: 'unchanged', changed: false })
    project.write(FILE, `${first}after${eol}`)
    project.write('.planning/PROJECT.md', project.read('.planning/PROJECT.md').replace('add up', 'never lie'))
    await generate(project)
    const second = project.read(FILE)
    expect([second.startsWith(own), second.endsWith(`after${eol}`), second.includes('never lie')]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('leaves a block that somebody edited, unless it is told to write over it', async () => {
    const project = makeProject(OURS)
    await generate(project)
    project.write(FILE, project.read(FILE).replace('Numbers that add up', 'My own words'))
    expect((await generate(project)).json().action).toBe('skipped')
    expect(project.read(FILE)).toContain('My own words')
    expect((await generate(project, '--force')).json().action).toBe('updated')
    expect(project.read(FILE)).not.toContain('My own words')
  })

  it.each([
    ['<!-- gsd-pack:begin v1 -->\ntext\n'],
    ['<!-- gsd-pack:end -->\n'],
    ['<!-- gsd-pack:begin v1 -->\n<!-- gsd-pack:end -->\n<!-- gsd-pack:begin v1 -->\n<!-- gsd-pack:end -->\n'],
  ])('refuses comments that do not pair: %j', async (own) => {
    const project = makeProject({ ...OURS, [FILE]: own })
    const answer = await generate(project)
    expect([answer.exit, answer.json().error.code]).toEqual([1, 'EDIT_UNSAFE'])
    expect(project.read(FILE)).toBe(own)
  })

  it('takes comments inside a code block for text', async () => {
    const own = '```\n<!-- gsd-pack:begin v1 -->\n```\n'
    const project = makeProject({ ...OURS, [FILE]: own })
    expect((await generate(project)).json().action).toBe('updated')
    expect(project.read(FILE).startsWith(own)).toBe(true)
  })

  it('can be taken back like any write', async () => {
    const project = makeProject({ ...OURS, [FILE]: '# Mine\n' })
    await generate(project)
    const undone = await project.ask('undo', '--last', '1')
    expect([undone.exit, project.read(FILE)]).toEqual([0, '# Mine\n'])
  })

  it('writes nothing outside of the project', async () => {
    const answer = await generate(makeProject(OURS), '--output', '../AGENTS.md')
    expect([answer.exit, answer.json().error.code]).toEqual([2, 'PATH_OUTSIDE'])
  })
})

describe('files of a person in an installation', () => {
  const MANIFEST = JSON.stringify({
    target: 'claude',
    files: { 'claude:get-shit-done/VERSION': {}, 'claude:agents/gsd-planner.md': {} },
  })

  it('are those among ours that the record does not name', async () => {
    const project = makeProject({
      'home/get-shit-done/gsd-file-manifest.json': MANIFEST,
      'home/get-shit-done/VERSION': '1',
      'home/get-shit-done/workflows/mine.md': 'x',
      'home/agents/gsd-planner.md': 'x',
      'home/agents/gsd-own.md': 'x',
      'home/agents/other.md': 'x',
    })
    expect((await project.ask('detect-custom-files', '--config-dir', 'home')).json()).toEqual({
      custom_files: ['agents/gsd-own.md', 'get-shit-done/workflows/mine.md'],
      custom_count: 2,
      manifest_found: true,
    })
    expect((await project.ask('detect-custom-files', '--config-dir', 'nowhere')).json().manifest_found).toBe(false)
  })
})
