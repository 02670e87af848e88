// A verdict of success says of each test that stood before the phase and was changed what became of what it expected.
import { baseName } from '../../../std/paths.js'
import type { UnitStep } from '../../builtin-steps.js'
import { changedTestSteps, changedTestsIn, type Proven } from '../../judging/changed-tests.js'
import { provenAt } from '../../judging/plan-receipts.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { proofOf } from './captured-findings.js'
import { textOf, type Work } from './work.js'

const lookedAt = ({ derivation, phase }: Work): Proven => provenAt(derivation.facts, phase)

export const answerSteps = (work: Work): readonly UnitStep[] =>
  changedTestSteps(work.view, lookedAt(work), work.results)

/** Named in the part of the proof that is for it, or anywhere in a report that was written as it is. */
export function unansweredTests(work: Work, report: Artifact): readonly UnitFinding[] {
  const told = proofOf(work)?.tests.join('\n') ?? textOf(report)
  const changed = changedTestsIn(work.view, lookedAt(work), work.results)
  if (changed === null) return []
  const { since, files, settings = [], unseen } = changed
  const ofFiles = files
    .filter(({ path }) => !told.includes(baseName(path)))
    .map(({ path, removed }) =>
      finding(
        'TESTS_CHANGED',
        removed === null
          ? `${path} stood before the phase, git does not show whether it was changed in it, and nothing says whether it still asks as much`
          : `${path} stood before the phase and was changed in it (lines that went: ${removed}), and nothing says whether it still asks as much`,
        report.path,
        `look at ${removed === null ? `git show ${since}:${JSON.stringify(path)} beside the file` : `git diff ${since} -- ${JSON.stringify(path)}`}; what was expected and is not now needs an expectation at least as strong, else it is a gap. Say so below "## Tests": "- ${baseName(path)}: what went, and what holds it now"`,
      ),
    )
  const ofSettings = settings
    .filter(({ path }) => !told.includes(baseName(path)))
    .map(({ path, how }) =>
      finding(
        'TESTS_CHANGED',
        `${path} says how tests run and is ${how} since the phase began, and nothing says whether a test that fails is still seen to fail`,
        report.path,
        `look at git diff ${since} -- ${JSON.stringify(path)}, or at the file; what lets tests end well whatever the code does is a gap. Say so below "## Tests": "- ${baseName(path)}: what it changes, and how a failing test was seen to fail"`,
      ),
    )
  const unanswered = [...ofFiles, ...ofSettings]
  if (unseen === undefined || told.includes(since)) return unanswered
  return [
    ...unanswered,
    finding(
      'TESTS_CHANGED',
      `the phase began with commit ${since}, and git does not show which tests were changed since: ${unseen}`,
      report.path,
      `make git diff ${since} work (git fetch --unshallow where the history is cut), or look at the tests without it and say so below "## Tests": "- since ${since}: what was looked at, and how"`,
    ),
  ]
}
