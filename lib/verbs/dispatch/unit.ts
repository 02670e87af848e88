// unit claim, finish, reset: the only ways in which work starts and ends.
import { ARTIFACT_IDS } from '../../artifacts/all.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { claimUnit } from '../../core/dispatch/claiming.js'
import { finishUnit } from '../../core/dispatch/finishing.js'
import { isUnitType, UNIT_TYPE_IDS } from '../../core/dispatch/units.js'
import { ledgerPath } from '../../core/layout.js'
import { any, bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { mutation, task } from '../verb.js'
import {
  expectsShape,
  holdShape,
  nextStepShape,
  payloadShape,
  pendingActionsShape,
  unitFindingsShape,
} from './unit-shapes.js'

export const unitClaim = task({
  name: 'unit.claim',
  about: 'Takes a unit: the right to work on it, with a token and a lease',
  args: {
    unitType: {
      type: 'choice',
      values: UNIT_TYPE_IDS,
      positional: true,
      required: true,
      about: 'Unit type, as next names it',
    },
    unitId: { type: 'text', positional: true, required: true, about: 'Unit id, as next names it' },
    revision: { type: 'text', about: 'Revision that next answered' },
    session: { type: 'text', about: 'Session that will do the work' },
    isolation: { type: 'text', about: 'Where it works; default: this tree' },
    'take-over': { type: 'flag', about: 'Take the place of a claim whose lease has ended' },
  },
  reads: [...FACT_READS, 'claim'],
  writes: ['ledger', 'claim', 'draft', 'other'],
  needsProject: false,
  needsWorkstream: true,
  result: record({
    claim: orNull(text('Token; whoever has it may finish the unit')),
    dispatchId: orNull(text()),
    unitType: text(),
    unitId: text(),
    attempt: orNull(int()),
    revision: text(),
    leaseUntil: orNull(text()),
    startCommit: orNull(text()),
    isolation: text(),
    drafts: orNull(text('Folder for the expected files, under their final names')),
    expects: expectsShape,
    payload: payloadShape,
    agent: orNull(text()),
    pendingActions: pendingActionsShape,
    baseline: listOf(any(), 'What the checks of the project did before the work'),
    hold: orNull(holdShape),
  }),
  plan: () => [],
  finish: (args, view, results) =>
    claimUnit(
      view,
      {
        unitType: args.unitType,
        unitId: args.unitId,
        revision: args.revision ?? null,
        session: args.session ?? null,
        isolation: args.isolation ?? 'none',
        takeOver: args['take-over'],
      },
      results,
    ),
})

/** Whatever a unit may produce; the journal is the writer's own. */
export const UNIT_WRITES = ARTIFACT_IDS.filter((id) => id !== 'journal' && id !== 'decision')

const finishResultShape = record({
  status: orNull(text('completed, failed, cancelled, timed-out; null while the claim stays open')),
  verdict: oneOf(['accept', 'rework', 'hold']),
  dispatchId: orNull(text()),
  unitType: orNull(text()),
  unitId: orNull(text()),
  attempt: orNull(int()),
  artifacts: listOf(record({ path: text(), exists: bool(), valid: bool(), sha256: orNull(text()) })),
  foreign: listOf(
    record({ path: text(), code: text(), nearest: orNull(text('Name of the file it may be meant as')) }),
    'Files that are none of the expected ones',
  ),
  findings: unitFindingsShape,
  receipts: listOf(text(), 'Ids of stored receipts'),
  replan: orNull(record({ key: text(), result: text() })),
  next: nextStepShape,
})

/** `name=file`; a word without `=` is a file under its own name. */
const pairsIn = (words: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=')
      return at < 0 ? [word.slice(word.lastIndexOf('/') + 1), word] : [word.slice(0, at), word.slice(at + 1)]
    }),
  )

export const unitFinish = task({
  name: 'unit.finish',
  about: 'Ends a unit: checks what it left, places it, records the outcome',
  args: {
    claim: { type: 'text', required: true, about: 'Token that unit claim answered' },
    status: { type: 'choice', values: ['completed', 'failed', 'cancelled'], about: 'Default: completed' },
    artifact: {
      type: 'list',
      about: '<final path or name>=<file with its text>, both below the project root; repeatable',
    },
  },
  reads: [...FACT_READS, 'requirements', 'state', 'project', 'claim'],
  writes: UNIT_WRITES,
  needsProject: false,
  needsWorkstream: true,
  result: finishResultShape,
  plan: () => [],
  finish: (args, view, results) =>
    finishUnit(
      view,
      { claim: args.claim, status: args.status ?? 'completed', artifacts: pairsIn(args.artifact) },
      results,
    ),
})

export const unitReset = mutation({
  name: 'unit.reset',
  about: 'Clears the counters of a unit, so that it may be tried again',
  args: {
    unitType: { type: 'choice', values: UNIT_TYPE_IDS, positional: true, required: true, about: 'Unit type' },
    unitId: { type: 'text', positional: true, required: true, about: 'Unit id' },
    reason: { type: 'text', required: true, about: 'Why it may be tried again' },
    confirm: { type: 'flag', about: 'A person has decided it' },
  },
  reads: ['ledger'],
  writes: ['ledger'],
  result: record({ reset: bool(), unitType: text(), unitId: text() }),
  run({ unitType, unitId, reason, confirm }, view) {
    const result = { reset: confirm && isUnitType(unitType), unitType, unitId }
    if (!confirm)
      return {
        result,
        exit: 4 as const,
        error: {
          code: 'CONFIRM_REQUIRED' as const,
          message: `this clears the attempts of ${unitType}/${unitId}`,
          fix: 'repeat it with --confirm after asking the person',
        },
        edits: [],
      }
    const at = new Date(view.clock.now()).toISOString()
    return {
      result,
      edits: [
        { kind: 'line' as const, path: ledgerPath(view), payload: { kind: 'reset', at, unitType, unitId, reason } },
      ],
      unit: `${unitType}/${unitId}`,
    }
  },
})
