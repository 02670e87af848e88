// Shapes that several answers of dispatch share.
import {
  any,
  bool,
  type Infer,
  int,
  listOf,
  mapOf,
  maybe,
  oneOf,
  orNull,
  record,
  type Shape,
  text,
} from '../../std/shape.js'
import type { PhaseRef, PlanRef } from '../derivation/derive.js'
import type { Trigger } from '../derivation/triggers.js'
import type { PlanMode } from '../derivation/verdict.js'
import { UNIT_FINDING } from './unit-finding.js'
import type { UnitTypeId } from './units.js'

export const statusShape = (about: string) => oneOf(['completed', 'failed', 'cancelled', 'timed-out'], about)

const expectedShape = record({
  path: text('Relative to the project root; {NN} and {name} are for the author to choose'),
  schema: text(),
  mandatory: bool(),
  freshness: orNull(text()),
})
export type ExpectedFile = Infer<typeof expectedShape>
export const expectsShape = listOf(expectedShape)

export interface UnitPayload {
  readonly phase?: PhaseRef
  readonly plan?: PlanRef
  readonly milestone?: string
  readonly mode?: PlanMode
  readonly triggers?: readonly Trigger[]
}

export const payloadShape = any('What the unit is about: phase, plan, mode, triggers') as Shape<UnitPayload>

export const unitDecisionShape = record({
  unitType: text() as Shape<UnitTypeId>,
  unitId: text(),
  payload: payloadShape,
  prompt: record({ template: text('Workflow that runs it'), vars: mapOf(text()) }),
  agent: maybe(text('Role that works in a fresh context')),
  expects: expectsShape,
})
export type UnitDecision = Infer<typeof unitDecisionShape>

export const holdShape = record({
  code: text(),
  reason: text(),
  resume: text('What lets the work go on'),
})

export const recoverShape = record({
  dispatchId: text(),
  unitType: text(),
  unitId: text(),
  since: text(),
  evidence: listOf(text()),
})
export type Recover = Infer<typeof recoverShape>

export const pendingActionsShape = listOf(
  record({ planId: text(), index: int(), ref: text(), text: text(), digest: text() }),
)

export const unitFindingsShape = listOf(UNIT_FINDING)

export const nextStepShape = orNull(
  record({ kind: oneOf(['dispatch', 'hold']), unitType: orNull(text()), unitId: orNull(text()), step: text() }),
)

export const leftShape = record(
  {
    status: orNull(statusShape('How its last attempt ended')),
    claim: orNull(text('Token of its open claim')),
    findings: unitFindingsShape,
    halted: listOf(text(), 'Why its task was halted'),
  },
  'With --after',
)
/** How a unit was left that somebody says is done. */
export type Left = Infer<typeof leftShape>
