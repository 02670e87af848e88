// Tells in one word how far a phase is verified. The status `passed` in the file counts only with receipts.
import { counted } from '../../std/text.js'
import { weakness } from '../judging/receipts.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { receiptsOf } from './phase-receipts.js'

/** The text for each word; empty for a phase without a verification. */
export const VERDICT_TEXT = {
  passed: 'passed',
  unproven: 'not proven',
  outdated: 'work changed since',
  gaps_found: 'gaps found',
  human_needed: 'user tests',
  missing: '',
  unreadable: 'no verdict',
} as const
export type VerificationWord = keyof typeof VERDICT_TEXT
export const VERIFICATION_WORDS = Object.keys(VERDICT_TEXT) as readonly VerificationWord[]

export type Verified = ReturnType<typeof verified>

const verified = (status: VerificationWord, reason: string, receipt: string | null = null) => ({
  status,
  reason,
  receipt,
})

/** Assesses a phase of the active milestone from records alone: only verbs that start programs notice a changed tree. */
export function verificationWord(facts: ProjectFacts, phase: PhaseFacts): Verified {
  const { verification } = phase
  if (verification === null) return verified('missing', `phase ${phase.id} has no VERIFICATION`)
  const { path, status, isCurrent } = verification
  if (status === null) return verified('unreadable', `${path} has no status`)
  if (status === 'other')
    return verified('unproven', `${path} says "${verification.value.statusText}", which is not a verdict`)
  if (!isCurrent)
    return verification.value.covers === null
      ? verified(status === 'passed' ? 'unproven' : status, `${path} was not finished through the CLI`)
      : verified('outdated', `${path} does not cover the present SUMMARYs, criteria and must-haves`)
  if (status === 'passed' && !verification.isProven)
    return verified('unproven', `${path} was not submitted with unit finish`)
  const { receipts, whyWeak } = receiptsOf(facts, phase)
  const first = receipts[0]?.file.receipts[0]?.id ?? null
  if (status !== 'passed')
    return verified(status, `the status in ${path} is "${status}"`, whyWeak === null ? first : null)
  if (whyWeak === null) {
    const key = `${phase.id} ${status} ${verification.value.covers}`
    const judge =
      facts.finished.verifications.get(key) === 'session' ? ', checked by the session that did the work' : ''
    return verified('passed', `${path} and the receipts of ${counted(receipts.length, 'plan')}${judge}`, first)
  }
  // The receipts are sound, but the tree has changed since.
  const isSound = receipts.length > 0 && receipts.every(({ file }) => weakness(file) === null)
  return isSound && facts.staleSince.has(phase.id) ? verified('outdated', whyWeak) : verified('unproven', whyWeak)
}
