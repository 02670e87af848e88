// The record of a plan check: a verdict, and the plans it covers, which the CLI adds.
import { say } from '../../../std/safe-text.js'
import { items, reading, rules } from '../../brief/brief-blocks.js'
import type { AgentSubject } from '../../brief/brief-subject.js'
import { basics, earlierLeftovers, gapReports, ofPhase, planFiles } from '../../brief/readings.js'
import { checkIssues } from '../../brief/role-blocks.js'
import { touched } from '../../brief/spec-changes.js'
import { isComplete } from '../../derivation/plan-facts.js'
import type { Artifact } from '../drafts.js'
import { textOf, type Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

interface CheckDraft {
  readonly verdict: 'passed' | 'issues'
  readonly issues: readonly unknown[]
}

const CHECK_WORDS: Readonly<Record<string, CheckDraft['verdict']>> = {
  passed: 'passed',
  pass: 'passed',
  issues: 'issues',
  issues_found: 'issues',
}

function readCheckDraft(text: string): CheckDraft | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `expected JSON: ${(error as Error).message}`
  }
  if (typeof value !== 'object' || value === null) return 'expected an object'
  const { verdict, issues } = value as { verdict?: unknown; issues?: unknown }
  const word = typeof verdict === 'string' ? CHECK_WORDS[verdict] : undefined
  if (word === undefined) return `expected "verdict": "passed" or "issues", received ${JSON.stringify(verdict)}`
  const list = Array.isArray(issues) ? issues : []
  return word === 'issues' && list.length === 0
    ? 'the verdict is "issues", but none is listed'
    : { verdict: word, issues: list }
}

const BLOCKS = new Set(['blocker', 'critical', 'error'])

const blocks = (issue: unknown): boolean =>
  typeof issue === 'object' &&
  issue !== null &&
  BLOCKS.has(String((issue as { severity?: unknown }).severity).toLowerCase())

/** The issues decide: a blocking one sets the verdict, whatever the record states. */
const verdictOf = ({ verdict, issues }: CheckDraft): CheckDraft['verdict'] => (issues.some(blocks) ? 'issues' : verdict)

/** Notices that the verdict was replaced. */
const checkNotices = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const read = readCheckDraft(textOf(artifact))
    if (typeof read === 'string' || verdictOf(read) === read.verdict) return []
    const said = `recorded as "issues": the verdict said "${read.verdict}", but ${read.issues.filter(blocks).length} of its issues block`
    return [finding('CHECK_VERDICT', said, artifact.path, 'fix the plans; a new check follows')]
  })

const inspectCheck = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const read = readCheckDraft(textOf(artifact))
    return typeof read === 'string'
      ? [finding('CHECK_RECORD', read, artifact.path, 'write {"verdict": "passed", "issues": []}')]
      : []
  })

/** Stamps the digests of the checked plans, so that a later change requires a new check. */
function stampCheck({ phase, derivation, at }: Work, artifact: Artifact): string {
  const read = readCheckDraft(textOf(artifact)) as CheckDraft
  const plans = Object.fromEntries(
    (phase?.plans ?? []).map(({ id, file }) => [id, derivation.facts.inputs.digestOf(file.path)]),
  )
  const context = phase?.files?.context
  const digest = context == null ? null : derivation.facts.inputs.digestOf(context)
  return `${JSON.stringify({ plans, context: digest, verdict: verdictOf(read), issues: read.issues, at }, null, 2)}\n`
}

/** The purpose of the open plans. */
function checkedFor({ phase }: AgentSubject): 'full' | 'gaps' | 'replan' {
  const open = phase?.plans.filter((plan) => !isComplete(plan)) ?? []
  if (open.some(({ plan }) => plan.gapClosure)) return 'gaps'
  return phase?.files?.replan == null ? 'full' : 'replan'
}

const MODES = {
  full: say`full: all plans together must reach the goal`,
  gaps: say`gaps: the open plans must close every gap of the reports below; do not judge executed plans again`,
  replan: say`replan: the open plans changed after some had run; do not judge executed plans again`,
} as const

export const checkPlan: UnitCode = {
  mode: (subject) => MODES[checkedFor(subject)],
  reads: (subject, world) => [
    ...planFiles(subject),
    ...earlierLeftovers(subject, world),
    ...(checkedFor(subject) === 'gaps' ? gapReports(subject, world) : []),
    ...reading(checkedFor(subject) === 'replan' ? subject.phase?.files?.replan : null, say`reasons for the new plans`),
    ...ofPhase(subject, world),
    ...basics(world),
  ],
  blocks: (subject, world) => [
    ...touched(subject, world, say`Spec changes of this phase: each must be planned, with its scenarios`),
    ...items('earlier-issues', say`Issues of the previous check`, checkIssues(subject, world)),
    ...rules('record', say`Form of the record`, [
      say`JSON. The CLI adds the digests of the plans and the time.`,
      say`\`\`\`json`,
      say`{"verdict": "issues", "issues": [{"plan": "01-01", "task": 2, "severity": "blocker", "dimension": "goal", "text": "…", "hint": "…"}]}`,
      say`\`\`\``,
      say`\`verdict\` is "passed" or "issues"; with "passed", \`issues\` holds warnings and notes only.`,
    ]),
  ],
  inspect: inspectCheck,
  stamp: stampCheck,
  notices: checkNotices,
}
