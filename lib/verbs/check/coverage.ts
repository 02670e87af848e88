// Verbs that say whether the decisions of a discussion are cited where they must be: in plans, and in what was built and verified.
import { citable, cites } from '../../core/judging/citations.js'
import { listPhaseFiles, type PhaseFiles } from '../../core/layout.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { bool, int, listOf, maybe, orNull, record, text } from '../../std/shape.js'
import { type Args, arg, type Given, query } from '../verb.js'
import { decisionsOf, livePlans } from '../verify/coverage.js'
import { locateSubject } from '../verify/verification.js'

const ARGS = {
  phase: arg.word('Directory of the phase, or its number', { names: 'phase' }),
  context: arg.path('CONTEXT file; default: the one of the phase', { positional: true }),
} as const satisfies Args

const RESULT = record({
  passed: orNull(bool('null where there was nothing to hold against the plans')),
  skipped: bool(),
  reason: maybe(text()),
  total: int(),
  covered: int(),
  uncovered: listOf(record({ id: text(), text: text(), category: orNull(text()) })),
  message: text(),
})

const READS = ['roadmap', 'plan', 'summary', 'verification', 'context', 'config'] as const

function coverage(
  { phase, context }: Given<typeof ARGS>,
  view: View,
  textsOf: (view: View, files: PhaseFiles) => readonly string[],
) {
  const none = { passed: null, skipped: true, total: 0, covered: 0, uncovered: [] }
  const settings = readSettings(view)
  const skipped = (reason: string) => ({ result: { ...none, reason, message: `not checked: ${reason}` } })
  if (settings.problem !== null) return { ...skipped(settings.problem.message), error: settings.problem }
  const located = locateSubject(view, phase)
  if ('error' in located) return { ...skipped(located.error.message), error: located.error }
  if (settings.get('workflow.context_coverage_gate') === false) return skipped('workflow.context_coverage_gate is off')
  const files = listPhaseFiles(view, located.directory)
  const path = context ?? files.context
  if (path === null || view.source(path) === null) return skipped('there is no CONTEXT')
  const decisions = decisionsOf(view, path).filter(({ trackable }) => trackable)
  if (decisions.length === 0) return skipped('the CONTEXT holds no decision that plans must follow')
  const sources = textsOf(view, files)
  const uncovered = decisions.filter(({ id }) => !sources.some((words) => cites(words, id)))
  const covered = decisions.length - uncovered.length
  return {
    result: {
      passed: uncovered.length === 0,
      skipped: false,
      total: decisions.length,
      covered,
      uncovered: uncovered.map(({ id, text: words, category }) => ({ id, text: words, category })),
      message:
        uncovered.length === 0
          ? `all ${decisions.length} decisions are cited`
          : `${covered} of ${decisions.length} decisions are cited; not: ${uncovered.map(({ id }) => id).join(', ')}`,
    },
  }
}

export const checkDecisionCoveragePlan = query('check.decision-coverage-plan', {
  about: 'Whether a plan cites every decision of the discussion',
  args: ARGS,
  result: RESULT,
  reads: READS,
  run(args, view) {
    const found = coverage(args, view, (at, files) => livePlans(at, files).map(({ text: words }) => words))
    return found.result.passed === false ? { ...found, exit: 1 } : found
  },
})

/** What was built and found: summaries and the verification. */
const built = (view: View, files: PhaseFiles): readonly string[] =>
  [...files.plans.map(({ summary }) => summary), files.verification].flatMap((path) => {
    const source = path === null ? null : view.source(path)
    return source === null ? [] : [citable(source)]
  })

export const checkDecisionCoverageVerify = query('check.decision-coverage-verify', {
  about: 'Whether summaries or the verification cite every decision; advice',
  args: ARGS,
  result: RESULT,
  reads: READS,
  run: (args, view) => coverage(args, view, built),
})
