// Shapes and types of the answers about units.
import * as s from '../../std/shape.js'
import type { PhaseRef } from '../derivation/derive.js'
import type { PlanMode } from '../derivation/steps.js'
import { UNIT_FINDING } from './unit-finding.js'

const statusShape = (about: string) => s.oneOf(['completed', 'failed', 'cancelled', 'timed-out'], about)

const expectedShape = s.record({
  path: s.text('Relative to the project root; {NN} and {name} are for the author to choose'),
  schema: s.text(),
  mandatory: s.bool(),
  fresh: s.bool('A file already in place does not count'),
})
export type ExpectedFile = s.Infer<typeof expectedShape>
const expectsShape = s.listOf(expectedShape)

export interface UnitPayload {
  readonly phase?: PhaseRef
  /** Set for a plan-phase unit. */
  readonly mode?: PlanMode
}

const payloadShape = s.any('The phase and planning mode of the unit') as s.Shape<UnitPayload>

export const unitDecisionShape = s.record({
  unitType: s.text(),
  unitId: s.text(),
  payload: payloadShape,
  prompt: s.record({ template: s.text('Workflow that runs the unit'), vars: s.mapOf(s.text()) }),
  agent: s.maybe(s.text('Role for a fresh context')),
  expects: expectsShape,
})
export type UnitDecision = s.Infer<typeof unitDecisionShape>

export const holdShape = s.record({ code: s.text(), reason: s.text(), resume: s.text('How to continue') })

export const pendingActionsShape = s.listOf(
  s.record({ planId: s.text(), index: s.int(), ref: s.text(), text: s.text(), digest: s.text() }),
)

const unitFindingsShape = s.listOf(UNIT_FINDING)

export const unitStateShape = s.record(
  {
    status: s.orNull(statusShape('How the last attempt at the unit ended')),
    claim: s.orNull(s.text("Token of the unit's open claim")),
    findings: unitFindingsShape,
    halted: s.listOf(s.text(), 'Why the task was halted'),
  },
  'State of the unit given with --after',
)
export type UnitState = s.Infer<typeof unitStateShape>

export const claimResultShape = s.record({
  claim: s.orNull(s.text('Token to finish the unit')),
  dispatchId: s.orNull(s.text()),
  unitType: s.text(),
  unitId: s.text(),
  attempt: s.orNull(s.int()),
  startCommit: s.orNull(s.text()),
  drafts: s.orNull(s.text('Folder for the expected files')),
  outlined: s.bool('The CLI wrote the plan, which is in the drafts folder'),
  expects: expectsShape,
  hold: s.orNull(holdShape),
})
export type ClaimResult = s.Infer<typeof claimResultShape>

export const finishResultShape = s.record({
  status: s.orNull(statusShape('Null while the claim is open')),
  verdict: s.oneOf(['accept', 'rework', 'hold']),
  dispatchId: s.orNull(s.text()),
  unitType: s.orNull(s.text()),
  unitId: s.orNull(s.text()),
  attempt: s.orNull(s.int()),
  artifacts: s.listOf(s.text(), 'Final paths of the accepted files'),
  findings: unitFindingsShape,
  receipts: s.listOf(s.text(), 'Ids of stored receipts'),
  checks: s.maybe(s.listOf(s.text(), 'The checks that ran, with the tests they counted')),
  took: s.maybe(s.text('If a phase was closed: its cost, and how often checks stopped it')),
  last: s.maybe(s.bool('The attempt ends if the same check fails again')),
  begun: s.maybe(s.any('With --begin: the result of begin')),
  text: s.maybe(s.text('With --begin: the text printed without --json')),
})
export type FinishResult = s.Infer<typeof finishResultShape>

export const transitionResultShape = s.record({
  phase: s.text(),
  warnings: s.listOf(s.text()),
  receipts: s.listOf(s.text(), 'Ids of the receipts that prove the phase'),
})
export type TransitionResult = s.Infer<typeof transitionResultShape>
