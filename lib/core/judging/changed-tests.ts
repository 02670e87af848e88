// Tests that stood before a phase and are changed since: no count tells whether they ask as much as they did, so whoever verifies looks, and says what was seen.
import { type LookStep, lookStep } from '../builtin-steps.js'
import type { View } from '../view.js'
import type { Results } from './gate.js'
import { isTestOfProject, linesOf, PATCH, PLAIN, patchedFiles } from './gone-tests.js'

/** A test that asks less than before may do so: lines of it went, or others let it end or go on in spite of a failure. */
export interface ChangedTest {
  readonly path: string
  readonly added: number
  readonly removed: number
}

/** More are named by number, and not asked for one by one. */
export const MOST_ANSWERED = 8

const NUMBERS = 'changed-tests:numbers'
const PATCHED = 'changed-tests:patch'

/** `start`: where the phase began. */
export function changedTestSteps(view: View, start: string | null, results: Results): readonly LookStep[] {
  if (start === null || !view.hasGit) return []
  const numbers = ['--numstat', '--diff-filter=MDT', '-z', ...PLAIN]
  if (!results.has(NUMBERS)) return [lookStep(NUMBERS, ['git', 'diff', ...numbers, start, '--'])]
  const grown = testsIn(results).filter(({ removed }) => removed === 0)
  return grown.length === 0 || results.has(PATCHED)
    ? []
    : [
        lookStep(PATCHED, [
          ...(['git', '--literal-pathspecs', '-c', 'core.quotePath=false', 'diff'] as const),
          ...[...PATCH, start, '--', ...grown.map(({ path }) => path)],
        ]),
      ]
}

/** What makes a test hold less without taking a line of it away. */
const SOFTENS = /^\s*(?:\}\s*)?(?:return|try|catch|except|rescue|finally)\b|\b(?:skip|todo|exit)\b/m
const BEGINS_TEST = /\b(?:test|it|describe|scenario|def|func|fn)\b/

/** Those from which most went first. */
export function changedTestsIn(results: Results): readonly ChangedTest[] {
  const softened = new Set(
    patchedFiles(results.get(PATCHED)?.stdout ?? '')
      .filter(({ hunks }) =>
        hunks.map((hunk) => linesOf(hunk, /^\+/)).some((added) => SOFTENS.test(added) && !BEGINS_TEST.test(added)),
      )
      .map(({ path }) => path),
  )
  return testsIn(results)
    .filter(({ path, removed }) => removed > 0 || softened.has(path))
    .sort((one, other) => other.removed - one.removed)
}

const testsIn = (results: Results): readonly ChangedTest[] =>
  (results.get(NUMBERS)?.stdout ?? '').split('\0').flatMap((entry) => {
    const [added, removed, ...rest] = entry.split('\t')
    const path = rest.join('\t')
    return isTestOfProject(path) ? [{ path, added: Number(added), removed: Number(removed) }] : []
  })
