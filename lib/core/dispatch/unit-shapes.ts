// Shapes shared by several dispatch answers.
import * as s from '../../std/shape.js'
import type { PhaseRef, PlanRef } from '../derivation/derive.js'
import type { Trigger } from '../derivation/triggers.js'
import type { PlanMode } from '../derivation/verdict.js'
import { UNIT_FINDING } from './unit-finding.js'

export const statusShape = (about: string) => s.oneOf(['completed', 'failed', 'cancelled', 'timed-out'], about)

const expectedShape = s.record({
  path: s.text('Relative to the project root; {NN} and {name} are for the author to choose'),
  schema: s.text(),
  mandatory: s.bool(),
  freshness: s.orNull(s.text()),
})
export type ExpectedFile = s.Infer<typeof expectedShape>
export const expectsShape = s.listOf(expectedShape)

export interface UnitPayload {
  readonly phase?: PhaseRef
  readonly plan?: PlanRef
  readonly milestone?: string
  readonly mode?: PlanMode
  readonly triggers?: readonly Trigger[]
}

const payloadShape = s.any('Subject of the unit: phase, plan, mode, triggers') as s.Shape<UnitPayload>

export const unitDecisionShape = s.record({
  unitType: s.text(),
  unitId: s.text(),
  payload: payloadShape,
  prompt: s.record({ template: s.text('Workflow that runs it'), vars: s.mapOf(s.text()) }),
  agent: s.maybe(s.text('Role for a fresh context')),
  expects: expectsShape,
})
export type UnitDecision = s.Infer<typeof unitDecisionShape>

export const holdShape = s.record({
  code: s.text(),
  reason: s.text(),
  resume: s.text('How to continue'),
})

export const recoverShape = s.record({
  dispatchId: s.text(),
  unitType: s.text(),
  unitId: s.text(),
  since: s.text(),
})
export type Recover = s.Infer<typeof recoverShape>

export const pendingActionsShape = s.listOf(
  s.record({ planId: s.text(), index: s.int(), ref: s.text(), text: s.text(), digest: s.text() }),
)

export const unitFindingsShape = s.listOf(UNIT_FINDING)

export const unitStateShape = s.record(
  {
    status: s.orNull(statusShape('How its last attempt ended')),
    claim: s.orNull(s.text('Token of its open claim')),
    findings: unitFindingsShape,
    halted: s.listOf(s.text(), 'Why its task was halted'),
  },
  'With --after',
)
/** The state of a unit reported as done. */
export type UnitState = s.Infer<typeof unitStateShape>
