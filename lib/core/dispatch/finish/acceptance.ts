// Finishing verify-work: the numbers of a UAT.md are counted, plans are stamped as those of planning.

import type { UatValue } from '../../../artifacts/verification/uat.js'
import { withTrueCounters } from '../../../artifacts/verification/uat-counters.js'
import type { Artifact } from '../drafts.js'
import { stampPlan } from './plans.js'
import type { Work } from './work.js'

export function stampAcceptance(work: Work, artifact: Artifact): string {
  const codec = artifact.expected.schema === 'uat' ? work.view.codec('uat') : null
  if (codec === null) return stampPlan(work, artifact)
  return withTrueCounters(artifact.source, (codec.parse(artifact.source).value as UatValue).tests)
}
