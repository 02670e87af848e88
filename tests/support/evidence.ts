// Finds evidence that a change dropped and decisions without an author; builds the record of a passed check.
import type { TempProject } from './project.js'

const EVIDENCE = /-(?:SUMMARY|VERIFICATION|UAT|VERIFY)\.(?:md|json)$|\/receipts\//
const DECIDES = new Set(['reset', 'agreed'])

/** Lists files of evidence that were neither kept in place nor moved. */
export function droppedEvidence(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  const left = new Set(Object.values(after))
  return Object.entries(before).flatMap(([path, hash]) =>
    EVIDENCE.test(path) && after[path] === undefined && !left.has(hash) ? [path] : [],
  )
}

/** Lists the kind of each `reset` and `agreed` line in the ledger that does not say who made the decision. */
export function unattributedDecisions(project: TempProject): readonly string[] {
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

/** A passed check, as a receipt stores it. */
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
