// The unit type for one small task outside the phases.
import { say } from '../../../std/safe-text.js'
import { type Reading, reading } from '../../brief/brief-blocks.js'
import type { AgentSubject, BriefWorld } from '../../brief/brief-world.js'
import { conventionFiles, projectFile, specFiles, specRules } from '../../brief/readings.js'
import { executorBlocks, planDrafts } from '../../brief/role-blocks.js'
import { markReplaced } from '../../decision-ids.js'
import { quickNumber } from '../../ids.js'
import { checkExecution, inspectSummary } from '../finish/execution.js'
import { inspectDelta, mergeTask, stampDelta } from '../finish/spec-changes.js'
import { stampSummary, summaryIn } from '../finish/summary.js'
import { inspectVerification, stampVerification } from '../finish/verification.js'
import type { UnitCode } from './unit.js'

const quickWords = ({ claim }: AgentSubject, { view }: BriefWorld): readonly Reading[] => {
  if (claim.unitType !== 'quick') return []
  const path = view.at(`quick/${claim.unitId}/${quickNumber(claim.unitId)}-CONTEXT.md`)
  return view.source(path) === null ? [] : reading(path, say`the task, in the user's words`)
}

export const quick: UnitCode = {
  reads: (subject, world) => [
    ...quickWords(subject, world),
    ...planDrafts(subject, world).flatMap((path) => reading(path, say`your plan, to execute`)),
    ...specFiles(world),
    ...reading(projectFile(world), say`constraints of the project`),
    ...conventionFiles(world),
  ],
  blocks: (subject, world) => [...executorBlocks(subject, world), ...specRules(subject, world)],
  inspect: (work) => [...inspectSummary(work), ...inspectVerification(work), ...inspectDelta(work)],
  check: checkExecution,
  stamp(work, artifact) {
    const isVerdict = artifact.expected.schema === 'verification'
    return stampDelta(work, artifact) ?? (isVerdict ? stampVerification : stampSummary)(work, artifact)
  },
  complete(work) {
    markReplaced(work.staging, summaryIn(work)?.decisions ?? [], work.claim.unitId)
    mergeTask(work)
  },
}
