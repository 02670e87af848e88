// One word for how far a phase is verified, from its evidence: the file's own word counts only with a receipt behind it.
import { weakness } from '../judging/receipts.js'
import type { PhaseFiles } from '../layout.js'
import type { View } from '../view.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'
import { receiptsOf } from './phase-receipts.js'

export const VERIFICATION_WORDS = [
  'passed',
  'claimed',
  'stale',
  'gaps_found',
  'human_needed',
  'missing',
  'unknown',
] as const
export type VerificationWord = (typeof VERIFICATION_WORDS)[number]

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
  if (status === null) return verified('unknown', `${path} has no status`)
  if (status === 'other') return verified('claimed', `${path} says "${statusText}", which is not a verdict`)
  if (!covers)
    return verification.value.covers === null
      ? verified(status === 'passed' ? 'claimed' : status, `${path} was not finished through the CLI`)
      : verified('stale', `${path} does not cover the SUMMARYs and promises as they are`)
  if (status === 'passed' && !verification.proven)
    return verified('claimed', `${path} was not handed in with unit finish`)
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
  return isSound && facts.staleSince.has(phase.id) ? verified('stale', weak) : verified('claimed', weak)
}

/** Of a phase that lies in a closed milestone: nobody keeps its receipts current. */
export function archivedWord(view: View, files: PhaseFiles): Verified {
  if (files.verification === null) return verified('missing', `${files.directory.path} holds no VERIFICATION`)
  const value = view.parse('verification', files.verification)?.value
  if (value == null || value.status === null) return verified('unknown', `${files.verification} has no status`)
  if (value.status === 'passed' || value.status === 'other')
    return verified('claimed', `${files.verification} says "${value.statusText}"; its milestone is closed`)
  return verified(value.status, `${files.verification} says so`)
}
