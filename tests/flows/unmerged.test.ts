// During a git merge with conflicts nothing is written, even by calls that do not read the file with the conflict.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'
const WRITES: readonly (readonly string[])[] = [
  ['state', 'record-session', '--stopped-at', 'Use SQLite'],
  ['config', 'set', 'mode', 'yolo'],
  ['phase', 'add', 'Another phase'],
]

/** A project whose plan has a conflict, because two branches changed one line. */
function projectInConflict(): TempProject {
  const project = makeProject(OURS)
  project.initGit()
  const first = project.read(PLAN)
  const edit = (branch: string, text: string): void => {
    project.git('switch', '--quiet', ...(branch === 'main' ? [branch] : ['--create', branch]))
    project.write(PLAN, first.replace(/^<objective>$/m, `<objective>\n${text}`))
    project.git('commit', '--quiet', '--all', `--message=${branch}`)
  }
  project.git('branch', '--move', '--force', 'main')
  edit('theirs', 'What they want.')
  edit('main', 'What we want.')
  expect(() => project.git('merge', '--quiet', 'theirs')).toThrow()
  expect(project.read(PLAN)).toContain('<<<<<<< ')
  return project
}

describe('a merge with conflicts', () => {
  it.each(WRITES)('holds %s %s, which reads no plan, and names the file', async (...words) => {
    const project = projectInConflict()
    const held = await project.ask(...words)
    expect([held.exit, held.json().error]).toMatchObject([4, { code: 'HOLD', message: expect.stringContaining(PLAN) }])
    expect(project.git('status', '--porcelain').split('\n').filter(Boolean)).toEqual([`UU ${PLAN}`])
    project.git('checkout', '--ours', '--', PLAN)
    expect((await project.ask(...words)).exit).toBe(0)
  })
})
