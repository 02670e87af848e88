// Answers of claiming, finishing and closing a unit. The verbs publish these shapes as schemas and types.
import { any, bool, type Infer, int, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { expectsShape, holdShape, statusShape, unitFindingsShape } from './unit-shapes.js'

export const claimResultShape = record({
  claim: orNull(text('Token; whoever has it may finish the unit')),
  dispatchId: orNull(text()),
  unitType: text(),
  unitId: text(),
  attempt: orNull(int()),
  startCommit: orNull(text()),
  drafts: orNull(text('Folder for the expected files, under their final names')),
  outlined: bool('Its plan follows from the roadmap, and lies in that folder'),
  expects: expectsShape,
  known: bool('The conversation that asks was told before how a unit of this type is done'),
  hold: orNull(holdShape),
})
export type ClaimResult = Infer<typeof claimResultShape>

export const finishResultShape = record({
  status: orNull(statusShape('Null while the claim stays open')),
  verdict: oneOf(['accept', 'rework', 'hold']),
  dispatchId: orNull(text()),
  unitType: orNull(text()),
  unitId: orNull(text()),
  attempt: orNull(int()),
  artifacts: listOf(text(), 'Files that were placed'),
  foreign: listOf(text(), 'Drafts that are none of the expected files'),
  findings: unitFindingsShape,
  receipts: listOf(text(), 'Ids of stored receipts'),
  commits: maybe(listOf(text(), 'Of the work, as its summary names them; what was placed is not committed yet')),
  took: maybe(text('Of a closed phase: what it took, and what its proof caught')),
  last: maybe(bool('The attempt ends when the same check fails again')),
  begun: maybe(any('With --begin: what begin answered')),
  text: maybe(text('With --begin: what is printed without --json')),
})
export type FinishResult = Infer<typeof finishResultShape>

export const transitionResultShape = record({
  completed_phase: text(),
  plans_executed: text('Carried out / all'),
  next_phase: orNull(text()),
  warnings: listOf(text()),
  receipts: listOf(text(), 'Ids of the receipts it rests on'),
})
export type TransitionResult = Infer<typeof transitionResultShape>
