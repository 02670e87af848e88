// Derives status, score and gaps of a VERIFICATION from its lines.
import { PHASE_CRITERIA_TRUTH } from '../../../artifacts/plan/plan.js'
import { type Proof, readProof } from '../../../artifacts/verification/proof.js'
import { type ProofLine, trialText } from '../../../artifacts/verification/proof-lines.js'
import type { VerificationValue } from '../../../artifacts/verification/verification.js'
import { foldedWords, positionOf } from '../../../std/text.js'
import type { PhaseFacts } from '../../derivation/facts.js'
import { agreedIn } from '../../history/ledger.js'
import type { PhaseId, PlanId } from '../../ids.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

/** Record type of a failed must-have that the user accepted. */
export const OVERRIDE = 'verification.override'
export const overrideKey = (phase: PhaseId, mustHave: string): string => JSON.stringify([phase, foldedWords(mustHave)])

/** Returns the key of a must-have: `01.2` is the second must-have of plan 01. */
export const mustHaveKey = (plan: PlanId, index: number): string =>
  `${plan.slice(plan.lastIndexOf('-') + 1).padStart(2, '0')}.${index + 1}`

/** Returns a predicate for must-haves that only repeat a success criterion, or promise all criteria together. */
export function repeatsCriterion({ successCriteria }: PhaseFacts['section']): (truth: string) => boolean {
  const known = new Set([PHASE_CRITERIA_TRUTH, ...successCriteria].map(foldedWords))
  return (truth) => known.has(foldedWords(truth))
}

interface Promised {
  readonly text: string
  /** A success criterion says the same, so this must-have needs no line of its own. */
  readonly repeats: boolean
}
type Promises = ReadonlyMap<string, Promised>

/** Returns what a proof may cite: criteria by number and, except for plans that another tool finished, must-haves by key. */
function promisesOf(phase: PhaseFacts | null): Promises {
  if (phase === null) return new Map()
  const { section, plans } = phase
  const criteria = section.successCriteria.map((text, index) => [String(index + 1), { text, repeats: false }] as const)
  const repeats = repeatsCriterion(section)
  const truths = plans
    .filter(({ evidence }) => evidence !== 'done')
    .flatMap(({ id, plan }) =>
      plan.mustHaves.truths.map((text, index) => [mustHaveKey(id, index), { text, repeats: repeats(text) }] as const),
    )
  return new Map([...criteria, ...truths])
}

/** Reports an empty proof, criteria and must-haves without a line, unknown keys, and a missed goal although nothing fails. */
export function coverageFindings({ path, draft, source }: Artifact, phase: PhaseFacts | null): readonly UnitFinding[] {
  const { goal, gaps, lines } = readProof(source)
  const promises = promisesOf(phase)
  const cited = lines.flatMap(({ keys, start }) => keys.map((key) => ({ key, start })))
  const missing = [...promises].filter(([key, { repeats }]) => !repeats && cited.every((one) => one.key !== key))
  const unknown = cited.filter(({ key }) => promises.size > 0 && !promises.has(key))
  const at = draft ?? path
  if (lines.length === 0 && promises.size === 0) {
    const fix = 'write "- 1: holds: what is true", with what was tried and what was seen'
    return [finding('PROOF_MISSING', 'the proof has no line about what was tried', at, fix)]
  }
  const isGoalAlone = goal?.verdict === 'fails' && gaps.length === 0 && lines.every((one) => one.verdict !== 'fails')
  const goalFix = 'list what is missing below "## Gaps", or write "**Goal:** yes"'
  return [
    ...(isGoalAlone ? [finding('PROOF_GOAL', 'the goal is not reached, but nothing fails', at, goalFix)] : []),
    ...missing.map(([key, { text }]) => {
      const message = `no line says whether ${key} holds: ${JSON.stringify(text)}`
      const fix = `try it and add "- ${key}: holds" with what was tried and what was seen; one line may have several numbers: "- 1, ${key}: holds"`
      return finding('PROOF_MISSING', message, at, fix)
    }),
    ...unknown.map(({ key, start }) => {
      const message = `no success criterion or must-have has the number ${key}; the numbers are ${[...promises.keys()].join(', ')}`
      const fix = 'use one of these numbers; write other findings below "## Gaps" or "## Findings"'
      return { ...finding('PROOF_UNKNOWN', message, at, fix), line: positionOf(source.text ?? '', start).line }
    }),
  ]
}

