// `commit` in real repositories: what it commits, whatever else is staged, and what it skips or refuses.
import { chmodSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const committedPaths = (project: TempProject) =>
  lines(project.git('show', '--format=', '--name-only', '--no-renames', 'HEAD')).sort()
const stagedPaths = (project: TempProject) => lines(project.git('diff', '--cached', '--name-only'))
const head = (project: TempProject) => project.git('rev-parse', 'HEAD').trim()

describe('commit', () => {
  it('takes only the named paths; other staged work stays staged, other changes stay changes', () => {
    const project = makeProject(OURS).initGit()
    project.write('src/part-01.ts', 'export const one = 2\n')
    project.write('staged.txt', 'staged\n')
    project.git('add', 'staged.txt')
    project.write('README.md', '# Changed\n')
    project.write('new file ü.txt', 'new\n')
    const answer = project.run('commit', 'feat: two', '--files', 'src/part-01.ts', 'new file ü.txt')
    expect(answer.exit).toBe(0)
    expect(answer.json()).toMatchObject({
      committed: true,
      reason: 'committed',
      hash: project.git('rev-parse', '--short', 'HEAD').trim(),
      files: ['new file ü.txt', 'src/part-01.ts'],
      branch: 'main',
      skipped: false,
    })
    expect(answer.json()).not.toHaveProperty('changed')
    expect(project.git('log', '-1', '--format=%s').trim()).toBe('feat: two')
    expect(stagedPaths(project)).toEqual(['staged.txt'])
    expect(lines(project.git('diff', '--name-only'))).toEqual(['README.md'])
  })

  it('commits a partially staged file as it is on disk', () => {
    const project = makeProject(OURS).initGit()
    project.write('README.md', '# Staged\n')
    project.git('add', 'README.md')
    project.write('README.md', '# On disk\n')
    project.run('commit', 'docs: title', '--files', 'README.md')
    expect(project.git('show', 'HEAD:README.md')).toBe('# On disk\n')
    expect(stagedPaths(project)).toEqual([])
  })

  it('commits removals, renames and folders', () => {
    const project = makeProject({ ...OURS, 'old/a.txt': 'a\n', 'old/b.txt': 'b\n' }).initGit()
    project.remove('old/a.txt')
    project.git('mv', 'old/b.txt', 'old/c.txt')
    project.run('commit', 'chore: move', '--files', 'old')
    expect(committedPaths(project)).toEqual(['old/a.txt', 'old/b.txt', 'old/c.txt'])
    expect(project.git('status', '--porcelain')).toBe('')
  })

  it('commits the planning folder when no path is named, without the journal and run-time files', () => {
    const project = makeProject(OURS).initGit()
    project.run('state', 'record-session', '--stopped-at', 'Use a queue')
    project.write('README.md', '# Changed\n')
    expect(project.run('commit', 'docs: decision').json().files).toEqual([
      '.planning/STATE.md',
      '.planning/ledger.jsonl',
    ])
    expect(lines(project.git('diff', '--name-only'))).toEqual(['README.md'])
  })

  it('works before the first commit and below the top of a repository', () => {
    const project = makeProject({ 'app/.planning/config.json': '{}\n', 'app/a.txt': 'a\n', 'other.txt': 'x\n' })
    project.git('init', '--quiet', '--initial-branch=main')
    const answer = project.runIn('app', {}, 'commit', 'start', '--files', 'a.txt')
    expect([answer.exit, answer.json().files]).toEqual([0, ['a.txt']])
    expect(committedPaths(project)).toEqual(['app/a.txt'])
    const deeper = project.runIn('app/.planning', {}, 'commit', 'config', '--files', 'config.json')
    expect(deeper.json().files).toEqual(['.planning/config.json'])
  })

  it('says if there is nothing to commit', () => {
    const project = makeProject(OURS).initGit()
    const first = head(project)
    expect(project.run('commit', 'nothing', '--files', 'README.md').json()).toMatchObject({
      committed: false,
      reason: 'nothing_to_commit',
    })
    expect(head(project)).toBe(first)
  })

  it('exits with 1 if a hook refuses, and leaves nothing additional staged', () => {
    const project = makeProject(OURS).initGit()
    project.write('.git/hooks/pre-commit', '#!/bin/sh\necho "no tests" >&2\nexit 1\n')
    chmodSync(project.at('.git/hooks/pre-commit'), 0o755)
    project.write('new.txt', 'new\n')
    const first = head(project)
    const answer = project.run('commit', 'new', '--files', 'new.txt')
    expect([answer.exit, answer.json().reason, answer.json().error.code]).toEqual([1, 'commit_failed', 'COMMIT_FAILED'])
    expect(answer.json().error.message).toContain('no tests')
    expect([head(project), stagedPaths(project)]).toEqual([first, []])
  })

  it('waits for another git process in the repository', async () => {
    const project = makeProject(OURS).initGit()
    project.write('README.md', '# Changed\n')
    project.write('.git/index.lock', '')
    const called = project.ask('commit', 'docs', '--files', 'README.md')
    setTimeout(() => project.remove('.git/index.lock'), 700)
    expect((await called).json()).toMatchObject({ committed: true, files: ['README.md'] })
  })

  it('reports its own files and hash while others commit', async () => {
    const project = makeProject(OURS).initGit()
    const names = Array.from({ length: 8 }, (_, n) => `work-${n}.txt`)
    for (const name of names) project.write(name, `${name}\n`)
    const answers = await Promise.all(names.map((name) => project.ask('commit', `feat: ${name}`, '--files', name)))
    for (const [n, name] of names.entries()) {
      const { committed: done, files, hash, reason, error } = answers[n]?.json() ?? {}
      expect([done, files, reason, error]).toEqual([true, [name], 'committed', undefined])
      expect(project.git('show', '--format=%s', '--name-only', hash).trim()).toBe(`feat: ${name}\n\n${name}`)
    }
    expect(lines(project.git('log', '--format=%s'))).toHaveLength(9)
  })

  it('run three times at once for the same new file makes one commit', async () => {
    const project = makeProject(OURS).initGit()
    project.write('new.txt', 'new\n')
    const answers = await Promise.all([1, 2, 3].map(() => project.ask('commit', 'feat: new', '--files', 'new.txt')))
    expect(answers.map(({ exit }) => exit)).toEqual([0, 0, 0])
    expect(answers.map((answer) => answer.json().reason).sort()).toEqual([
      'committed',
      'nothing_to_commit',
      'nothing_to_commit',
    ])
    expect([project.git('status', '--porcelain'), stagedPaths(project)]).toEqual(['', []])
  })

  it.each([
    ['commit_docs off', { '.planning/config.json': '{"commit_docs": false}\n' }, 'skipped_commit_docs_false'],
    ['an ignored planning folder', { '.gitignore': '.planning/\n' }, 'skipped_gitignored'],
  ])('with %s skips planning files with exit code 0, but commits code', (_, files, reason) => {
    const project = makeProject({ ...OURS, ...files }).initGit()
    project.write('.planning/PROJECT.md', '# Changed\n')
    const skipped = project.run('commit', 'docs')
    expect([skipped.exit, skipped.json().reason, skipped.json().skipped]).toEqual([0, reason, true])
    project.write('README.md', '# Changed\n')
    const mixed = project.run('commit', 'both', '--files', 'README.md', '.planning/PROJECT.md')
    expect(mixed.json()).toMatchObject({ committed: true, files: ['README.md'] })
  })

  it.each([
    ['commit_docs off', '.planning/config.json', '{"planning": {"commit_docs": false}}\n'],
    ['a planning folder that git ignores and tracks', '.gitignore', '.planning/\n'],
    ['planning files that git ignores and tracks', '.gitignore', '.planning/*\n'],
  ])('with %s commits no planning file, also if a folder that contains them is named', async (_, path, text) => {
    const project = makeProject(OURS).initGit()
    project.write(path, text)
    project.write('.planning/PROJECT.md', '# Changed\n')
    const files = [path, 'README.md'].filter((one) => !one.startsWith('.planning')).sort()
    project.write('README.md', '# Changed\n')
    project.git('add', '--all')
    const all = (await project.ask('commit', 'all', '--files', '.')).json()
    expect(all).toMatchObject({ committed: true, files })
    const more = (await project.ask('commit', 'all', '--files', '.')).json()
    expect(more.committed).toBe(false)
    expect((await project.ask('commit', 'docs')).json()).toMatchObject({ committed: false, skipped: true })
    expect(project.git('log', '--format=%s', '--', '.planning')).toBe('start\n')
  })

  it('does nothing outside git', () => {
    const answer = makeProject(OURS).run('commit', 'docs')
    expect([answer.exit, answer.json().reason]).toEqual([0, 'skipped_no_git'])
  })

  it('exits with 3 if another git process keeps the repository locked', () => {
    const project = makeProject(OURS).initGit()
    project.write('README.md', '# Changed\n')
    project.write('.git/index.lock', '')
    const answer = project.run('commit', 'docs', '--files', 'README.md')
    expect([answer.exit, answer.json().error.code]).toEqual([3, 'LOCKED'])
  })

  it('never treats a path as a pattern', () => {
    const project = makeProject({ ...OURS, '[ab].txt': 'x\n', 'a.txt': 'a\n' }).initGit()
    project.write('[ab].txt', 'y\n')
    project.write('a.txt', 'b\n')
    expect(project.run('commit', 'one', '--files', '[ab].txt').json().files).toEqual(['[ab].txt'])
    expect(lines(project.git('diff', '--name-only'))).toEqual(['a.txt'])
  })
})
