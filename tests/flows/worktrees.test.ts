// Work trees of units and waves, with real git: nothing that is not merged is ever removed.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const TREE = '.planning/.runtime/worktrees/01-02'
const BRANCH = 'gsd/worktree-01-02'

async function entered(branch = 'main'): Promise<TempProject> {
  const project = makeProject({ ...OURS, 'a.txt': 'a\n' })
  await project.ask('config', 'set', 'git.isolation', 'worktree')
  project.initGit()
  if (branch !== 'main') project.git('branch', '-m', branch)
  const made = await project.ask('worktree', 'enter', '01-02')
  expect([made.exit, made.json().path, made.json().branch]).toEqual([0, TREE, BRANCH])
  return project
}

function commitIn(project: TempProject, path: string, text: string, tree = TREE): void {
  writeFileSync(project.at(`${tree}/${path}`), text)
  project.git('-C', tree, 'add', path)
  project.git('-C', tree, 'commit', '--quiet', `--message=${path}`)
}

const branches = (project: TempProject) => project.git('branch', '--format=%(refname:short)').trim().split('\n').sort()
const stays = (project: TempProject) => {
  expect(existsSync(project.at(TREE))).toBe(true)
  expect(branches(project)).toContain(BRANCH)
}

it('are asked for by a word that is known; another one is refused, not taken for none', async () => {
  const project = makeProject(OURS)
  const refused = await project.ask('config', 'set', 'git.isolation', 'worktre')
  expect([refused.exit, refused.json().error]).toMatchObject([2, { code: 'CONFIG_INVALID_VALUE' }])
  expect((await project.ask('config', 'set', 'git.isolation', 'none')).exit).toBe(0)
})

describe('the work tree of a unit', () => {
  it('is made once, merged, and removed with its branch', async () => {
    const project = await entered()
    expect((await project.ask('worktree', 'enter', '01-02')).json()).toMatchObject({ path: TREE, clean: true })
    commitIn(project, 'new.txt', 'new\n')
    expect((await project.ask('worktree', 'enter', '01-02')).json()).toMatchObject({
      merged: false,
      clean: true,
      unmerged: [expect.stringContaining('new.txt')],
    })
    expect((await project.ask('worktree', 'merge', '01-02')).json()).toMatchObject({ merged: true })
    expect(project.read('new.txt')).toBe('new\n')
    expect((await project.ask('worktree', 'exit', '01-02')).json()).toMatchObject({ removed: true })
    expect([existsSync(project.at(TREE)), branches(project)]).toEqual([false, ['main']])
  })

  it.each(['main', 'master', 'develop'])('compares with the branch %s that is checked out', async (name) => {
    const project = await entered(name)
    commitIn(project, 'new.txt', 'new\n')
    const refused = await project.ask('worktree', 'exit', '01-02')
    expect([refused.exit, refused.json().error.code]).toEqual([3, 'GIT_CONFLICT'])
    stays(project)
  })

  it('compares with the branch that is checked out, whatever another one holds', async () => {
    const project = await entered('develop')
    commitIn(project, 'new.txt', 'new\n')
    for (const name of ['main', 'master']) project.git('branch', name, BRANCH)
    expect((await project.ask('worktree', 'exit', '01-02')).exit).toBe(3)
    stays(project)
    expect((await project.ask('worktree', 'merge', '01-02')).json()).toMatchObject({ merged: true })
    for (const name of ['main', 'master']) project.git('branch', '--force', name, 'develop~1')
    expect((await project.ask('worktree', 'exit', '01-02')).json()).toMatchObject({ removed: true })
  })

  it('stays with its branch where git does not remove it', async () => {
    const project = await entered()
    project.git('worktree', 'lock', TREE)
    const refused = await project.ask('worktree', 'exit', '01-02')
    expect([refused.exit, refused.json().error.code]).toEqual([3, 'GIT_CONFLICT'])
    stays(project)
  })

  it.each([
    ['an uncommitted change', (project: TempProject) => appendFileSync(project.at(`${TREE}/a.txt`), 'more\n')],
    ['an untracked file', (project: TempProject) => writeFileSync(project.at(`${TREE}/stray.txt`), 'x\n')],
  ])('stays while it holds %s', async (_, change) => {
    const project = await entered()
    change(project)
    expect((await project.ask('worktree', 'exit', '01-02')).exit).toBe(3)
    expect((await project.ask('worktree', 'merge', '01-02')).exit).toBe(3)
    stays(project)
  })

  it('may go when its files came over in one squashed commit', async () => {
    const project = await entered()
    commitIn(project, 'one.txt', '1\n')
    commitIn(project, 'two.txt', '2\n')
    project.git('merge', '--quiet', '--squash', BRANCH)
    project.git('commit', '--quiet', '--message=squashed')
    expect((await project.ask('worktree', 'exit', '01-02')).json().removed).toBe(true)
  })

  it('stays after a merge that took nothing over', async () => {
    const project = await entered()
    commitIn(project, 'one.txt', '1\n')
    project.git('commit', '--quiet', '--allow-empty', '--message=empty')
    expect((await project.ask('worktree', 'exit', '01-02')).exit).toBe(3)
    stays(project)
  })

  it('stays, and the branch is as it was, when the merge meets a conflict', async () => {
    const project = await entered()
    commitIn(project, 'a.txt', 'theirs\n')
    project.write('a.txt', 'ours\n')
    project.git('commit', '--quiet', '--all', '--message=ours')
    const before = project.git('rev-parse', 'HEAD')
    const refused = await project.ask('worktree', 'merge', '01-02')
    expect([refused.exit, project.git('rev-parse', 'HEAD'), project.read('a.txt')]).toEqual([3, before, 'ours\n'])
    expect(project.git('status', '--porcelain')).toBe('')
    stays(project)
  })

  it('is planned in the main folder: a call from inside finds that tree', async () => {
    const project = await entered()
    await project.ask('config', 'set', 'mode', 'yolo')
    expect(project.runIn(TREE, {}, 'config', 'get', 'mode').json()).toBe('yolo')
    // What it writes goes there too, under the one lock of the project.
    const [own, main] = [`${TREE}/.planning/STATE.md`, '.planning/STATE.md'].map((path) => project.read(path))
    expect(project.runIn(TREE, {}, 'state', 'add-decision', '--summary', 'One lock').exit).toBe(0)
    expect(project.read(`${TREE}/.planning/STATE.md`)).toBe(own)
    expect(project.read('.planning/STATE.md')).not.toBe(main)
  })

  it('is not made while the setting is off', async () => {
    const project = makeProject(OURS).initGit()
    const refused = await project.ask('worktree', 'enter', '01-02')
    expect([refused.exit, refused.json().error.code, branches(project)]).toEqual([1, 'FEATURE_OFF', ['main']])
  })
})

