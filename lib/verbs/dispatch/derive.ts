// state derive: the project's current step, and the rule that chose it.
import { derive, type GsdState } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { STEPS } from '../../core/derivation/steps.js'
import { pendingActionsShape } from '../../core/dispatch/unit-shapes.js'
import { arg, verb } from '../../core/verb.js'
import { bool, int, listOf, maybe, number, oneOf, orNull, record, text } from '../../std/shape.js'
import { shareShape } from '../status-shapes.js'

const ratio = record({ done: int(), total: int() })

export const stateDerive = verb('state.derive', {
  about: "Show the project's current step, derived from its files alone",
  args: { explain: arg.flag('List every rule tested, with its reason') },
  reads: FACT_READS,
  needsProject: false,
  needsWorkstream: true,
  needs: ['extensions'],
  result: record({
    schema: int(),
    revision: text('Digest of all consulted files'),
    milestone: orNull(record({ id: orNull(text()), title: orNull(text()) })),
    phase: orNull(record({ id: text(), slug: text(), dir: orNull(text()) })),
    plan: orNull(record({ id: text(), phase: text(), file: text(), wave: orNull(int()) })),
    step: oneOf(STEPS),
    rule: text('Id of the matching rule'),
    blockers: listOf(record({ code: text(), text: text(), source: text() })),
    pendingActions: pendingActionsShape,
    progress: record({ phases: ratio, plans: ratio, percent: orNull(number()), share: shareShape }),
    rules: maybe(listOf(record({ id: text(), fired: bool(), reason: text() }))),
  }),
  run({ view }, { explain }) {
    const { state, trace } = derive(view)
    return { result: { ...(state as GsdState), ...(explain ? { rules: trace } : {}) } }
  },
})
