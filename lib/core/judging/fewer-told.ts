// How it is said that fewer tests passed than before, and who let that be.
import { someOf } from '../../std/text.js'
import { WHOSE } from '../consent.js'
import { type Accepted, type Fewer, weaker } from './seen.js'
import type { TestCounts } from './test-counts.js'

/** `2 passed`, `2 passed, 1 skipped`, `not shown`. */
export const countsText = ({ passed, skipped }: TestCounts): string =>
  passed === null ? 'no count shown' : `${passed} passed${(skipped ?? 0) > 0 ? `, ${skipped} skipped` : ''}`

/** How a person lets it pass. */
export const agreesTo = (subject: string): string =>
  `a person agrees that this is how it should be: gsd-tools check accept-fewer ${subject}`

/** What a verdict says of a check that a word lets count. */
export const acceptedText = (tests: TestCounts, { from, word }: Accepted): string =>
  `${from.passed === null ? 'test files were removed' : `${countsText(tests)}, before it was ${countsText(from)}`}: ${WHOSE[word]}`

/** The step down in words. */
export const fewerText = ({ from, to, removed, emptied = [] }: Fewer): string =>
  [
    ...(from.passed === null || weaker(to, from) === null
      ? []
      : [`${countsText(to)}, before it was ${countsText(from)}`]),
    ...someFiles('test files are gone', removed),
    ...someFiles('test files hold nothing any more that can fail', emptied),
  ].join('; ')

const someFiles = (what: string, files: readonly string[]): readonly string[] =>
  files.length === 0 ? [] : [`${what}: ${someOf(files, null, 3)}`]
