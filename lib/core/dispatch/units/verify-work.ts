// Records the user's answers, and checks and stamps the plans for gaps that the answers reveal, as planning does.
import { Inputs } from '../../derivation/inputs.js'
import { ANSWERED, type VouchedLine } from '../../history/ledger.js'
import { inspectPlans, stampPlan } from '../finish/plans.js'
import type { Work } from '../finish/work.js'
import type { UnitCode } from './unit.js'

/** Records that the answers were given on this machine: the file alone could come from anywhere. */
function vouchAnswers({ phase, staging, gathered, at }: Work): void {
  const path = gathered.artifacts.find(({ expected }) => expected.schema === 'uat')?.path
  const digest = path === undefined ? null : new Inputs(staging.view).digestOf(path)
  if (phase === null || digest === null) return
  const line: VouchedLine = { kind: 'vouched', at, phase: phase.id, verdict: ANSWERED, covers: digest }
  staging.append(line)
}

export const verifyWork: UnitCode = { inspect: inspectPlans, stamp: stampPlan, complete: vouchAnswers }
