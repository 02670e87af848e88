// check-commit: whether what is staged may be committed.
import { readSettings } from '../core/project/settings.js'
import { bool, listOf, record, text } from '../std/shape.js'
import { look, pathsIn } from '../verbs/git/steps.js'
import { task } from '../verbs/verb.js'

const isPlanning = (path: string) =>
  path === '.planning' || path.startsWith('.planning/') || path.includes('/.planning/')

export const checkCommit = task('check-commit', {
  about: 'Whether what is staged may be committed',
  result: record({
    allowed: bool(),
    can_commit: bool('The same'),
    reason: text(),
    commit_docs: bool(),
    staged_files: listOf(text(), 'Planning files that are staged'),
  }),
  reads: ['config'],
  writes: [],
  needsWorkstream: false,
  plan: (_, view) => (view.hasGit ? [look('staged', ['diff', '--cached', '--name-only', '--no-renames', '-z'])] : []),
  finish(_, view, results) {
    const settings = readSettings(view)
    const docs = settings.get('planning.commit_docs') !== false
    const staged = pathsIn(results, 'staged').filter(isPlanning)
    const allowed = settings.problem === null && (docs || staged.length === 0)
    const reason = !view.hasGit
      ? 'no repository'
      : docs
        ? 'commit_docs is on'
        : staged.length === 0
          ? 'no planning file is staged'
          : 'commit_docs is off and planning files are staged'
    return {
      result: { allowed, can_commit: allowed, reason, commit_docs: docs, staged_files: staged },
      ...(settings.problem === null ? {} : { error: settings.problem }),
      ...(allowed
        ? {}
        : settings.problem === null
          ? {
              exit: 1 as const,
              error: {
                code: 'COMMIT_FAILED' as const,
                message: `planning.commit_docs is off, but ${staged.join(', ')} ${staged.length === 1 ? 'is' : 'are'} staged`,
                fix: 'git restore --staged .planning',
              },
            }
          : {}),
    }
  },
})
