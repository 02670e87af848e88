// One small task outside the phases; its result becomes a row in STATE.md.
import { addQuickTask } from '../../../artifacts/state/quick-tasks.js'
import { say } from '../../../std/safe-text.js'
import { type Reading, reading } from '../../brief/brief-blocks.js'
import type { AgentSubject } from '../../brief/brief-subject.js'
import type { BriefWorld } from '../../brief/brief-world.js'
import { customs, projectFile } from '../../brief/readings.js'
import { executorBlocks, planDrafts } from '../../brief/role-blocks.js'
import { deltaRules, specFiles } from '../../brief/spec-changes.js'
import { quickNumber } from '../../ids.js'
import { whereItFits } from '../../writing/staging.js'
import { checkExecution, inspectSummary } from '../finish/execution.js'
import { commitsSince } from '../finish/named-commits.js'
import { inspectReplaced, placeReplaced } from '../finish/replaced-decisions.js'
import { inspectDelta, mergeTask, stampDelta } from '../finish/spec-changes.js'
import { stampSummary, summaryIn, wasHalted } from '../finish/summary.js'
import { inspectVerification, stampVerification, verificationIn } from '../finish/verification.js'
import type { Work } from '../finish/work.js'
import type { UnitCode } from './unit.js'

const STATUS: Readonly<Record<string, string>> = {
  passed: 'Verified',
  gaps_found: 'Gaps',
  human_needed: 'Needs Review',
}

/** A halted task gets no row. A STATE.md without the table stays unchanged. */
function recordQuickTask(work: Work): void {
  const { staging, claim } = work
  const source = staging.view.source(staging.view.at('STATE.md'))
  const summary = summaryIn(work)
  if (source === null || summary === null || wasHalted(work)) return
  const task = {
    number: quickNumber(claim.unitId),
    description: summary.oneLiner ?? wordsOf(claim.unitId),
    date: work.view.clock.today(),
    commit: commitsSince(work)[0]?.slice(0, 7) ?? '',
    status: STATUS[verificationIn(work)?.value.status ?? ''] ?? 'Done',
    directory: `[${claim.unitId}](./quick/${claim.unitId}/)`,
  }
  whereItFits(() =>
    staging.edit('state', source.path, (doc) => {
      addQuickTask(doc, task)
      return undefined
    }),
  )
}

const wordsOf = (unitId: string) => unitId.slice(quickNumber(unitId).length + 1).replaceAll('-', ' ')

/** The captured words of a quick task. */
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
    ...customs(world),
  ],
  blocks: (subject, world) => [...executorBlocks(subject, world), ...deltaRules(subject, world)],
  inspect: (work) => [
    ...inspectSummary(work),
    ...inspectVerification(work),
    ...inspectReplaced(work),
    ...inspectDelta(work),
  ],
  check: checkExecution,
  stamp(work, artifact) {
    const isVerdict = artifact.expected.schema === 'verification'
    return stampDelta(work, artifact) ?? (isVerdict ? stampVerification : stampSummary)(work, artifact)
  },
  complete(work) {
    recordQuickTask(work)
    placeReplaced(work)
    mergeTask(work)
  },
}