interface Row {
  readonly key: string
  readonly truth: string
  readonly line: ProofLine
  readonly status: 'VERIFIED' | 'FAILED' | 'HUMAN' | 'DEFERRED' | 'ACCEPTED'
}

const STATUS = { holds: 'VERIFIED', fails: 'FAILED', person: 'HUMAN', deferred: 'DEFERRED' } as const

/** Makes the verdict's rows: an overridden failure counts as accepted; a repeated must-have that holds has no row. */
function rowsOf({ lines }: Proof, { derivation, phase }: Pick<Work, 'derivation' | 'phase'>): readonly Row[] {
  const promises = promisesOf(phase)
  const agreed = agreedIn(derivation.facts.inputs.ledger(), OVERRIDE)
  return lines.flatMap((line) =>
    line.keys
      .filter((key) => line.verdict !== 'holds' || promises.get(key)?.repeats !== true)
      .map((key): Row => {
        const truth = promises.get(key)?.text ?? line.remark ?? `Line ${key}`
        const status = STATUS[line.verdict ?? 'fails']
        const isAccepted = status === 'FAILED' && phase !== null && agreed.has(overrideKey(phase.id, truth))
        return { key, truth, line, status: isAccepted ? 'ACCEPTED' : status }
      }),
  )
}

function evidenceOf({ tried, awkward, remark, expected }: ProofLine): string {
  const parts = [
    remark,
    tried.length === 0 ? null : `tried: ${tried.map(trialText).join('; ')}`,
    awkward.length === 0 ? null : `awkward: ${awkward.map(trialText).join('; ')}`,
    expected === null ? null : `expected: ${expected}`,
  ]
  return parts.filter((text) => text !== null).join('; ')
}

type Verdict = Pick<
  VerificationValue,
  'status' | 'statusText' | 'score' | 'gaps' | 'humanVerification' | 'overrides' | 'deferred'
>

export function verdictOf(value: Proof, work: Pick<Work, 'derivation' | 'phase'>): Verdict {
  const rows = rowsOf(value, work)
  const withStatus = (status: Row['status']) => rows.filter((row) => row.status === status)
  const artifacts = (files: readonly string[]) => files.map((path) => ({ path }))
  const failed = withStatus('FAILED')
  /** Only the first failed promise of a line carries the line's evidence. */
  const firstOf = (line: ProofLine) => failed.find((row) => row.line === line)?.key
  const gaps = [
    ...failed.map(({ key, truth, line }) => ({
      truth,
      status: 'failed',
      reason: key === firstOf(line) ? evidenceOf(line) : `as ${firstOf(line)}`,
      artifacts: artifacts(line.files),
      missing: line.missing,
    })),
    ...value.gaps.map(({ truth, reason, files, missing }) => {
      return { truth, status: 'failed', reason, artifacts: artifacts(files), missing }
    }),
  ]
  const humanVerification = [
    ...withStatus('HUMAN').map(({ truth, line }) => ({
      test: line.remark === null ? truth : `${truth}: ${line.remark}`,
      expected: line.expected,
      whyHuman: line.why,
    })),
    ...value.person,
  ]
  const status = gaps.length > 0 ? 'gaps_found' : humanVerification.length > 0 ? 'human_needed' : 'passed'
  return {
    status,
    statusText: status,
    score: `${withStatus('VERIFIED').length}/${rows.length} must-haves verified`,
    gaps,
    humanVerification,
    overrides: withStatus('ACCEPTED').map(({ truth, line }) => ({ mustHave: truth, reason: line.remark })),
    deferred: withStatus('DEFERRED').map(({ truth, line }) => ({ truth, addressedIn: line.remark })),
  }
}
