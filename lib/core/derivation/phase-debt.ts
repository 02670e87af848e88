// What a phase still owes to people and to verification: open acceptance tests, gaps, tests a person must do.

import { isOpenGap } from '../../artifacts/verification/uat-gaps.js'
import type { PhaseFacts, ProjectFacts } from './facts.js'

export interface PhaseDebt {
  /** As its file says it; null without one. */
  readonly uatStatus: string | null
  readonly uatGaps: number
  readonly verificationFailures: number
  readonly humanNeeded: boolean
}

export function debtOf(facts: ProjectFacts, { files, verification }: PhaseFacts): PhaseDebt {
  const uat = files?.uat == null ? null : (facts.inputs.parse('uat', files.uat)?.value ?? null)
  const open =
    uat?.tests.filter(({ result }) => result === 'pending' || result === 'blocked' || result === 'issue') ?? []
  const isResolved = uat?.status === 'resolved'
  return {
    uatStatus: uat?.statusText ?? null,
    uatGaps: isResolved ? 0 : Math.max(open.length, uat?.gaps.filter(isOpenGap).length ?? 0),
    verificationFailures: verification?.status === 'gaps_found' ? Math.max(1, verification.gaps) : 0,
    humanNeeded: verification?.status === 'human_needed',
  }
}
