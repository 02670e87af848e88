// The status of each workstream, by derivation.
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { countsOf } from '../../core/derivation/plan-facts.js'
import { statusOf } from '../../core/derivation/state-word.js'
import { verb } from '../../core/verb.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { activeWorkstream, baseOf, modeOf, workstreamNames } from './names.js'

export const workstreamList = verb('workstream.list', {
  about: 'Workstreams of the project and their progress',
  result: record({
    mode: oneOf(['flat', 'workstream'], 'flat: a single plan without workstreams'),
    workstreams: listOf(
      record({
        name: text(),
        active: bool('The active workstream'),
        path: text(),
        status: text(),
        current_phase: orNull(text()),
        phase_count: int(),
        completed_phases: int(),
        plans: text('Complete out of all, such as 2/5'),
      }),
    ),
  }),
  reads: [...FACT_READS, 'state'],
  needsWorkstream: false,
  run({ view }) {
    const active = activeWorkstream(view)
    const workstreams = workstreamNames(view).map((name) => {
      const derivation = derive(view.inBase(baseOf(name)))
      const { phases } = derivation.facts
      const plans = countsOf(phases.flatMap((phase) => phase.plans))
      return {
        name,
        active: name === active,
        path: baseOf(name),
        status: statusOf(derivation),
        current_phase: derivation.active?.id ?? null,
        phase_count: phases.length,
        completed_phases: derivation.done.size,
        plans: `${plans.done}/${plans.total}`,
      }
    })
    return { result: { mode: modeOf(view), workstreams } }
  },
})
