// unit claim, finish and reset: start and end work on a unit, and clear its attempts.
import { decide, isRefused, YES } from '../../core/consent.js'
import { CLAIM_READS, POSITION_READS } from '../../core/derivation/facts.js'
import { claimUnit } from '../../core/dispatch/claiming.js'
import { unitKey } from '../../core/dispatch/claims.js'
import { finishUnit } from '../../core/dispatch/finishing.js'
import { wasAttempted } from '../../core/dispatch/guards.js'
import { claimResultShape, finishResultShape } from '../../core/dispatch/unit-shapes.js'
import { UNIT_TYPE_IDS } from '../../core/dispatch/units/all.js'
import { readLedger } from '../../core/history/ledger.js'
import { ledgerPath } from '../../core/layout.js'
import { type Answer, arg, verb } from '../../core/verb.js'
import { bool, record, text } from '../../std/shape.js'
import { shellQuoted } from '../../std/text.js'
import { beginAfter } from './begin.js'
import { UNIT_WRITES } from './unit-given.js'

export const unitClaim = verb('unit.claim', {
  about: 'Claim a unit, with a token and a lease',
  args: {
    unitType: arg.choice(UNIT_TYPE_IDS, 'Unit type from next', { positional: true, required: true }),
    unitId: arg.word('Unit id from next'),
    revision: arg.text('Revision from next'),
  },
  reads: [...CLAIM_READS, 'requirements'],
  writes: ['ledger', 'claim', 'draft', 'other'],
  needsProject: false,
  needsWorkstream: true,
  needs: ['programs', 'extensions', 'host', 'pack'],
  result: claimResultShape,
  run: (c, { unitType, unitId, revision = null }) => claimUnit(c, { unitType, unitId, revision }),
})

export const unitFinish = verb('unit.finish', {
  about: 'Finish a unit: check and accept its files, record the outcome',
  args: {
    claim: arg.text('Token from unit claim', { required: true }),
    status: arg.choice(['completed', 'failed', 'cancelled'], 'Default: completed'),
    said: arg.text('Instead of a draft (quick, execute-plan): what works now, in one sentence'),
    decided: arg.list('With --said: a decision and its reason; repeatable'),
    left: arg.list('With --said: a problem or leftover; repeatable'),
    begin: arg.flag('If accepted, commit the files and begin the next unit, with a short answer'),
    commit: arg.flag('If accepted, commit the files and begin nothing: the caller knows the next step'),
  },
  reads: [...POSITION_READS, 'project', 'claim'],
  writes: UNIT_WRITES,
  needsProject: false,
  needsWorkstream: true,
  needs: ['programs', 'calls', 'extensions'],
  result: finishResultShape,
  async run(c, args) {
    const { claim, status = 'completed', said: works, decided, left, begin, commit } = args
    const isInline = works !== undefined || decided.length + left.length > 0
    const inline = isInline ? { works: works ?? '', decided, left } : null
    const change = await finishUnit(c, { claim, status, inline })
    if (!(begin || commit)) return change
    const continueWith = (answer: Answer<unknown>) => beginAfter(c, { verb: 'unit.finish', words: [], answer }, !begin)
    return { ...change, continueWith }
  },
})

export const unitReset = verb('unit.reset', {
  about: 'Clear the attempts of a unit, so that it can be tried again',
  args: {
    unitType: arg.choice(UNIT_TYPE_IDS, 'Unit type', { positional: true, required: true }),
    unitId: arg.word('Unit id'),
    reason: arg.text('Reason to try it again', { required: true }),
    yes: YES,
  },
  reads: ['ledger'],
  writes: ['ledger'],
  result: record({ reset: bool(), unitType: text(), unitId: text() }),
  run({ view }, { unitType, unitId, reason, yes }) {
    const key = unitKey(unitType, unitId)
    const result = { reset: false, unitType, unitId }
    const message = `there were no attempts at ${key} since its last reset`
    const notAttempted = { code: 'NOT_FOUND', message, fix: 'run gsd-tools next to see the next unit' } as const
    if (!wasAttempted(readLedger(view), key)) return { result, exit: 1 as const, error: notAttempted }
    const by = decide(view, yes, {
      question: `Clear the attempts at ${key} to try it again, because: ${reason}?`,
      call: `gsd-tools unit reset ${unitType} ${unitId} --reason ${shellQuoted(reason)}`,
    })
    if (isRefused(by)) return { result, exit: 4 as const, error: by }
    const at = new Date(view.clock.now()).toISOString()
    const payload = { kind: 'reset', at, unitType, unitId, reason, by }
    const line = { kind: 'line', path: ledgerPath(view), payload } as const
    return { result: { ...result, reset: true }, edits: [line], unit: key }
  },
})
