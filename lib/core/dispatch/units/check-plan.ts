// Checks the record of a plan check, and adds the digests of the plans that the record covers.
import { isJsonObject, type Json, objectIn } from '../../../std/json.js'
import { say } from '../../../std/safe-text.js'
import { items, reading, rules } from '../../brief/brief-blocks.js'
import type { AgentSubject } from '../../brief/brief-world.js'
import { basics, earlierLeftovers, gapReports, phaseFiles, planFiles, specChangeBlocks } from '../../brief/readings.js'
import { checkIssues } from '../../brief/role-blocks.js'
import { isComplete } from '../../derivation/plan-facts.js'
import type { Artifact } from '../drafts.js'
import { textOf, type Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

const BLOCKING_SEVERITIES = new Set(['blocker', 'critical', 'error'])

/** Reads a record; null if it is invalid. A blocking issue makes the verdict `issues`, whatever the record states. */
function recordIn(artifact: Artifact) {
  const { verdict, issues } = objectIn(textOf(artifact)) ?? {}
  if (typeof verdict !== 'string' || !/^(?:pass(?:ed)?|issues(?:_found)?)$/.test(verdict)) return null
  const list = Array.isArray(issues) ? (issues as readonly Json[]) : []
  const isBlocked = list.some(
    (one) => isJsonObject(one) && BLOCKING_SEVERITIES.has(String(one['severity']).toLowerCase()),
  )
  if (verdict.startsWith('issues') && list.length === 0) return null
  return { verdict: isBlocked || verdict.startsWith('issues') ? 'issues' : 'passed', issues: list }
}

function inspectCheck({ gathered }: Work): readonly UnitFinding[] {
  const message = 'the file is not JSON with a verdict ("passed" or "issues") and the issues'
  const fix = 'write {"verdict": "passed", "issues": []}'
  const wrong = gathered.artifacts.filter((artifact) => recordIn(artifact) === null)
  return wrong.map(({ path }) => finding('CHECK_RECORD', message, path, fix))
}

/** Stamps the digests of the checked plans, so that a later change requires a new check. */
function stampCheck({ phase, derivation, at }: Work, artifact: Artifact): string {
  const { verdict, issues } = recordIn(artifact) as NonNullable<ReturnType<typeof recordIn>>
  const digests = (phase?.plans ?? []).map(({ id, file }) => [id, derivation.facts.inputs.digestOf(file.path)])
  return `${JSON.stringify({ plans: Object.fromEntries(digests), verdict, issues, at }, null, 2)}\n`
}

function modeOf({ phase }: AgentSubject): 'full' | 'gaps' | 'replan' {
  const open = phase?.plans.filter((plan) => !isComplete(plan)) ?? []
  if (open.some(({ plan }) => plan.gapClosure)) return 'gaps'
  return phase?.files?.replan == null ? 'full' : 'replan'
}

const MODES = {
  full: say`full: all plans together must reach the goal`,
  gaps: say`gaps: the open plans must close every gap of the reports below; do not check executed plans again`,
  replan: say`replan: the open plans changed after some plans had run; do not check executed plans again`,
} as const

export const checkPlan: UnitCode = {
  mode: (subject) => MODES[modeOf(subject)],
  reads: (subject, world) => [
    ...planFiles(subject),
    ...earlierLeftovers(subject, world),
    ...(modeOf(subject) === 'gaps' ? gapReports(subject, world) : []),
    ...reading(modeOf(subject) === 'replan' ? subject.phase?.files?.replan : null, say`reasons for the new plans`),
    ...phaseFiles(subject, world),
    ...basics(world),
  ],
  blocks: (subject, world) => [
    ...specChangeBlocks(subject, world, say`Spec changes of this phase: each must be planned, with its scenarios`),
    ...items('earlier-issues', say`Issues of the previous check`, checkIssues(subject, world)),
    ...rules('record', say`Format of the record`, [
      say`JSON. The CLI adds the digests of the plans and the time.`,
      say`\`\`\`json`,
      say`{"verdict": "issues", "issues": [{"plan": "01-01", "task": 2, "severity": "blocker", "dimension": "goal", "text": "…", "hint": "…"}]}`,
      say`\`\`\``,
      say`\`verdict\` is "passed" or "issues"; with "passed", \`issues\` may contain only warnings and notes.`,
    ]),
  ],
  inspect: inspectCheck,
  stamp: stampCheck,
}
