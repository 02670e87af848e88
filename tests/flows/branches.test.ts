// Commits in real repositories: their branches and protected branches; and calls from repositories below the project.
import { mkdirSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const branch = (project: TempProject) => project.git('symbolic-ref', '--short', 'HEAD').trim()
const stagedFiles = (project: TempProject) => lines(project.git('diff', '--cached', '--name-only')).sort()
const CONTEXT = '.planning/phases/02-more/02-CONTEXT.md'

async function withStrategy(strategy: string): Promise<TempProject> {
  const project = makeProject(OURS)
  await project.ask('config', 'set', 'git.branching_strategy', strategy)
  project.initGit()
  return project
}

describe('the branch of a commit', () => {
  it('is created for the first commit of a phase, and switched to for later ones unless a file would be overwritten', async () => {
    const project = await withStrategy('phase')
    project.write(CONTEXT, 'a\n')
    const first = (await project.ask('commit', 'docs: context', '--files', CONTEXT)).json()
    expect(first).toMatchObject({ committed: true, branch: 'gsd/phase-02-more' })
    expect(branch(project)).toBe('gsd/phase-02-more')
    project.git('switch', '--quiet', 'main')
    project.write(CONTEXT, 'b\n')
    expect((await project.ask('commit', 'docs: again', '--files', CONTEXT)).exit).toBe(3)
    expect(branch(project)).toBe('main')
    project.remove(CONTEXT)
    project.write('.planning/phases/02-more/02-RESEARCH.md', 'c\n')
    await project.ask('commit', 'docs: research', '--files', '.planning/phases/02-more')
    expect(branch(project)).toBe('gsd/phase-02-more')
    expect(project.git('log', '--format=%s', '-1').trim()).toBe('docs: research')
  })

  it('stays main for files outside phases, or for files of two phases', async () => {
    const project = await withStrategy('phase')
    project.write('README.md', '# New\n')
    expect((await project.ask('commit', 'docs: title', '--files', 'README.md')).json().branch).toBe('main')
    project.write(CONTEXT, 'a\n')
    project.write('.planning/phases/03-last/03-CONTEXT.md', 'a\n')
    expect((await project.ask('commit', 'docs: both', '--files', '.planning/phases')).json().branch).toBe('main')
  })

  it('is not created for a phase whose folder already has commits', async () => {
    const project = await withStrategy('phase')
    project.write('.planning/phases/01-foundation/01-NOTES.md', 'a\n')
    const refused = await project.ask('commit', 'docs: notes', '--files', '.planning/phases/01-foundation/01-NOTES.md')
    const { code } = refused.json().error
    expect([refused.exit, code, branch(project), stagedFiles(project)]).toEqual([3, 'GIT_CONFLICT', 'main', []])
  })

  it('is named after the milestone with the strategy milestone', async () => {
    const project = await withStrategy('milestone')
    project.write(CONTEXT, 'a\n')
    const name = (await project.ask('commit', 'docs: context', '--files', CONTEXT)).json().branch
    expect(name).toMatch(/^gsd\/v[\d.]+/)
    expect(branch(project)).toBe(name)
  })

  it('is refused if it is protected, as a listed branch or as the base branch', async () => {
    const project = makeProject(OURS)
    await project.ask('config', 'set', 'git.protected_branches', '["main"]')
    project.initGit()
    project.write('README.md', '# New\n')
    const refused = await project.ask('commit', 'docs: title', '--files', 'README.md')
    expect([refused.exit, refused.json().error.code, stagedFiles(project)]).toEqual([3, 'GIT_CONFLICT', []])
    for (const words of ['protected_branches null', 'base_branch main', 'allow_default_branch_commits false'])
      await project.ask('config', 'set', ...`git.${words}`.split(' '))
    const { fix } = (await project.ask('commit', 'docs: title', '--files', 'README.md')).json().error
    expect(fix).toMatch(/ or run gsd-tools config set git.allow_default_branch_commits true$/)
  })

  it('is not switched to if that would lose work; then nothing is committed', async () => {
    const project = await withStrategy('phase')
    project.write(CONTEXT, 'a\n')
    await project.ask('commit', 'docs: context', '--files', CONTEXT)
    project.write('README.md', '# On the branch\n')
    await project.ask('commit', 'docs: title', '--files', 'README.md')
    project.git('switch', '--quiet', 'main')
    project.write('README.md', '# On main\n')
    project.write('.planning/phases/02-more/02-RESEARCH.md', 'c\n')
    const refused = await project.ask('commit', 'docs: research', '--files', '.planning/phases/02-more')
    expect([refused.exit, branch(project), project.read('README.md')]).toEqual([3, 'main', '# On main\n'])
  })
})

describe('repositories below the project', () => {
  async function withRepositories(): Promise<TempProject> {
    const project = makeProject({ ...OURS, 'api/a.txt': 'a\n', 'web/b.txt': 'b\n' })
    for (const name of ['api', 'web']) {
      mkdirSync(project.at(name), { recursive: true })
      project.git('-C', name, 'init', '--quiet', '--initial-branch=main')
      project.git('-C', name, 'add', '--all')
      project.git('-C', name, 'commit', '--quiet', '--message=start')
    }
    await project.ask('config', 'set', 'planning.sub_repos', '["api","web"]')
    return project
  }

  it('find the project that names them', async () => {
    const project = await withRepositories()
    expect(project.runIn('api', {}, 'config', 'get', 'mode').json()).toBe('yolo')
  })
})
