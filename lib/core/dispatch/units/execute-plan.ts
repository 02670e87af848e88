import { pathText, say } from '../../../std/safe-text.js'
import { type Reading, reading } from '../../brief/brief-blocks.js'
import type { AgentSubject } from '../../brief/brief-world.js'
import { bindingFiles, conventionFiles, earlierLeftovers, projectFile, specChangeBlocks } from '../../brief/readings.js'
import { executorBlocks, schemaBlock } from '../../brief/role-blocks.js'
import { markReplaced } from '../../decision-ids.js'
import { checkExecution, inspectSummary } from '../finish/execution.js'
import { stampSummary, summaryIn } from '../finish/summary.js'
import type { UnitCode } from './unit.js'

const dependencyResults = ({ phase, plan }: AgentSubject): readonly Reading[] => {
  const needed = phase?.waves.plans.find(({ id }) => id === plan?.id)?.dependsOn ?? []
  return (phase?.plans ?? [])
    .filter(({ id }) => needed.includes(id))
    .flatMap((other) => reading(other.file.summary, say`result of ${pathText(other.id)}, which this plan builds on`))
}

export const executePlan: UnitCode = {
  reads: (subject, world) => [
    ...reading(subject.plan?.file.path, say`your plan, to execute`),
    ...bindingFiles(subject, world),
    ...earlierLeftovers(subject, world),
    ...dependencyResults(subject),
    ...reading(projectFile(world), say`constraints of the project`),
    ...conventionFiles(world),
  ],
  blocks: (subject, world) => [
    ...executorBlocks(subject, world),
    ...schemaBlock(say`If a database schema changes, push it too`, world, subject.plan === null ? [] : [subject.plan]),
    ...specChangeBlocks(subject, world, say`Spec changes of this phase`),
  ],
  // The executor wrote the SUMMARY and has read the constraints; a verifier must read the requirements again.
  canSkip: (path, plan, view) => path.endsWith(`/${plan}-SUMMARY.md`) || path === view.at('PROJECT.md'),
  inspect: inspectSummary,
  check: checkExecution,
  stamp: stampSummary,
  complete: (work) => markReplaced(work.staging, summaryIn(work)?.decisions ?? [], work.claim.unitId),
}
