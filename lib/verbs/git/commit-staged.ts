// A commit of exactly what is staged of some paths, while other paths stay staged: made through an index of its own.
import { removeOwnIndexStep } from '../../core/builtin-steps.js'
import type { Ctx } from '../../core/context.js'
import { committing, type Identified } from './identity.js'
import { git, look, out, worked } from './steps.js'

/** Name of the step that lists what is staged of the wanted paths. */
export const STAGED = 'staged'

/** Makes the commit, in a step that is called `commit`. */
export async function commitStaged(
  who: Identified,
  words: readonly string[],
  paths: readonly string[],
  { view, results, run }: Ctx,
): Promise<void> {
  await run(() => [
    look('git-folder', ['rev-parse', '--absolute-git-dir']),
    look('head', ['rev-parse', '--verify', '--quiet', 'HEAD']),
    look('patch', ['diff', '--cached', '--binary', '--full-index', '--no-ext-diff', '--', ...paths]),
  ])
  const env = { GIT_INDEX_FILE: `${out(results, 'git-folder')}/gsd-index-${view.clock.now()}` }
  const start = out(results, 'head') === '' ? '--empty' : 'HEAD'
  await run(() => [git('index', ['read-tree', start], { env })])
  const stdin = results.get('patch')?.stdout ?? ''
  // A step after one that failed would build the commit from half an index.
  if (worked(results, 'index'))
    await run(() => [git('apply', ['apply', '--cached', '--whitespace=nowarn', '-'], { env, stdin })])
  const last = worked(results, 'apply')
    ? committing(who, 'commit', words, { env })
    : look('commit', ['rev-parse', '--verify', 'gsd-index-not-built'])
  await run(() => [last, removeOwnIndexStep(env.GIT_INDEX_FILE)])
}
