// next: the unit to work on now, or why a person must decide. It writes nothing.
import { readClaims } from '../../core/claims.js'
import { derive } from '../../core/derive.js'
import { commandOf, decideNext, type UnitDecision } from '../../core/dispatch.js'
import { FACT_READS } from '../../core/facts.js'
import { readLedger } from '../../core/ledger.js'
import { STEPS, UNIT_OF_STEP, unitType } from '../../core/units.js'
import type { View } from '../../core/view.js'
import { bool, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { query } from '../verb.js'
import { expectsShape, holdShape, recoverShape, unitDecisionShape } from './unit-shapes.js'

/** The dispatch table: which unit type every step offers. */
const dispatchTable = () =>
  STEPS.map((step) => {
    const type = UNIT_OF_STEP[step]
    const unit = type === null ? null : unitType(type)
    return {
      step,
      unitType: type,
      workflow: unit?.workflow ?? null,
      agent: unit?.agent ?? null,
      expects: (unit?.expects ?? []).map(({ path, schema, mandatory, freshness }) => ({
        path,
        schema,
        mandatory,
        freshness: freshness ?? null,
      })),
    }
  })

/** As a person types it in the calling client. */
const spelled = (unit: UnitDecision, { pack, host }: View): string | null => {
  const command = commandOf(unit)
  return command === null ? null : [pack.host(host).command(command.name), ...command.args].join(' ')
}

export const next = query({
  name: 'next',
  about: 'The next unit of work, or why a person must decide',
  args: {
    explain: { type: 'flag', about: 'List every rule tested, with its reason' },
    table: { type: 'flag', about: 'Print the dispatch table instead' },
  },
  reads: [...FACT_READS, 'claim'],
  needsProject: false,
  needsWorkstream: true,
  asksHost: true,
  asksPack: true,
  result: record({
    kind: oneOf(['dispatch', 'hold', 'table']),
    revision: text('Hand it to unit claim'),
    rule: text(),
    step: text(),
    reason: text('What made the rule fire'),
    unit: maybe(unitDecisionShape),
    ready: maybe(
      listOf(
        record({ unitType: text(), unitId: text(), agent: maybe(text()) }),
        'Units that may be claimed side by side; the first is unit',
      ),
    ),
    command: maybe(orNull(text('Command and arguments that lead there, as the calling client spells them'))),
    hold: maybe(holdShape),
    recover: maybe(recoverShape),
    notices: listOf(record({ code: text(), message: text(), fix: text() })),
    rules: maybe(listOf(record({ id: text(), fired: bool(), reason: text() }))),
    table: maybe(
      listOf(
        record({
          step: text(),
          unitType: orNull(text()),
          workflow: orNull(text()),
          agent: orNull(text()),
          expects: expectsShape,
        }),
      ),
    ),
  }),
  run({ explain, table }, view) {
    const derivation = derive(view)
    const { revision, rule, step } = derivation.state
    const base = {
      revision,
      rule,
      step,
      reason: derivation.reason,
      notices: [],
      ...(explain ? { rules: derivation.trace } : {}),
    }
    if (table) return { result: { kind: 'table' as const, ...base, table: dispatchTable() } }
    const decision = decideNext({
      derivation,
      ledger: readLedger(view),
      claims: readClaims(view),
      now: view.clock.now(),
    })
    const recover = decision.recover === null ? {} : { recover: decision.recover }
    if (decision.kind === 'dispatch') {
      const { unit } = decision
      const ready = decision.ready.map(({ unitType: type, unitId, agent }) => ({
        unitType: type,
        unitId,
        ...(agent === undefined ? {} : { agent }),
      }))
      return { result: { kind: 'dispatch' as const, ...base, unit, ready, command: spelled(unit, view), ...recover } }
    }
    const { hold } = decision
    return {
      result: { kind: 'hold' as const, ...base, hold, ...recover },
      exit: 4 as const,
      error: {
        code: hold.code === 'ADOPT' ? ('ADOPT' as const) : ('HOLD' as const),
        message: hold.reason,
        fix: hold.resume,
      },
    }
  },
})
