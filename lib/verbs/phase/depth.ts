// phase depth: how much ceremony a phase gets and why, asked for or decided, and how that turned out.
import { DEPTHS, depthOf } from '../../core/depth.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import type { DepthLine, OutcomeLine } from '../../core/history/ledger-lines.js'
import { displayPhaseId, namesPhase } from '../../core/ids.js'
import { ledgerPath } from '../../core/layout.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import { Staging } from '../../core/writing/staging.js'
import { int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { arg, mutation } from '../verb.js'

function turnedOut(facts: ProjectFacts, phase: PhaseFacts) {
  const depth = depthOf(facts, phase)
  if (depth === null) return []
  const isOf = ({ unitType, unitId }: OutcomeLine) =>
    unitType === 'execute-plan' ? phase.plans.some(({ id }) => id === unitId) : namesPhase(unitId, phase.id)
  const failed = facts.inputs
    .ledger()
    .lines.filter((line) => line.kind === 'outcome' && line.status === 'failed' && isOf(line)).length
  return [{ phase: phase.id, depth: depth.name, reason: depth.reason, plans: phase.plans.length, failed }]
}

export const phaseDepth = mutation('phase.depth', {
  about: 'How much ceremony a phase gets and why, and how that turned out for those that are done',
  args: {
    phase: arg.text('Phase id; default: the active one', { positional: true, names: 'phase' }),
    set: arg.choice(DEPTHS, 'Give it this depth, whatever its size says'),
  },
  reads: FACT_READS,
  writes: ['ledger'],
  onlyLooks: ({ set }) => set === undefined,
  result: record({
    phase: orNull(text()),
    depth: orNull(oneOf(DEPTHS, 'null: every stage runs that its own switch leaves on')),
    reason: orNull(text()),
    turned: listOf(
      record({
        phase: text(),
        depth: oneOf(DEPTHS),
        reason: text(),
        plans: int(),
        failed: int('Units of it that ended without a result'),
      }),
      'Phases of the milestone that are done and have a depth',
    ),
  }),
  run({ phase: given, set }, view) {
    const { active, facts, done } = derive(view)
    const subject = given === undefined ? null : subjectPhase(view, given)
    const turned = facts.phases.filter(({ id }) => done.has(id)).flatMap((one) => turnedOut(facts, one))
    const none = { phase: null, depth: null, reason: null, turned }
    if (subject !== null && 'error' in subject) return { result: none, exit: 1, error: subject.error }
    const phase = subject?.phase ?? active
    if (phase === null)
      return set === undefined
        ? { result: none }
        : {
            result: none,
            exit: 1,
            error: {
              code: 'PHASE_NOT_FOUND',
              message: 'no phase is active, so there is nothing to give a depth to',
              fix: `gsd-tools phase depth <phase> --set ${set}`,
            },
          }
    const shown = displayPhaseId(phase.id)
    if (set === undefined) {
      const depth = depthOf(facts, phase)
      const { name, reason } = depth ?? { name: null, reason: 'workflow.depth is not set' }
      return { result: { phase: shown, depth: name, reason, turned } }
    }
    const staging = new Staging(view)
    const at = new Date(view.clock.now()).toISOString()
    const line: DepthLine = { kind: 'depth', at, phase: phase.id, depth: set, reason: 'asked for this phase' }
    staging.append(ledgerPath(view), line)
    return { result: { phase: shown, depth: set, reason: line.reason, turned }, edits: staging.edits() }
  },
})
