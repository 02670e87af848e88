// What proves finished work, and decisions that stand in its place: to see that nothing drops the one or writes the other without a person's word.
import type { TempProject } from './project.js'

const EVIDENCE = /-(?:SUMMARY|VERIFICATION|UAT|VERIFY)\.(?:md|json)$|\/receipts\//
/** Ledger lines that are a decision. */
const DECIDES = new Set(['reset', 'agreed'])

/** Files of evidence that are neither at their place nor anywhere else any more. */
export function droppedEvidence(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  const left = new Set(Object.values(after))
  return Object.entries(before).flatMap(([path, hash]) =>
    EVIDENCE.test(path) && after[path] === undefined && !left.has(hash) ? [path] : [],
  )
}

/** Kinds of decisions in the ledger behind which stands nobody's word. */
export function wordlessDecisions(project: TempProject): readonly string[] {
  const ledger = '.planning/ledger.jsonl'
  if (!project.has(ledger)) return []
  return project
    .read(ledger)
    .split('\n')
    .filter((line) => line.includes('\t'))
    .map((line) => JSON.parse(line.slice(line.indexOf('\t') + 1)))
    .filter(({ kind, by }) => DECIDES.has(kind) && by === undefined)
    .map(({ kind }) => kind)
}

/** A check as a receipt keeps it that passed. */
export const passedCheck = (more: Record<string, unknown>) => ({
  cwd: '.',
  expect: 0,
  exitCode: 0,
  durationMs: 1,
  own: true,
  outcome: 'pass',
  proof: 'it counted tests',
  baseline: null,
  baselineFailed: null,
  reason: null,
  ...more,
})
