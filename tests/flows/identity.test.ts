// Verbs that commit, for a person whom git does not know: each says which settings are missing and leaves the repository as it was.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject, TOOLS } from '../support/project.js'

afterEach(disposeProjects)

/** A home without an identity, where git is told not to make one up from the names of the account and the machine. */
function nobody({ home }: TempProject): Record<string, string> {
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tuseConfigOnly = true\n')
  return { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
}

function call(project: TempProject, words: readonly string[], env = nobody(project)) {
  const { status, stdout } = spawnSync(process.execPath, [TOOLS, ...words], {
    cwd: project.root,
    env,
    encoding: 'utf8',
  })
  return { exit: status, ...JSON.parse(stdout) }
}

/** What a commit, a stage or a switch would change, in the project and in the repository below it. */
const standing = (project: TempProject) =>
  ['.', 'api'].map((folder) =>
    [
      ['rev-parse', 'HEAD'],
      ['symbolic-ref', 'HEAD'],
      ['status', '--porcelain=v1', '--untracked-files=all'],
      ['branch', '--list'],
    ].map((words) => project.git('-C', folder, ...words)),
  )

/** Something to commit everywhere: new and staged files, a repository below with some too. */
async function busyProject(): Promise<TempProject> {
  const project = makeProject({ ...OURS, '.gitignore': 'api/\n' })
  mkdirSync(project.at('api'))
  project.git('init', '--quiet', '--initial-branch=main', 'api')
  project.git('-C', 'api', 'commit', '--quiet', '--allow-empty', '--message=start')
  await project.ask('config', 'set', 'planning.sub_repos', '["api"]')
  project.initGit()
  project.write('README.md', '# Changed\n')
  project.write('new.txt', 'new\n')
  project.write('staged.txt', 'staged\n')
  project.git('add', 'staged.txt')
  project.write('api/new.txt', 'new\n')
  project.write('api/staged.txt', 'staged\n')
  project.git('-C', 'api', 'add', 'staged.txt')
  return project
}

const CALLS: readonly (readonly string[])[] = [
  ['commit', 'feat: new', '--files', 'README.md', 'new.txt'],
  ['commit', 'docs: staged', '--files', 'staged.txt', 'README.md'],
]

it('asks nobody where there is nothing to commit', () => {
  const project = makeProject(OURS).initGit()
  expect(call(project, ['commit', 'docs'])).toMatchObject({ exit: 0, reason: 'nothing_to_commit' })
})

it('names the two settings and changes nothing, whichever verb would commit', async () => {
  const project = await busyProject()
  const before = standing(project)
  for (const words of CALLS) {
    const refused = call(project, words)
    expect([words, refused.exit, refused.error?.code]).toEqual([words, 1, 'GIT_IDENTITY'])
    expect(refused.error.message).toContain('user.name and user.email are not set')
    expect(refused.error.fix).toContain('git config --global user.name')
    expect(refused.error.fix).toContain('git config --global user.email')
    expect([words, standing(project)]).toEqual([words, before])
  }
  project.git('config', 'user.name', 'A Person')
  const half = call(project, ['commit', 'feat: new', '--files', 'new.txt'])
  expect(half.error.message).toContain('user.email is not set')
  expect(half.error.fix).not.toContain('user.name')
  project.git('config', 'user.email', 'person@example.invalid')
  expect(call(project, ['commit', 'feat: new', '--files', 'new.txt'])).toMatchObject({ exit: 0, files: ['new.txt'] })
})

it('switches to no branch of a phase', async () => {
  const project = await busyProject()
  await project.ask('config', 'set', 'git.branching_strategy', 'phase')
  const before = standing(project)
  const refused = call(project, ['commit', 'docs: plan', '--files', '.planning'])
  expect([refused.exit, refused.error?.code]).toEqual([1, 'GIT_IDENTITY'])
  expect(standing(project)).toEqual(before)
})
