// Finishing a replanning: the captures it answers are settled.
import { settleReplans } from '../../captures/keep.js'
import { openTriggers } from '../../derivation/triggers.js'
import type { Work } from './work.js'

export function settleCaptures({ phase, claim, derivation, staging }: Work): void {
  if (phase === null || claim.mode !== 'replan') return
  const triage = openTriggers(derivation.facts, phase).filter(({ kind }) => kind === 'triage')
  if (triage.length === 0) return
  settleReplans(
    staging,
    triage.map(({ source }) => source),
  )
}
