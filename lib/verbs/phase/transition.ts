// phase complete: the transition unit, claimed and finished in one call.
import { POSITION_READS } from '../../core/derivation/facts.js'
import { completePhase } from '../../core/dispatch/transition.js'
import { bool, listOf, orNull, record, text } from '../../std/shape.js'
import { UNIT_WRITES } from '../dispatch/unit.js'
import { nextStepShape } from '../dispatch/unit-shapes.js'
import { task } from '../verb.js'

export const phaseComplete = task({
  name: 'phase.complete',
  about: 'Closes a phase whose evidence is complete; refreshes what shows it',
  args: { phase: { type: 'text', positional: true, required: true, names: 'phase', about: 'Phase id' } },
  reads: [...POSITION_READS, 'project', 'claim'],
  writes: UNIT_WRITES,
  result: record({
    completed_phase: text(),
    phase_name: orNull(text()),
    plans_executed: text('Carried out / all'),
    next_phase: orNull(text()),
    next_phase_name: orNull(text()),
    is_last_phase: bool(),
    date: text(),
    roadmap_updated: bool(),
    state_updated: bool(),
    requirements_updated: bool(),
    auto_pruned: bool(),
    warnings: listOf(text()),
    has_warnings: bool(),
    receipts: listOf(text()),
    next: nextStepShape,
    unknown: listOf(record({ path: text(), code: text(), reason: text() })),
  }),
  plan: () => [],
  finish: ({ phase }, view, results) => completePhase(view, phase, results),
})
