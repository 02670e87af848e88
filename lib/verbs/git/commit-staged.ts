// A commit of exactly what is staged of some paths, while other paths stay staged: made through an index of its own.
import { removeOwnIndexStep } from '../../core/builtin-steps.js'
import type { View } from '../../core/view.js'
import type { Step } from '../verb.js'
import { committing, type Identified } from './identity.js'
import { git, look, out, type Results, worked } from './steps.js'

/** Name of the step that lists what is staged of the wanted paths. */
export const STAGED = 'staged'

/** The next steps towards the commit; the last of them is called `commit`. */
export function commitStaged(
  who: Identified,
  words: readonly string[],
  paths: readonly string[],
  view: View,
  results: Results,
): { readonly more: readonly Step[] } {
  if (!results.has('git-folder'))
    return {
      more: [
        look('git-folder', ['rev-parse', '--absolute-git-dir']),
        look('head', ['rev-parse', '--verify', '--quiet', 'HEAD']),
        look('patch', ['diff', '--cached', '--binary', '--full-index', '--no-ext-diff', '--', ...paths]),
      ],
    }
  const env = { GIT_INDEX_FILE: `${out(results, 'git-folder')}/gsd-index-${view.clock.now()}` }
  const start = out(results, 'head') === '' ? '--empty' : 'HEAD'
  if (!results.has('index')) return { more: [git('index', ['read-tree', start], { env })] }
  const patch = results.get('patch')?.stdout ?? ''
  // A step after one that failed would build the commit from half an index.
  if (worked(results, 'index') && !results.has('apply'))
    return { more: [git('apply', ['apply', '--cached', '--whitespace=nowarn', '-'], { env, stdin: patch })] }
  const ready = worked(results, 'index') && worked(results, 'apply')
  const last = ready
    ? committing(who, 'commit', words, { env })
    : look('commit', ['rev-parse', '--verify', 'gsd-index-not-built'])
  return { more: [last, removeOwnIndexStep(env.GIT_INDEX_FILE)] }
}
