// Answers of claiming, finishing and closing a unit. The verbs publish these shapes as schemas and types.
import { any, bool, type Infer, int, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { expectsShape, holdShape, statusShape, unitFindingsShape } from './unit-shapes.js'

export const claimResultShape = record({
  claim: orNull(text('Token to finish the unit')),
  dispatchId: orNull(text()),
  unitType: text(),
  unitId: text(),
  attempt: orNull(int()),
  startCommit: orNull(text()),
  drafts: orNull(text('Folder for the expected files')),
  outlined: bool('Its plan follows from the roadmap and is in that folder'),
  expects: expectsShape,
  known: bool('This conversation already has the steps for this type'),
  hold: orNull(holdShape),
})
export type ClaimResult = Infer<typeof claimResultShape>

export const finishResultShape = record({
  status: orNull(statusShape('Null while the claim is open')),
  verdict: oneOf(['accept', 'rework', 'hold']),
  dispatchId: orNull(text()),
  unitType: orNull(text()),
  unitId: orNull(text()),
  attempt: orNull(int()),
  artifacts: listOf(text(), 'Placed files'),
  findings: unitFindingsShape,
  receipts: listOf(text(), 'Ids of stored receipts'),
  checks: maybe(listOf(text(), 'The checks that ran, with the tests they counted')),
  took: maybe(text('Of a closed phase: its cost, and how often its checks stopped it')),
  last: maybe(bool('The attempt ends if the same check fails again')),
  begun: maybe(any('With --begin: the result of begin')),
  text: maybe(text('With --begin: the text printed without --json')),
})
export type FinishResult = Infer<typeof finishResultShape>

export const transitionResultShape = record({
  completed_phase: text(),
  plans_executed: text('Finished / all'),
  next_phase: orNull(text()),
  warnings: listOf(text()),
  receipts: listOf(text(), 'Ids of the receipts it rests on'),
})
export type TransitionResult = Infer<typeof transitionResultShape>
