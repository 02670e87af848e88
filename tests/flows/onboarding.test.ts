// An existing repository becomes a project: maps, findings, then the charter, with the calls that the briefs name.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

const CODE = {
  'package.json': '{"type":"module"}\n',
  'src/index.js': 'export const one = 1\n',
  'README.md': '# Shop\n',
  'docs/adr-1.md': '# We store in files\n',
}

it('a repository is led to the charter, and its findings are committed', async () => {
  const project = makeProject(CODE).initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'onboard', '--', 'add', 'a', 'basket')
  const onwards = walk.calls.find((call) => call.startsWith('brief onboard --step'))
  expect(onwards).toContain('-- "add a basket"')
  await walk.follow('brief onboard --step', {}, true)
  expect(walk.text).toContain('sentence:\n> add a basket')
  project.write('.planning/onboarding/SUMMARY.md', '# Shop\n\nIt sells nothing yet.\n')
  await walk.follow('commit')
  expect(project.git('status', '--porcelain')).toBe('')
  await walk.follow('brief new-project', { '<what comes next>': 'add a basket' }, true)
  await walk.follow('begin new-project', {}, true)
  expect(walk.text).toContain('CHARTER.md')
})

it('existing maps are not requested again', async () => {
  const project = makeProject({ ...CODE, '.planning/codebase/STACK.md': '# Stack\n\nNode, see `package.json`.\n' })
  const walk = new Walk(project)
  await walk.call('brief', 'onboard')
  expect(walk.text).not.toContain('brief map-codebase')
})

it('a request for a quick overview is passed on to the mapping', async () => {
  const project = makeProject(CODE).initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'onboard', '--', '--fast')
  await walk.follow('brief map-codebase', {}, true)
  expect(walk.text).toContain('`<foci>` is `fast`')
})

it.each([
  ['in a project', OURS, 'has a plan already'],
  ['without code', {}, 'no code in this folder'],
])('there is nothing to do %s', async (_, files, message) => {
  const walk = new Walk(makeProject(files))
  await walk.call('brief', 'onboard')
  expect(walk.text).toContain(message)
  expect(walk.calls).toEqual([])
})
