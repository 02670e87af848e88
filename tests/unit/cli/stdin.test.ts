// A path argument `-` is the standard input.
import { afterEach, describe, expect, it } from 'vitest'
import { execute } from '../../../lib/cli/execute.js'
import { disposeProjects, makeProject, OURS, TOOLS } from '../../support/project.js'

afterEach(disposeProjects)

describe('a path argument "-"', () => {
  const ask = (cwd: string, argv: readonly string[], stdin?: () => string) =>
    execute({ argv, env: {}, cwd, bin: '', script: TOOLS, ...(stdin === undefined ? {} : { stdin }) })

  it('is read from the standard input, once', async () => {
    const project = makeProject(OURS)
    let reads = 0
    const called = await ask(project.root, ['frontmatter', 'get', '-', '--field', 'color'], () => {
      reads++
      return '---\ncolor: red\n---\n'
    })
    expect([called.exit, JSON.parse(called.stdout), reads]).toEqual([0, { color: 'red' }, 1])
  })

  it('is never written to', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    const called = await ask(
      project.root,
      ['frontmatter', 'set', '-', '--field', 'color', '--value', 'blue'],
      () => '---\ncolor: red\n---\n',
    )
    expect(called.exit).not.toBe(0)
    const left = Object.entries(project.snapshot()).filter(([path]) => !path.startsWith('.planning/.runtime'))
    expect(Object.fromEntries(left)).toEqual(before)
  })

  it('is not asked for otherwise', async () => {
    const project = makeProject(OURS)
    const called = await ask(project.root, ['frontmatter', 'get', 'README.md'], () => {
      throw new Error('read')
    })
    expect(called.exit).toBe(0)
  })
})
