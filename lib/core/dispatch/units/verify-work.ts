// Counts the results of a UAT.md and stamps its plans as planning does.
import type { UatValue } from '../../../artifacts/verification/uat.js'
import { withTrueCounters } from '../../../artifacts/verification/uat-counters.js'
import { Inputs } from '../../derivation/inputs.js'
import { ANSWERED, type VouchedLine } from '../../history/ledger-lines.js'
import { ledgerPath } from '../../layout.js'
import type { Artifact } from '../drafts.js'
import { inspectPlans, stampPlan } from '../finish/plans.js'
import type { Work } from '../finish/work.js'
import type { UnitCode } from './unit.js'

function stampAcceptance(work: Work, artifact: Artifact): string {
  const codec = artifact.expected.schema === 'uat' ? work.view.codec('uat') : null
  if (codec === null) return stampPlan(work, artifact)
  return withTrueCounters(artifact.source, (codec.parse(artifact.source).value as UatValue).tests)
}

/** Records that the answers were given on this machine: the file alone could come from anywhere. */
function vouchAnswers({ phase, staging, gathered, at }: Work): void {
  const path = gathered.artifacts.find(({ expected }) => expected.schema === 'uat')?.path
  const digest = path === undefined ? null : new Inputs(staging.view).digestOf(path)
  if (phase === null || digest === null) return
  const line: VouchedLine = { kind: 'vouched', at, phase: phase.id, verdict: ANSWERED, covers: digest }
  staging.append(ledgerPath(staging), line)
}

export const verifyWork: UnitCode = {
  inspect: inspectPlans,
  stamp: stampAcceptance,
  complete: vouchAnswers,
}
