// Tests that stood before a phase and are changed since: no count tells whether they ask as much as they did, so whoever verifies looks, and says what was seen.
import { type LookStep, lookStep } from '../builtin-steps.js'
import type { View } from '../view.js'
import type { Results } from './gate.js'
import { isTestOfProject, linesOf, PATCH, PLAIN, patchedFiles } from './gone-tests.js'

/** A test that asks less than before may do so: lines of it went, or others let it end or go on in spite of a failure. */
interface ChangedTest {
  readonly path: string
  readonly added: number
  readonly removed: number
}

/** What a claim keeps of them for whoever is briefed. */
export interface ChangedTests {
  /** Where the phase began. */
  readonly since: string
  readonly files: readonly ChangedTest[]
  /** How many there are beside these. */
  readonly more: number
}

/** More are not asked for one by one. */
const MOST = 8

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

/** Those from which most went first; null where there are none. */
export function changedTestsIn(start: string | null, results: Results): ChangedTests | null {
  const softened = new Set(
    patchedFiles(results.get(PATCHED)?.stdout ?? '')
      .filter(({ hunks }) =>
        hunks.map((hunk) => linesOf(hunk, /^\+/)).some((added) => SOFTENS.test(added) && !BEGINS_TEST.test(added)),
      )
      .map(({ path }) => path),
  )
  const files = testsIn(results)
    .filter(({ path, removed }) => removed > 0 || softened.has(path))
    .sort((one, other) => other.removed - one.removed)
  if (start === null || files.length === 0) return null
  return { since: start.slice(0, 12), files: files.slice(0, MOST), more: Math.max(0, files.length - MOST) }
}

const testsIn = (results: Results): readonly ChangedTest[] =>
  (results.get(NUMBERS)?.stdout ?? '').split('\0').flatMap((entry) => {
    const [added, removed, ...rest] = entry.split('\t')
    const path = rest.join('\t')
    return isTestOfProject(path) ? [{ path, added: Number(added), removed: Number(removed) }] : []
  })
