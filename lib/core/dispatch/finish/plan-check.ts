// Finishing check-plan: the record names a verdict, and the CLI adds which plans it is about.
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { textOf, type Work } from './work.js'

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

/** What counts is the issues: one that blocks makes the verdict, whatever word stands there. */
const verdictOf = ({ verdict, issues }: CheckDraft): CheckDraft['verdict'] => (issues.some(blocks) ? 'issues' : verdict)

/** Says that the word was replaced. */
export const checkNotices = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const read = readCheckDraft(textOf(artifact))
    if (typeof read === 'string' || verdictOf(read) === read.verdict) return []
    const said = `recorded as "issues": the verdict said "${read.verdict}", but ${read.issues.filter(blocks).length} of its issues block`
    return [finding('CHECK_VERDICT', said, artifact.path, 'fix the plans; a new check follows')]
  })

export const inspectCheck = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const read = readCheckDraft(textOf(artifact))
    return typeof read === 'string'
      ? [finding('CHECK_RECORD', read, artifact.path, 'write {"verdict": "passed", "issues": []}')]
      : []
  })

/** The plans it speaks about are stamped by their digests, so that a later change asks for a new check. */
export function stampCheck({ phase, derivation, at }: Work, artifact: Artifact): string {
  const read = readCheckDraft(textOf(artifact)) as CheckDraft
  const plans = Object.fromEntries(
    (phase?.plans ?? []).map(({ id, file }) => [id, derivation.facts.inputs.digestOf(file.path)]),
  )
  const context = phase?.files?.context
  const digest = context == null ? null : derivation.facts.inputs.digestOf(context)
  return `${JSON.stringify({ plans, context: digest, verdict: verdictOf(read), issues: read.issues, at }, null, 2)}\n`
}
