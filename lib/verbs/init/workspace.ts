// What removing a workspace starts from: its repositories, and what of them would be lost.
import type { PersonView } from '../../core/view.js'
import type { RunResult } from '../../ports.js'
import { bool, listOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { unknownShape } from '../findings.js'
import { arg, type Step, task } from '../verb.js'

const baseOf = (view: PersonView): string => `${view.person.home}/gsd-workspaces`

const isName = (name: string): boolean => /^[\w][\w.-]*$/.test(name) && !name.includes('..')

const isWorkspace = (view: PersonView, name: string): boolean =>
  isName(name) && view.person.read(`${baseOf(view)}/${name}/WORKSPACE.md`) !== null

const repositories = (view: PersonView, name: string): readonly string[] =>
  isWorkspace(view, name)
    ? view.person
        .list(`${baseOf(view)}/${name}`)
        .filter(({ kind }) => kind === 'directory')
        .map((entry) => entry.name)
        .filter((repo) => view.person.list(`${baseOf(view)}/${name}/${repo}`).some((entry) => entry.name === '.git'))
    : []

const git = (name: string, folder: string, ...words: readonly string[]): Step => ({
  name,
  argv: ['git', '-C', folder, ...words],
  looks: true,
})

const lines = (found: RunResult | undefined): readonly string[] | null =>
  found?.exitCode === 0 ? found.stdout.split('\n').filter((line) => line !== '') : null

export const initRemoveWorkspace = task('init.remove-workspace', {
  about: 'What removing a workspace would lose',
  args: { name: arg.word('Workspace') },
  result: record({
    workspace: text(),
    path: orNull(text('Absolute')),
    repos: listOf(
      record({
        repo: text(),
        branch: orNull(text()),
        dirty: orNull(bool('Something is not committed')),
        unmerged: orNull(bool('Its branch has commits that no other branch and no remote has')),
      }),
    ),
    unknown: unknownShape,
  }),
  reads: [],
  writes: [],
  needsProject: false,
  needs: ['person'],
  plan: ({ name }, view) =>
    repositories(view, name).flatMap((repo) => {
      const folder = `${baseOf(view)}/${name}/${repo}`
      return [
        git(`branch ${repo}`, folder, 'rev-parse', '--abbrev-ref', 'HEAD'),
        git(`status ${repo}`, folder, 'status', '--porcelain'),
        git(
          `contained ${repo}`,
          folder,
          'for-each-ref',
          '--contains',
          'HEAD',
          '--format=%(refname)',
          'refs/heads',
          'refs/remotes',
        ),
      ]
    }),
  finish({ name }, view, results) {
    if (!isWorkspace(view, name)) return { ...unknownWorkspace(view, name) }
    const repos = repositories(view, name).map((repo) => {
      const branch = lines(results.get(`branch ${repo}`))?.[0] ?? null
      const status = lines(results.get(`status ${repo}`))
      const refs = lines(results.get(`contained ${repo}`))
      return {
        repo,
        branch,
        dirty: status === null ? null : status.length > 0,
        unmerged: refs === null || branch === null ? null : refs.every((ref) => ref === `refs/heads/${branch}`),
      }
    })
    const unknown = repos.flatMap(({ repo, dirty, unmerged }, index) =>
      dirty === null || unmerged === null
        ? {
            path: `repos[${index}]`,
            code: 'GIT_FAILED',
            reason: `git could not answer for ${repo}: take it for dirty`,
          }
        : [],
    )
    return { result: { workspace: name, path: `${baseOf(view)}/${name}`, repos, unknown } }
  },
})

function unknownWorkspace(view: PersonView, name: string) {
  const there = view.person.list(baseOf(view)).map((entry) => entry.name)
  const near = nearest(name, there)
  return {
    result: { workspace: name, path: null, repos: [], unknown: [] },
    error: {
      code: 'NOT_FOUND' as const,
      message: `there is no workspace "${name}" in ${baseOf(view)}`,
      fix: near === null ? 'gsd-tools init list-workspaces' : `did you mean ${near}?`,
    },
  }
}