describe('the work trees of a wave', () => {
  const MANIFEST = '.planning/.runtime/wave.json'
  const tree = (agent: string) => `.planning/.runtime/worktrees/${agent}`

  function wave(...agents: readonly string[]): TempProject {
    const project = makeProject({ ...OURS, 'a.txt': 'a\n' }).initGit()
    const worktrees = agents.map((agent) => ({
      agent_id: agent,
      path: tree(agent),
      branch: `agent/${agent}`,
      base: 'main',
    }))
    for (const { path, branch } of worktrees) project.git('worktree', 'add', '--quiet', '-b', branch, path)
    project.write(MANIFEST, JSON.stringify({ worktrees }))
    return project
  }

  it('are merged and removed one after another', async () => {
    const project = wave('one', 'two')
    commitIn(project, 'one.txt', '1\n', tree('one'))
    commitIn(project, 'two.txt', '2\n', tree('two'))
    const done = (await project.ask('worktree', 'cleanup-wave', '--manifest', MANIFEST)).json()
    expect(done).toMatchObject({ merged: ['agent/one', 'agent/two'], removed: [tree('one'), tree('two')], blocked: [] })
    expect([project.read('one.txt'), project.read('two.txt'), branches(project)]).toEqual(['1\n', '2\n', ['main']])
    expect(JSON.parse(project.read(MANIFEST)).worktrees).toEqual([])
  })

  it('stop at the first that cannot be merged; it and the rest stay', async () => {
    const project = wave('one', 'two', 'three')
    commitIn(project, 'one.txt', '1\n', tree('one'))
    commitIn(project, 'a.txt', 'theirs\n', tree('two'))
    commitIn(project, 'three.txt', '3\n', tree('three'))
    project.write('a.txt', 'ours\n')
    project.git('commit', '--quiet', '--all', '--message=ours')
    const stopped = await project.ask('worktree', 'cleanup-wave', '--manifest', MANIFEST)
    expect([stopped.exit, stopped.json().removed, stopped.json().blocked[0].path]).toEqual([
      3,
      [tree('one')],
      tree('two'),
    ])
    expect(branches(project)).toEqual(['agent/three', 'agent/two', 'main'])
    expect(project.git('status', '--porcelain')).toBe('')
  })
})
