// Tests that stood before a phase and are changed since: no count tells whether they ask as much as they did, so whoever verifies looks, and says what was seen.
import { type LookStep, lookStep } from '../builtin-steps.js'
import type { View } from '../view.js'
import { type ChangedSetting, changedSettingSteps, changedSettingsIn, settingsUnseen } from './changed-settings.js'
import type { Results } from './gate.js'
import { hiddenTests, isTestOfProject, linesOf, PATCH, PLAIN, patchedFiles } from './gone-tests.js'
import { hiddenStep, hiddenUnseen, unseenIn } from './hidden-files.js'

/** A test that asks less than before may do so: lines of it went, or others let it end or go on in spite of a failure. */
interface ChangedTest {
  readonly path: string
  /** Null where git does not say: it takes the file for none of text, or was told to take it for unchanged. */
  readonly added: number | null
  readonly removed: number | null
}

/** What a claim keeps of them for whoever is briefed. */
export interface ChangedTests {
  /** Where the phase began. */
  readonly since: string
  readonly files: readonly ChangedTest[]
  /** What says how they run. */
  readonly settings?: readonly ChangedSetting[]
  /** How many there are beside these. */
  readonly more: number
  /** Why git does not show all of them. */
  readonly unseen?: string
}

/** More are not asked for one by one. */
const MOST = 8

const NUMBERS = 'changed-tests:numbers'
const PATCHED = 'changed-tests:patch'

/** The phase that is looked at: where it began, and the words of its checks. */
export interface Proven {
  readonly start: string | null
  readonly words: readonly string[]
}

export function changedTestSteps(view: View, { start, words }: Proven, results: Results): readonly LookStep[] {
  return start === null || !view.hasGit
    ? []
    : [...testSteps(start, results), ...changedSettingSteps(view, start, words, results)]
}

function testSteps(start: string, results: Results): readonly LookStep[] {
  const numbers = ['--numstat', '--diff-filter=MDT', '-z', ...PLAIN]
  const looks = [lookStep(NUMBERS, ['git', 'diff', ...numbers, start, '--']), hiddenStep]
  if (!results.has(NUMBERS)) return looks.filter(({ name }) => !results.has(name))
  const grown = testsIn(results).filter(isGrown)
  return grown.length === 0 || results.has(PATCHED)
    ? []
    : [
        lookStep(PATCHED, [
          ...(['git', '--literal-pathspecs', '-c', 'core.quotePath=false', 'diff'] as const),
          ...[...PATCH, start, '--', ...grown.map(({ path }) => path)],
        ]),
      ]
}

const isGrown = ({ added, removed }: ChangedTest): boolean => removed === 0 && added !== 0

/** What makes a test hold less without taking a line of it away. */
const SOFTENS =
  /^\s*(?:\}\s*)?(?:(?:if|unless)\b.*[\s){:])?(?:return|try|catch|except|rescue|finally)\b|\b(?:skip|todo|exit)\b/m
const BEGINS_TEST = /\b(?:test|it|describe|scenario|def|func|fn)\b/

/** It stands in front of every test that begins in the same place. */
function softens(added: string): boolean {
  const at = added.search(SOFTENS)
  const begins = added.search(BEGINS_TEST)
  return at >= 0 && (begins < 0 || at < begins)
}

/** Those from which most went first; null where there are none. What was to be looked at and is not shown may be anything. */
export function changedTestsIn(view: View, { start, words }: Proven, results: Results): ChangedTests | null {
  if (start === null) return null
  const held = new Set(
    patchedFiles(results.get(PATCHED)?.stdout ?? '')
      .filter(({ hunks }) => !hunks.some((hunk) => softens(linesOf(hunk, /^\+/))))
      .map(({ path }) => path),
  )
  const changed = testsIn(results).filter((test) => (isGrown(test) ? !held.has(test.path) : test.removed !== 0))
  const known = new Set(changed.map(({ path }) => path))
  const hidden = hiddenTests(view, results).filter((path) => !known.has(path))
  const files = [...changed, ...hidden.map((path) => ({ path, added: null, removed: null }))].sort(
    (one, other) => (other.removed ?? Number.POSITIVE_INFINITY) - (one.removed ?? Number.POSITIVE_INFINITY) || 0,
  )
  const named = new Set(files.map(({ path }) => path))
  const settings = changedSettingsIn(view, words, results).filter(({ path }) => !named.has(path))
  const unseen = unseenIn(results, NUMBERS) ?? hiddenUnseen(results) ?? settingsUnseen(results)
  if (files.length + settings.length === 0 && unseen === null) return null
  return {
    since: start.slice(0, 12),
    files: files.slice(0, MOST),
    ...(settings.length === 0 ? {} : { settings: settings.slice(0, MOST) }),
    more: Math.max(0, files.length - MOST) + Math.max(0, settings.length - MOST),
    ...(unseen === null ? {} : { unseen }),
  }
}

const testsIn = (results: Results): readonly ChangedTest[] =>
  (results.get(NUMBERS)?.stdout ?? '').split('\0').flatMap((entry) => {
    const [added, removed, ...rest] = entry.split('\t')
    const path = rest.join('\t')
    return isTestOfProject(path) ? [{ path, added: counted(added), removed: counted(removed) }] : []
  })

const counted = (number: string | undefined): number | null => (number === '-' ? null : Number(number))
