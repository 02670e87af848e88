// Existing code is mapped by one subagent per focus: each writes the maps of its focus. A missing map or a copied secret is refused.
import { readdirSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'
import { errandsIn, takenUnit } from '../support/team.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

const codeProject = (): TempProject => {
  const project = makeProject({ 'src/index.js': 'export const one = 1\n', 'package.json': '{"type":"module"}\n' })
  return project.initGit()
}
const map = (name: string, text = 'Everything begins in `src/index.js`.') => `# ${name}\n\n${text}\n`
const maps = (project: TempProject) => readdirSync(project.at('.planning/codebase')).sort()

/** Plays a mapper: takes the unit, writes the maps that the brief names, and submits them; returns their names. */
async function play(project: TempProject, prompt: string): Promise<string> {
  const words = (/`node "[^"]+" ([^`]+)`/.exec(prompt)?.[1] ?? '').split(' ')
  const { stdout } = await project.ask(...words)
  const { drafts, finish } = takenUnit(stdout)
  const [, names = ''] = /## Maps of this focus\n- (.+)/.exec(stdout) ?? []
  for (const name of names.split(', ')) project.write(`${drafts}/${name}`, map(name))
  const { exit, stdout: answer } = await project.ask(...finish.replace(/^node "[^"]+" /, '').split(' '))
  expect(exit, answer).toBe(0)
  return names
}

async function delegateMapping(project: TempProject, foci: string, ...words: readonly string[]): Promise<Walk> {
  const walk = new Walk(project)
  await walk.call('brief', 'map-codebase', '--', ...words)
  expect(walk.text).toContain(foci)
  await walk.follow('unit delegate map-codebase', { ' <foci>': ` ${foci.replaceAll('`', '')}` }, true)
  return walk
}

it('code gets two maps for a quick overview, or those of one focus; existing maps are reported', async () => {
  const fast = codeProject()
  for (const { prompt } of errandsIn((await delegateMapping(fast, '`fast`', '--fast')).text)) await play(fast, prompt)
  expect(maps(fast)).toEqual(['STACK.md', 'STRUCTURE.md'])
  const project = codeProject()
  const walk = new Walk(project)
  await walk.call('brief', 'map-codebase', '--', '--focus', 'quality')
  expect(walk.text).toContain('after `--focus`')
  await walk.follow('unit delegate map-codebase', { '<foci>': 'quality' }, true)
  for (const { prompt } of errandsIn(walk.text)) await play(project, prompt)
  expect(maps(project)).toEqual(['CONVENTIONS.md', 'TESTING.md'])
  await walk.call('brief', 'map-codebase')
  expect(walk.text).toContain('Maps exist')
})

it.each([
  ['a map is missing', { 'STACK.md': map('Stack') }, 'INTEGRATIONS.md'],
  [
    'a secret is copied',
    { 'STACK.md': map('Stack'), 'INTEGRATIONS.md': map('Services', 'In `src/db.js`: password: hunter2hunter2') },
    'say where the secret is, never its value',
  ],
])('a mapping is refused if %s', async (_, drafts, why) => {
  const project = codeProject()
  const begun = (await project.ask('begin', 'map-codebase', 'tech', '--role')).stdout
  const { drafts: folder, finish } = takenUnit(begun)
  for (const [name, text] of Object.entries(drafts)) project.write(`${folder}/${name}`, text)
  const refused = await project.ask(...finish.replace(/^node "[^"]+" /, '').split(' '))
  expect(refused.exit).not.toBe(0)
  expect(refused.stdout).toContain(why)
  expect(project.has('.planning/codebase')).toBe(false)
})

it('a folder without code is reported as such', async () => {
  const walk = new Walk(makeProject({}))
  await walk.call('brief', 'map-codebase')
  expect(walk.text).toContain('no code in this folder to map')
  expect(walk.calls).toEqual([])
})

it('a query about a term names no call that would write maps', async () => {
  const walk = new Walk(codeProject())
  await walk.call('brief', 'map-codebase', '--', '--query', 'login')
  expect(walk.calls).toEqual([])
})
