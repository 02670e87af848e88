// Whether a phase or milestone is complete, and what its verification says.

import { ACCEPTED } from '../../core/consent.js'
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { CLAIM_READS, isSummarised, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { debtOf } from '../../core/derivation/phase-debt.js'
import { derivePhase } from '../../core/derivation/phase-rules.js'
import { phaseStatus } from '../../core/derivation/standing.js'
import { VERIFICATION_WORDS, type VerificationWord, verificationWord } from '../../core/derivation/verification-word.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import { bool, int, listOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { PHASE_OR_DIRECTORY } from '../arguments.js'
import { unknownShape } from '../findings.js'
import { phaseStatusShape } from '../standing.js'
import { query } from '../verb.js'

export const checkCompletion = query({
  name: 'check.completion',
  about: 'Whether a phase or a milestone is complete by evidence',
  args: {
    kind: { type: 'choice', values: ['phase', 'milestone'], positional: true, required: true, about: 'Of what' },
    id: { type: 'text', positional: true, about: 'Phase, or milestone; default: the active one' },
  },
  result: record({
    complete: bool(),
    id: orNull(text()),
    plans_total: int(),
    plans_with_summaries: int(),
    missing_summaries: texts('Plans without a SUMMARY'),
    verification_status: orNull(oneOf(VERIFICATION_WORDS)),
    uat_status: orNull(text()),
    debt: record({ uat_gaps: int(), verification_failures: int(), human_needed: bool() }),
    reason: text('What is missing, or what makes it complete'),
  }),
  reads: CLAIM_READS,
  run({ kind, id }, view) {
    const derivation = derive(view)
    if (kind === 'milestone') return milestoneCompletion(derivation, id)
    const given = id ?? derivation.active?.id
    const found = given === undefined ? null : subjectPhase(view, given)
    if (found === null || 'error' in found)
      return {
        result: completionOf(derivation.facts, [], false, given ?? null, 'there is no such phase'),
        error: found?.error ?? { code: 'PHASE_NOT_FOUND', message: 'no phase is active', fix: 'name one' },
      }
    const { phase } = found
    const { rule, trace } = derivePhase(derivation.facts, phase)
    const complete = phase.adopted || rule === 'D18'
    const reason = phase.word !== null ? ACCEPTED[phase.word] : (trace.at(-1)?.reason ?? '')
    return { result: completionOf(derivation.facts, [phase], complete, phase.id, reason), exit: complete ? 0 : 1 }
  },
})

function milestoneCompletion(derivation: Derivation, id: string | undefined) {
  const { facts, done } = derivation
  const version = facts.milestone?.id ?? null
  if (id !== undefined && id !== version)
    return {
      result: completionOf(facts, [], false, id, 'it is not the active milestone'),
      error: {
        code: 'MILESTONE_UNKNOWN' as const,
        message: `${id} is not the active milestone${version === null ? '' : `, which is ${version}`}`,
        fix: 'closed milestones are complete; name the active one or leave the name out',
      },
    }
  const open = facts.phases.filter((phase) => !done.has(phase.id))
  const complete = facts.phases.length > 0 && open.length === 0
  const reason = complete
    ? 'every phase is done'
    : facts.phases.length === 0
      ? 'no phase is open, so there is nothing to judge'
      : `not done: ${open.map((phase) => phase.id).join(', ')}`
  return {
    result: completionOf(facts, facts.phases, complete, version, reason),
    exit: complete ? (0 as const) : (1 as const),
  }
}

/** From the worst word to the best. */
const WORST: readonly VerificationWord[] = [
  'missing',
  'unknown',
  'gaps_found',
  'stale',
  'human_needed',
  'claimed',
  'adopted',
  'passed',
]

function completionOf(
  facts: ProjectFacts,
  phases: readonly PhaseFacts[],
  complete: boolean,
  id: string | null,
  reason: string,
) {
  const plans = phases.flatMap((phase) => phase.plans)
  const debts = phases.map((phase) => debtOf(facts, phase))
  const words = new Set(phases.map((phase) => verificationWord(facts, phase).status))
  const sum = (of: (debt: (typeof debts)[number]) => number) => debts.reduce((total, debt) => total + of(debt), 0)
  return {
    complete,
    id,
    plans_total: plans.length,
    plans_with_summaries: plans.filter(isSummarised).length,
    missing_summaries: plans.filter((plan) => !isSummarised(plan)).map((plan) => plan.id),
    verification_status: WORST.find((word) => words.has(word)) ?? null,
    uat_status: debts.length === 1 ? (debts[0]?.uatStatus ?? null) : null,
    debt: {
      uat_gaps: sum(({ uatGaps }) => uatGaps),
      verification_failures: sum(({ verificationFailures }) => verificationFailures),
      human_needed: debts.some(({ humanNeeded }) => humanNeeded),
    },
    reason,
  }
}

export const checkVerificationStatus = query({
  name: 'check.verification-status',
  about: 'What the verification of a phase found',
  args: { phase: PHASE_OR_DIRECTORY },
  result: record({
    phase: text(),
    status: oneOf(VERIFICATION_WORDS),
    phase_status: orNull(phaseStatusShape),
    reason: text(),
    score: orNull(text('verified/total')),
    gaps: listOf(record({ truth: text(), status: orNull(text()), reason: orNull(text()), missing: texts() })),
    human_items: listOf(record({ test: text(), expected: orNull(text()), why_human: orNull(text()) })),
    deferred: listOf(record({ truth: text(), addressed_in: orNull(text()) })),
    unknown: unknownShape,
  }),
  reads: CLAIM_READS,
  run({ phase: given }, view) {
    const found = subjectPhase(view, given)
    if ('error' in found)
      return {
        result: {
          phase: given,
          status: 'missing' as const,
          phase_status: null,
          reason: found.error.message,
          score: null,
          gaps: [],
          human_items: [],
          deferred: [],
          unknown: [],
        },
        error: found.error,
      }
    const { status, reason } = verificationWord(found.derivation.facts, found.phase)
    const value = found.phase.verification?.value ?? null
    const score = value?.score ?? null
    return {
      result: {
        phase: found.phase.id,
        status,
        phase_status: phaseStatus(found.derivation, found.phase),
        reason,
        score,
        gaps: (value?.gaps ?? []).map((gap) => ({
          truth: gap.truth,
          status: gap.status,
          reason: gap.reason,
          missing: gap.missing,
        })),
        human_items: (value?.humanVerification ?? []).map(({ test, expected, whyHuman }) => ({
          test,
          expected,
          why_human: whyHuman,
        })),
        deferred: (value?.deferred ?? []).map(({ truth, addressedIn }) => ({ truth, addressed_in: addressedIn })),
        unknown:
          score !== null
            ? []
            : [
                {
                  path: 'score',
                  code: 'NO_SCORE',
                  reason: value === null ? 'there is no VERIFICATION' : 'the file has none',
                },
              ],
      },
    }
  },
})
