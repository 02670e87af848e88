// A trivial edit leaves only a commit; larger work becomes a quick task.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject } from '../support/project.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

it('a trivial edit takes one call and a commit, and creates no planning folder', async () => {
  const project = makeProject({ 'README.md': '# Shpo\n' }).initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'fast', '--', 'mend', 'the', 'title')
  expect(walk.text).toContain('mend the title')
  project.write('README.md', '# Shop\n')
  const commands = [...walk.text.matchAll(/`git (add|commit)( [^`]+)`/g)].map(([, verb, rest]) => [verb, rest])
  expect(commands).toEqual([
    ['add', ' <files>'],
    ['commit', ' -m "<message>"'],
  ])
  project.git('add', 'README.md')
  project.git('commit', '-qm', 'Spell the title')
  expect(walk.callsMade).toHaveLength(1)
  expect(project.has('.planning')).toBe(false)
  expect(project.git('status', '--porcelain')).toBe('')
})

it('larger work is begun as a quick task from the same brief', async () => {
  const project = makeProject({ 'README.md': '# Shop\n' }).initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'fast', '--', 'add', 'a', 'basket')
  await walk.follow('begin quick', { '<the task in a sentence>': 'add a basket' }, true)
  expect(walk.text).toContain('add-a-basket')
})
