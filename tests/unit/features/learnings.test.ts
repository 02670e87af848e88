// What was learned: found in a fixed order, shared only when a person wants it, never with a secret in it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../../support/project.js'

afterEach(disposeProjects)

const file = (category: string, title: string, confidence = 'medium', used = '2026-01-01') =>
  `---\ncategory: ${category}\nconfidence: ${confidence}\nsource: "01-01"\nlast_used: "${used}"\n---\n\n# ${title}\n\nSaid once.\n`

const FILES = {
  ...OURS,
  '.planning/config.json': '{"features":{"global_learnings":true},"learnings":{"max_inject":2}}',
  '.planning/learnings/b-two.md': file('pitfall', 'Ports below 1024 need rights'),
  '.planning/learnings/a-one.md': file('pitfall', 'Ports may be taken', 'high'),
  '.planning/learnings/c-port.md': file('port', 'Something else', 'low'),
  '.planning/learnings/old.md': file('pattern', 'Old way', 'low', '2020-01-01'),
}
const knowledge = (project: TempProject) => join(project.home, '.gsd/knowledge')
const ids = (answer: { learnings: { id: string }[] }) => answer.learnings.map(({ id }) => id)

describe('learnings', () => {
  it('are found by subject, in one order, as many as a prompt may have, without those that another one superseded', async () => {
    const gone = file('port', 'Ports are free', 'high').replace('---\n\n#', 'superseded_by: c-port\n---\n\n#')
    const project = makeProject({ ...FILES, '.planning/learnings/d-gone.md': gone })
    const first = (await project.ask('learnings', 'query', '--tag', 'port')).json()
    expect(ids(first)).toEqual(['c-port', 'a-one'])
    expect((await project.ask('learnings', 'query', '--tag', 'PORT')).stdout).toBe(
      (await project.ask('learnings', 'query', '--tag', 'port')).stdout,
    )
    expect(ids((await project.ask('learnings', 'query', '--tag', 'nothing')).json())).toEqual([])
  })

  it('go to other projects when they are shared, except those with a secret, and reading writes nothing there', async () => {
    const project = makeProject({
      ...FILES,
      '.planning/learnings/leak.md': file('pitfall', 'The key is ghp_abcdefghijklmnopqrstuvwxyz0123456789'),
    })
    await project.ask('learnings', 'list')
    expect(existsSync(knowledge(project))).toBe(false)
    const copied = (await project.ask('learnings', 'copy')).json()
    expect(copied).toMatchObject({ total: 5, created: 4, refused: ['leak'] })
    expect(readdirSync(knowledge(project)).sort()).toEqual(['a-one.md', 'b-two.md', 'c-port.md', 'old.md'])
    expect(readFileSync(join(knowledge(project), 'a-one.md'), 'utf8')).toBe(FILES['.planning/learnings/a-one.md'])
    expect((await project.ask('learnings', 'copy')).json()).toMatchObject({ created: 0, skipped: 4 })
  })

  it('of the person show in every project that shares them, and in no other', async () => {
    const project = makeProject(OURS)
    mkdirSync(knowledge(project), { recursive: true })
    writeFileSync(join(knowledge(project), 'far.md'), file('pitfall', 'Far away'))
    expect(ids((await project.ask('learnings', 'list')).json())).toEqual([])
    await project.ask('config', 'set', 'features.global_learnings', 'true')
    expect((await project.ask('learnings', 'list')).json().learnings[0]).toMatchObject({ id: 'far', scope: 'person' })
    expect((await project.ask('learnings', 'delete', 'far')).exit).toBe(4)
    expect((await project.ask('learnings', 'delete', 'far', '--confirm')).json().deleted).toBe(true)
    expect(readdirSync(knowledge(project))).toEqual([])
  })

  it('that nobody used for long go after a person confirmed', async () => {
    const project = makeProject(FILES)
    expect((await project.ask('learnings', 'prune', '--older-than', '90d')).json().plan).toEqual(['project: old'])
    expect((await project.ask('learnings', 'prune', '--older-than', '90d', '--confirm')).json()).toMatchObject({
      removed: 1,
      kept: 3,
    })
    expect(project.has('.planning/learnings/old.md')).toBe(false)
  })
})
