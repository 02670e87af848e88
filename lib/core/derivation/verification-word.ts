// One word for how far a phase is verified, from its evidence: the file's own word counts only with a receipt behind it.
import { weakness } from '../judging/receipts.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { receiptsOf } from './phase-receipts.js'

/** What a VERIFICATION is worth. */
export const VERIFICATION_WORDS = [
  'passed',
  'unproven',
  'outdated',
  'gaps_found',
  'human_needed',
  'missing',
  'unreadable',
] as const
export type VerificationWord = (typeof VERIFICATION_WORDS)[number]

const SHOWN: Readonly<Record<VerificationWord, string>> = {
  passed: 'passed',
  unproven: 'not proven',
  outdated: 'the work has changed since',
  gaps_found: 'gaps found',
  human_needed: 'a person tests',
  missing: '',
  unreadable: 'no verdict',
}
/** As people read it; nothing where there is none. */
export const verdictText = (word: VerificationWord): string => SHOWN[word]

export interface Verified {
  readonly status: VerificationWord
  readonly reason: string
  /** A receipt that stands behind the word. */
  readonly receipt: string | null
}

const verified = (status: VerificationWord, reason: string, receipt: string | null = null): Verified => ({
  status,
  reason,
  receipt,
})

/** Of a phase of the active milestone. What is recorded decides; whether the tree has changed since is seen where programs may run. */
export function verificationWord(facts: ProjectFacts, phase: PhaseFacts): Verified {
  const { verification } = phase
  if (verification === null) return verified('missing', `phase ${phase.id} has no VERIFICATION`)
  const { path, status, statusText, covers } = verification
  if (status === null) return verified('unreadable', `${path} has no status`)
  if (status === 'other') return verified('unproven', `${path} says "${statusText}", which is not a verdict`)
  if (!covers)
    return verification.value.covers === null
      ? verified(status === 'passed' ? 'unproven' : status, `${path} was not finished through the CLI`)
      : verified('outdated', `${path} does not cover the SUMMARYs and promises as they are`)
  if (status === 'passed' && !verification.proven)
    return verified('unproven', `${path} was not handed in with unit finish`)
  const { receipts, weak } = receiptsOf(facts, phase)
  const first = receipts[0]?.file.receipts[0]?.id ?? null
  if (status !== 'passed') return verified(status, `${path} says so`, weak === null ? first : null)
  if (weak === null) {
    const key = `${phase.id} ${status} ${verification.value.covers}`
    const judge = facts.finished.verifications.get(key) === 'session' ? ', judged by the session that did the work' : ''
    return verified('passed', `${path} and the receipts of ${receipts.length} plans${judge}`, first)
  }
  // Sound receipts of a tree that was noted as changed since.
  const isSound = receipts.length > 0 && receipts.every(({ file }) => weakness(file) === null)
  return isSound && facts.staleSince.has(phase.id) ? verified('outdated', weak) : verified('unproven', weak)
}
