// Workflows that review and deliver work, followed literally: open tests, a summary, forensics, a pull request, a branch for review.
import { afterEach, expect, it } from 'vitest'
import { shellWords } from '../../lib/assets/pack.js'
import { disposeProjects, OURS } from '../support/project.js'
import { expectClean, startCommand, type Walk } from '../support/walk.js'

afterEach(disposeProjects)

/** Returns the arguments of the first git command in the text that begins with `start`, with the placeholders filled in. */
const gitIn = ({ text }: Walk, start: string, fill: Readonly<Record<string, string>>): readonly string[] => {
  const found = [...text.matchAll(/`git ([^`]+)`/g)].find(([, call = '']) => call.startsWith(start))
  expect(found, `no git ${start} in:\n${text}`).toBeDefined()
  const filled = Object.entries(fill).reduce((call, [hole, word]) => call.replaceAll(hole, word), found?.[1] ?? '')
  return shellWords(filled)
}

it('audit-uat: one call lists open tests, and the brief for the tests of the chosen phase follows', async () => {
  const { walk } = await startCommand(OURS, 'audit-uat')
  expect(JSON.parse(await walk.follow('open --kind uat'))).toHaveProperty('items')
  await walk.call('brief', 'audit-uat', '--', '--all')
  await walk.follow('open --kind uat --kind verification --all')
  await walk.follow('brief verify-work', { '<phase>': '1' }, true)
})

it('milestone-summary: the report is committed', async () => {
  const { project, walk } = await startCommand(OURS, 'milestone-summary')
  await walk.follow('progress')
  project.write('.planning/reports/MILESTONE_SUMMARY-v1.0.md', '# v1.0\n')
  await walk.follow('commit', { '<version>': 'v1.0' })
  expectClean(project)
})

it('forensics: reading the traces changes nothing, and the report is committed', async () => {
  const { project, walk } = await startCommand(OURS, 'forensics', 'it', 'hangs')
  const before = project.snapshot()
  for (const call of ['state derive', 'log', 'fsck', 'health', 'open']) await walk.follow(call)
  expect(project.snapshot()).toEqual(before)
  project.write('.planning/forensics/report-2026-01-05.md', '# Report\n')
  expect(walk.text).toContain('.planning/forensics/report-2026-01-05.md')
  await walk.follow('commit')
  expectClean(project)
})

it('ship: the status of an unverified phase has a reason, and only --draft makes the pull request a draft', async () => {
  const { walk } = await startCommand(OURS, 'ship', '1')
  const { phase_status, reason } = JSON.parse(await walk.follow('verification status', { '<phase>': '1' }))
  expect([phase_status, reason]).toEqual(['in progress', expect.stringMatching(/\w/)])
  await walk.follow('commit')
  await walk.follow('config get git.base_branch')
  await walk.follow('config get ship.pr_body_sections')
  expect(walk.text).not.toContain('--draft')
  await walk.call('brief', 'ship', '--', '1', '--draft')
  expect(walk.text).toContain('--body-file <file> --draft')
})

it('pr-branch: includes unpushed commits on the base branch', async () => {
  const { project, walk } = await startCommand(OURS, 'pr-branch')
  project.git('branch', '-M', 'main')
  await project.ask('config', 'set', 'git.base_branch', 'main')
  expect(await walk.follow('config get git.base_branch')).toContain('main')
  project.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  project.write('src/one.ts', '1\n')
  project.git('add', '.')
  project.git('commit', '-qm', 'feat: one')
  project.git('switch', '-qc', 'work')
  const fill = { '<target>': 'origin/main', '<branch>': 'work' }
  expect(project.git(...gitIn(walk, 'log --oneline --no-merges', fill))).toContain('feat: one')
})

it('pr-branch: copies the commits in order, with their messages, but without planning files', async () => {
  const { project, walk } = await startCommand(OURS, 'pr-branch', 'main')
  project.git('branch', '-M', 'main')
  project.git('switch', '-qc', 'work')
  const commit = (message: string, ...paths: readonly string[]) => {
    for (const path of paths) project.write(path, `${message}\n`)
    project.git('add', '.')
    project.git('commit', '-qm', message)
  }
  commit('feat: one', 'src/one.ts')
  commit('docs: plan', '.planning/notes/a.md')
  commit('feat: two', 'src/two.ts', '.planning/notes/b.md')
  const fill = { '<target>': 'main', '<branch>': 'work' }
  expect(project.git(...gitIn(walk, 'log --oneline --no-merges', fill)).match(/feat|docs/g)).toEqual(['feat', 'feat'])
  project.git(...gitIn(walk, 'format-patch', fill))
  project.git(...gitIn(walk, 'switch --no-track -c', fill))
  const [am, ...flags] = gitIn(walk, 'am --quiet', fill)
  expect(flags.at(-1)).toBe('.git/for-review/*.patch')
  const patches = ['0001-feat-one.patch', '0002-feat-two.patch'].map((name) => `.git/for-review/${name}`)
  project.git(am as string, ...flags.slice(0, -1), ...patches)
  expect(project.git('log', '--format=%s', 'main..')).toBe('feat: two\nfeat: one\n')
  expect(project.git(...gitIn(walk, 'diff --stat', fill))).toBe('')
  expect(project.git(...gitIn(walk, 'log --oneline <target>.. --', fill))).toBe('')
  expectClean(project)
})
