// Finds tests and test runner settings that a phase changed: the verifier decides whether they still check as much.
import type { OwnStep } from '../builtin-steps.js'
import type { Results } from '../verb.js'

/** The changed files, stored in the claim for the brief. */
export interface ChangedTests {
  /** The commit at which the phase began, shortened. */
  readonly since: string
  readonly files: readonly string[]
  /** Number of files beyond these. */
  readonly more: number
}

const MAX_FILES = 12
const CHANGED = 'changed-tests'

const TEST =
  /(?:^|\/)(?:[\w.-]*[-_.])?(?:tests?|specs?|__tests__|e2e|testdata)\/|(?:^|\/)(?:test[-_.][^/]*|conftest\.py)$|[-_.](?:test|spec)s?\.[^/]+$|\w(?:Tests?|Spec)\.\w+$/
const SETTINGS =
  /(?:^|\/)(?:(?:vitest|vite|jest|playwright|cypress|karma|ava|babel)\.config\.[^/]+|\.mocharc[^/]*|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|package\.json|Cargo\.toml|[Mm]akefile|justfile)$/

export const changedTestSteps = (start: string | null): readonly OwnStep[] =>
  start === null
    ? []
    : [{ name: CHANGED, argv: ['git', 'diff', '--name-only', '--no-renames', '--relative', '-z', start, '--'] }]

/** Returns the changed files; null if there are none, or the phase's start is unknown. */
export function changedTestsIn(start: string | null, results: Results): ChangedTests | null {
  const files = (results.get(CHANGED)?.stdout ?? '')
    .split('\0')
    .filter((path) => !path.startsWith('.planning/') && (TEST.test(path) || SETTINGS.test(path)))
  return start === null || files.length === 0
    ? null
    : { since: start.slice(0, 12), files: files.slice(0, MAX_FILES), more: Math.max(0, files.length - MAX_FILES) }
}
