// Whether a workflow may begin here.
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { CLAIM_READS, type PhaseFacts } from '../../core/derivation/facts.js'
import { debtOf } from '../../core/derivation/phase-debt.js'
import { derivePhase } from '../../core/derivation/phase-rules.js'
import type { Step } from '../../core/dispatch/units.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import type { View } from '../../core/view.js'
import { bool, record } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { type Finding, findingsShape } from '../findings.js'
import { query } from '../verb.js'
import { phaseBlockers, projectBlockers, STOPPED } from './readiness.js'

/** Steps of a phase at which each workflow has something to do; an empty list: at any. */
const WORKFLOWS: Readonly<Record<string, readonly Step[]>> = {
  'discuss-phase': ['needs-discussion', 'needs-research', 'needs-plan'],
  'research-phase': ['needs-research', 'needs-plan'],
  'plan-phase': ['needs-research', 'needs-plan', 'plan-check', 'replanning'],
  'execute-phase': ['executing', 'verifying'],
  'verify-work': ['verifying', 'human-uat', 'phase-complete'],
  transition: ['phase-complete'],
  ship: ['phase-complete'],
  'audit-milestone': [],
  'complete-milestone': [],
}

export const checkGates = query({
  name: 'check.gates',
  about: 'Whether a workflow may begin now, and what stands in its way',
  args: {
    workflow: { type: 'text', positional: true, required: true, about: 'Workflow, e.g. execute-phase' },
    phase: { type: 'text', about: 'Phase; default: the active one' },
  },
  result: record({ passed: bool(), blockers: findingsShape, warnings: findingsShape }),
  reads: CLAIM_READS,
  run({ workflow, phase: given }, view) {
    const none = { passed: false, blockers: [], warnings: [] }
    const steps = Object.hasOwn(WORKFLOWS, workflow) ? WORKFLOWS[workflow] : undefined
    if (steps === undefined) {
      const near = nearest(workflow, Object.keys(WORKFLOWS))
      return {
        result: none,
        error: {
          code: 'NOT_FOUND',
          message: `no gates are known for "${workflow}"`,
          fix: near === null ? `name one of ${Object.keys(WORKFLOWS).join(', ')}` : `did you mean ${near}?`,
        },
      }
    }
    const derivation = derive(view)
    const found = given === undefined ? null : subjectPhase(view, given)
    if (found !== null && 'error' in found) return { result: none, error: found.error }
    const phase = found?.phase ?? derivation.active
    const blockers = [...projectBlockers(derivation), ...workflowBlockers(derivation, phase, workflow, steps)]
    return {
      result: { passed: blockers.length === 0, blockers, warnings: [...handoffs(view), ...debtWarnings(derivation)] },
      exit: blockers.length === 0 ? 0 : 1,
    }
  },
})

function workflowBlockers(
  derivation: Derivation,
  phase: PhaseFacts | null,
  workflow: string,
  steps: readonly Step[],
): readonly Finding[] {
  const fix = 'gsd-tools next says what comes next'
  if (steps.length === 0) {
    const open = derivation.facts.phases.filter(({ id }) => !derivation.done.has(id))
    return open.map(({ id }) => ({ code: 'PHASE_OPEN', message: `phase ${id} is not done`, fix }))
  }
  if (phase === null) return [{ code: 'NO_PHASE', message: 'no phase is active', fix }]
  if (derivation.done.has(phase.id)) return [{ code: 'PHASE_DONE', message: `phase ${phase.id} is done`, fix }]
  const { outcome, trace } = derivePhase(derivation.facts, phase)
  const early = steps.includes(outcome.step) || STOPPED.has(outcome.step)
  return [
    ...phaseBlockers(derivation, phase),
    ...(early
      ? []
      : [
          {
            code: 'STEP',
            message: `phase ${phase.id} is at "${outcome.step}", not where ${workflow} works: ${trace.at(-1)?.reason ?? ''}`,
            fix,
          },
        ]),
  ]
}

/** Notes that say where somebody stopped: whoever goes on should read them first. */
const handoffs = (view: View): readonly Finding[] =>
  ['.continue-here.md', 'HANDOFF.json', 'HANDOFF.md']
    .filter((name) => view.list(view.base).some((entry) => entry.name === name))
    .map((name) => ({
      code: 'CONTINUE_HERE',
      path: view.at(name),
      message: `${name} says where the work was interrupted`,
      fix: 'read it, then remove it',
    }))

function debtWarnings({ facts, active }: Derivation): readonly Finding[] {
  return facts.phases
    .filter(({ id }) => id !== active?.id)
    .flatMap((phase) => {
      const { verificationFailures, uatGaps } = debtOf(facts, phase)
      return verificationFailures + uatGaps === 0
        ? []
        : [
            {
              code: 'DEBT',
              message: `phase ${phase.id} has ${verificationFailures} open verification gaps and ${uatGaps} open acceptance items`,
              fix: 'gsd-tools audit-uat lists them',
            },
          ]
    })
}
