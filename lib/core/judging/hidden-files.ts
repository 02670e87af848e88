// Files whose changes git was told not to show.
import { lookStep } from '../builtin-steps.js'
import type { Results } from './gate.js'

const HIDDEN = 'tests:hidden'

export const hiddenStep = lookStep(HIDDEN, ['git', 'ls-files', '-v', '-z', '--', '.'])

/** What git was told to take for unchanged: a small letter, or an S for what it leaves out of the tree. */
export const hiddenIn = (results: Results): readonly string[] =>
  (results.get(HIDDEN)?.stdout ?? '').split('\0').flatMap((line) => (/^[a-zS] /.test(line) ? [line.slice(2)] : []))
